import type { Json } from '../../shared/json.ts';
import { isList, isObject, memberOf, type MutableObject, setMember } from './json-values.ts';
import { arrayIndex, type JsonPointers, type Pointer } from './json-pointer.ts';
import { PatchError } from './patch-error.ts';

type MutableContainer = MutableObject | Json[];

/**
 * An insertion moves all later items. All edits together move at most this many items; otherwise a small patch of a
 * long list could take minutes.
 */
const MOST_MOVED = 50_000_000;

/**
 * Edits a JSON value by pointers without changing the given value: a container is copied at its first change and
 * then edited in place, so many edits of one list cost one copy. An added value must not be shared with another
 * place in the document.
 *
 *     editor = new JsonEditor({ a: [1], b: {} }, 'rfc-6901')
 *     editor.add('/a/-', 2); editor.document   -> { a: [1, 2], b: (the same object as before) }
 */
export class JsonEditor {
  document: Json;
  readonly #ours = new WeakSet<object>();
  readonly #pointers: JsonPointers;
  #moved = 0;

  /** `pointers` says which tokens are list indexes. */
  constructor(document: Json, pointers: JsonPointers) {
    this.document = document;
    this.#pointers = pointers;
  }

  /** The value there. Throws `PatchError` when there is none. */
  valueAt(pointer: Pointer): Json {
    let value: Json | undefined = this.document;
    for (const token of pointer.tokens) value = child(value, token, this.#pointers);
    return value ?? present(value, pointer);
  }

  /** Sets a member, or inserts an item before the one at that index; `-` is the end of the list (RFC 6902, 4.1). */
  add(pointer: Pointer, value: Json): void {
    const [parent, token] = this.#place(pointer);
    if (parent === undefined) this.document = value;
    else if (Array.isArray(parent))
      this.#splice(parent, insertionIndex(parent, token, pointer, this.#pointers), 0, value);
    else setMember(parent, token, value);
  }

  /** Replaces an existing value. */
  replace(pointer: Pointer, value: Json): void {
    this.valueAt(pointer);
    const [parent, token] = this.#place(pointer);
    if (parent === undefined) this.document = value;
    else if (Array.isArray(parent)) parent[Number(token)] = value;
    else setMember(parent, token, value);
  }

  /** Removes an existing value and returns it. The whole document cannot be removed. */
  remove(pointer: Pointer): Json {
    const value = this.valueAt(pointer);
    const [parent, token] = this.#place(pointer);
    if (parent === undefined)
      throw new PatchError('inapplicable', 'the whole document cannot be removed', pointer.text);
    if (Array.isArray(parent)) this.#splice(parent, Number(token), 1);
    else delete parent[token];
    return value;
  }

  #splice(list: Json[], index: number, removed: number, ...added: readonly Json[]): void {
    this.#moved += list.length - index;
    if (this.#moved > MOST_MOVED)
      throw new PatchError(
        'inapplicable',
        `the patch moves more than ${MOST_MOVED} items of lists; replace the lists as a whole`,
      );
    list.splice(index, removed, ...added);
  }

  /** The container of the last token, copied if necessary, and that token; no container for the whole document. */
  #place(pointer: Pointer): readonly [parent: MutableContainer | undefined, token: string] {
    const last = pointer.tokens.at(-1);
    if (last === undefined) return [undefined, ''];
    let container = this.#opened(this.document, pointer);
    this.document = container;
    for (const token of pointer.tokens.slice(0, -1)) {
      const inner: MutableContainer = this.#opened(child(container, token, this.#pointers), pointer);
      if (Array.isArray(container)) container[Number(token)] = inner;
      else setMember(container, token, inner);
      container = inner;
    }
    return [container, last];
  }

  #opened(value: Json | undefined, pointer: Pointer): MutableContainer {
    if (typeof value !== 'object' || value === null) throw nowhere(pointer);
    if (this.#ours.has(value)) return value as MutableContainer;
    const copy: MutableContainer = isList(value) ? [...value] : { ...value };
    this.#ours.add(copy);
    return copy;
  }
}

function child(value: Json | undefined, token: string, pointers: JsonPointers): Json | undefined {
  if (isList(value)) {
    const index = arrayIndex(token, pointers);
    return index === undefined ? undefined : value[index];
  }
  return isObject(value) ? memberOf(value, token) : undefined;
}

function insertionIndex(list: readonly Json[], token: string, pointer: Pointer, pointers: JsonPointers): number {
  const index = token === '-' ? list.length : arrayIndex(token, pointers);
  if (index !== undefined && index <= list.length) return index;
  throw new PatchError(
    'inapplicable',
    `"${token}" in "${pointer.text}" is no index into a list of ${list.length}`,
    pointer.text,
  );
}

function present(value: Json | undefined, pointer: Pointer): Json {
  if (value === undefined) throw nowhere(pointer);
  return value;
}

function nowhere(pointer: Pointer): PatchError {
  return new PatchError('inapplicable', `there is nothing at "${pointer.text}"`, pointer.text);
}
