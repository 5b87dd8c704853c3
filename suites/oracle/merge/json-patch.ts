import { type MemberPath, at, isObject, type Json, textAt } from '../json.ts';
import { pathOf } from '../values/json-pointer.ts';
import type { Patched } from './patched.ts';

/**
 * A document after a JSON patch (RFC 6902). Applies every operation in turn, or none if one is impossible or a test
 * fails.
 */
export function jsonPatched(document: Json, patch: Json): Patched {
  if (!Array.isArray(patch)) return { refused: 'a JSON patch is a list of operations' };
  let current = document;
  for (const [index, operation] of patch.entries()) {
    const next = applied(current, operation);
    if ('refused' in next) return { refused: `operation ${index}: ${next.refused}` };
    current = next.document;
  }
  return { document: current };
}

function applied(document: Json, operation: Json): Patched {
  const path = pathAt(operation, 'path');
  const perform = OPERATIONS.get(textAt(operation, 'op') ?? '');
  if (perform === undefined) return { refused: 'no such operation' };
  if (path === undefined) return { refused: 'no such path' };
  return perform(document, path, operation);
}

const OPERATIONS: ReadonlyMap<string, (document: Json, path: MemberPath, operation: Json) => Patched> = new Map([
  ['add', (document, path, operation) => withValue(operation, (value) => added(document, path, value))],
  ['remove', (document, path) => removed(document, path)],
  [
    'replace',
    (document, path, operation) =>
      withValue(operation, (value) => then(removed(document, path), (rest) => added(rest, path, value))),
  ],
  ['move', (document, path, operation) => moved(document, path, operation)],
  ['copy', (document, path, operation) => withSource(document, operation, (_, value) => added(document, path, value))],
  ['test', (document, path, operation) => tested(document, path, operation)],
]);

function moved(document: Json, path: MemberPath, operation: Json): Patched {
  return withSource(document, operation, (from, value) => {
    if (from.length < path.length && from.every((step, index) => step === path[index]))
      return { refused: 'a value cannot move into itself' };
    return then(removed(document, from), (rest) => added(rest, path, value));
  });
}

function tested(document: Json, path: MemberPath, operation: Json): Patched {
  const actual = valueAt(document, path);
  return withValue(operation, (value) =>
    actual !== undefined && sameJson(actual, value) ? { document } : { refused: 'the test fails' },
  );
}

/** RFC 6902, section 4.6: compares numbers by value, lists in order, and objects in any order of members. */
export function sameJson(left: Json, right: Json): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, index) => sameJson(value, right[index] ?? null));
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && sameJson(at(left, name) ?? null, at(right, name) ?? null))
    );
  }
  return left === right;
}

/** Sets the value at `path`: sets a member, or inserts an element before the one at that index; `-` appends. */
function added(document: Json, path: MemberPath, value: Json): Patched {
  return changed(document, path, value, (parent, step) => {
    if (!Array.isArray(parent)) return new Map([...Object.entries(parent), [step, value]]);
    const index = step === '-' ? parent.length : indexOf(step, parent.length);
    return index === undefined ? undefined : parent.toSpliced(index, 0, value);
  });
}

function removed(document: Json, path: MemberPath): Patched {
  if (valueAt(document, path) === undefined) return { refused: `nothing at /${path.join('/')}` };
  return changed(document, path, null, (parent, step) => {
    if (!Array.isArray(parent)) return new Map(Object.entries(parent).filter(([name]) => name !== step));
    const index = indexOf(step, parent.length - 1);
    return index === undefined ? undefined : parent.toSpliced(index, 1);
  });
}

type JsonContainer = readonly Json[] | { readonly [member: string]: Json };

/** The document with a new parent of `path`. Calls `whole` if the path is the document itself. */
function changed(
  document: Json,
  path: MemberPath,
  whole: Json,
  change: (parent: JsonContainer, step: string) => Json[] | Map<string, Json> | undefined,
): Patched {
  const [step, ...rest] = path;
  if (step === undefined) return { document: whole };
  if (!isObject(document) && !Array.isArray(document)) return { refused: `no parent for '${step}'` };
  if (rest.length === 0) return built(change(document, step), step);
  const child = valueAt(document, [step]);
  if (child === undefined) return { refused: `nothing at '${step}'` };
  return then(changed(child, rest, whole, change), (inner) => {
    if (Array.isArray(document)) return { document: document.with(Number(step), inner) };
    return {
      document: Object.fromEntries(
        Object.entries(document).map(([name, value]) => [name, name === step ? inner : value]),
      ),
    };
  });
}

function built(parts: Json[] | Map<string, Json> | undefined, step: string): Patched {
  if (parts === undefined) return { refused: `no element '${step}'` };
  return { document: Array.isArray(parts) ? parts : Object.fromEntries(parts) };
}

function valueAt(document: Json, path: MemberPath): Json | undefined {
  let current: Json | undefined = document;
  for (const step of path) {
    if (Array.isArray(current)) {
      const index = indexOf(step, current.length - 1);
      current = index === undefined ? undefined : (current as readonly Json[])[index];
    } else current = at(current, step);
  }
  return current;
}

/** Parses a list index of a pointer: digits without leading zeros, at most `largest`. */
function indexOf(step: string, largest: number): number | undefined {
  return /^(0|[1-9]\d*)$/.test(step) && Number(step) <= largest ? Number(step) : undefined;
}

function pathAt(operation: Json, member: string): MemberPath | undefined {
  const text = textAt(operation, member);
  return text === undefined ? undefined : pathOf(text);
}

function withValue(operation: Json, use: (value: Json) => Patched): Patched {
  const value = at(operation, 'value');
  return value === undefined ? { refused: 'no value' } : use(value);
}

function withSource(document: Json, operation: Json, use: (from: MemberPath, value: Json) => Patched): Patched {
  const from = pathAt(operation, 'from');
  const value = from === undefined ? undefined : valueAt(document, from);
  return from === undefined || value === undefined ? { refused: 'nothing to take' } : use(from, value);
}

function then(patched: Patched, next: (document: Json) => Patched): Patched {
  return 'refused' in patched ? patched : next(patched.document);
}
