import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Json } from '../../shared/json.ts';
import { equalJson, isList, isObject, type JsonObject, memberOf, requireShallow, roughSize } from './json-values.ts';
import { isWithin, type JsonPointers, parsePointer, type Pointer } from './json-pointer.ts';
import { JsonEditor } from './json-editor.ts';
import { PatchError } from './patch-error.ts';

/** `copy` can double a document; all copies of one patch together add less than this many bytes. */
const MOST_COPIED = 1024 * 1024;
const MOST_OPERATIONS = 10_000;

/** The dialect choices for JSON patches. */
export type JsonPatchChoices = Pick<DialectChoices, 'patch.json-operations' | 'patch.json-pointers'>;

type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Pointer; readonly value: Json }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'move' | 'copy'; readonly from: Pointer; readonly path: Pointer };

/**
 * RFC 6902: the operations one after the other, all or none.
 *
 *     {"a":[1,3]}  with  [{"op":"test","path":"/a/0","value":1},{"op":"add","path":"/a/1","value":2}]  gives  {"a":[1,2,3]}
 * Values are shared between the arguments and the result, and never changed. Throws `PatchError`: `undecodable` for
 * a patch that RFC 6902 does not allow, `inapplicable` for a failed test or a missing path, with its pointer. If the
 * dialect says `without-copy`, it allows neither a copy nor an operation on the whole document, and a replace adds a
 * missing member; if its pointers are lax, an operation without a value has null.
 */
export function applyJsonPatch(document: Json, patch: Json, choices: JsonPatchChoices): Json {
  const has = choices['patch.json-operations'];
  const pointers = choices['patch.json-pointers'];
  if (!isList(patch)) throw new PatchError('undecodable', 'a JSON patch is a list of operations');
  if (patch.length > MOST_OPERATIONS)
    throw new PatchError('inapplicable', `a JSON patch takes ${MOST_OPERATIONS} operations at most`);
  const operations = patch.map((entry, index) => decoded(entry, index, pointers));
  if (has === 'without-copy') for (const [index, operation] of operations.entries()) requireKnown(operation, index);
  const editor = new JsonEditor(document, pointers);
  let copied = 0;
  for (const operation of operations) {
    if (operation.op === 'copy') copied += copySize(editor.valueAt(operation.from));
    if (copied > MOST_COPIED)
      throw new PatchError('inapplicable', `the copies of the patch add more than ${MOST_COPIED} bytes`);
    if (has === 'without-copy' && operation.op === 'replace') replaceOrAdd(editor, operation.path, operation.value);
    else perform(editor, operation);
  }
  // Operations can nest values; the other patch types never nest deeper than their arguments.
  requireShallow(editor.document, 'the patched object');
  return editor.document;
}

/** Some servers support neither copy nor operations on the whole document. */
function requireKnown({ op, path }: PatchOperation, index: number): void {
  if (op === 'copy')
    throw new PatchError(
      'undecodable',
      `"op" of operation ${index} is "copy", which is not among those that this server has`,
      `/${index}`,
    );
  if (path.tokens.length === 0)
    throw new PatchError(
      'undecodable',
      `"path" of operation ${index} is the whole document, which this server has no operation on`,
      `/${index}`,
    );
}

function replaceOrAdd(editor: JsonEditor, path: Pointer, value: Json): void {
  try {
    editor.replace(path, value);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    editor.add(path, value);
  }
}

/** Only a shallow value may be copied, because copies of copies would nest too deep to be walked. */
function copySize(value: Json): number {
  requireShallow(value, 'what the patch copies');
  return roughSize(value);
}

function decoded(entry: Json, index: number, pointers: JsonPointers): PatchOperation {
  const where = `/${index}`;
  if (!isObject(entry)) throw new PatchError('undecodable', `operation ${index} is no object`, where);
  const op = memberOf(entry, 'op');
  if (op === 'add' || op === 'replace' || op === 'test') {
    const sent = memberOf(entry, 'value');
    const value = sent === undefined && op !== 'test' && pointers === 'lax' ? null : sent;
    if (value === undefined) throw new PatchError('undecodable', `operation ${index} ("${op}") has no "value"`, where);
    return { op, path: pointerIn(entry, 'path', index, pointers), value };
  }
  if (op === 'remove') return { op, path: pointerIn(entry, 'path', index, pointers) };
  if (op === 'move' || op === 'copy')
    return { op, path: pointerIn(entry, 'path', index, pointers), from: pointerIn(entry, 'from', index, pointers) };
  const got = op === undefined ? 'nothing' : JSON.stringify(op);
  throw new PatchError(
    'undecodable',
    `"op" of operation ${index} must be add, remove, replace, move, copy or test, got ${got}`,
    where,
  );
}

function pointerIn(entry: JsonObject, member: 'path' | 'from', index: number, pointers: JsonPointers): Pointer {
  const pointer = memberOf(entry, member);
  if (typeof pointer === 'string') return parsePointer(pointer, pointers);
  throw new PatchError('undecodable', `operation ${index} has no string "${member}"`, `/${index}`);
}

function perform(editor: JsonEditor, operation: PatchOperation): void {
  const { path } = operation;
  switch (operation.op) {
    case 'add':
      return editor.add(path, operation.value);
    case 'replace':
      return editor.replace(path, operation.value);
    case 'remove':
      editor.remove(path);
      return undefined;
    case 'copy':
      return editor.add(path, separate(editor.valueAt(operation.from)));
    case 'move':
      return move(editor, operation.from, path);
    case 'test':
      return requireEqual(editor, path, operation.value);
  }
}

/** A deep copy: the editor changes its own containers in place. */
function separate(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function move(editor: JsonEditor, from: Pointer, path: Pointer): void {
  if (isWithin(path, from))
    throw new PatchError('inapplicable', `"${from.text}" cannot be moved into itself, to "${path.text}"`, path.text);
  if (from.text === path.text) {
    editor.valueAt(from);
    return;
  }
  editor.add(path, editor.remove(from));
}

function requireEqual(editor: JsonEditor, path: Pointer, value: Json): void {
  if (equalJson(editor.valueAt(path), value)) return;
  throw new PatchError('inapplicable', `the test failed: the value at "${path.text}" is another`, path.text);
}
