import type { CompiledType } from './compiled-type.ts';
import { inside, itemsOf, type JsonMembers, requireObject } from './json-parts.ts';
import { TypeMismatch, described } from './type-mismatch.ts';

/** The compiled form of a list. A list that needs no change is returned as it is. */
export function compileList(element: CompiledType): CompiledType {
  return {
    decode: (value, stored) => decodedList(element, value, itemsOf(stored)),
    shape: (value, stored) => shapedList(element, value as readonly unknown[], itemsOf(stored)),
    absent: () => undefined,
    isEmpty: (value) => (value as readonly unknown[]).length === 0,
    zero: undefined,
  };
}

/** Drops null elements. */
function decodedList(element: CompiledType, value: unknown, stored: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeMismatch(`expected a list, got ${described(value)}`);
  const sent: readonly unknown[] = value;
  let decoded: unknown[] | undefined;
  let at = 0;
  try {
    for (; at < sent.length; at += 1) {
      const item = sent[at];
      const read = item === null || item === stored[at] ? item : element.decode(item, stored[at]);
      if (item === null || read !== item) decoded ??= sent.slice(0, at);
      if (item !== null) decoded?.push(read);
    }
  } catch (error) {
    throw inside(error, at);
  }
  return decoded ?? sent;
}

function shapedList(element: CompiledType, value: readonly unknown[], stored: readonly unknown[]): readonly unknown[] {
  let shaped: unknown[] | undefined;
  for (let at = 0; at < value.length; at += 1) {
    const item = value[at];
    const inner = item === stored[at] ? item : element.shape(item, stored[at]);
    if (inner !== item) shaped ??= value.slice(0, at);
    shaped?.push(inner);
  }
  return shaped ?? value;
}

/** The compiled form of a map. A map that needs no change is returned as it is. */
export function compileMap(element: CompiledType): CompiledType {
  return {
    decode: (value) => decodedMap(element, value),
    shape: (value) => shapedMap(element, value as JsonMembers),
    absent: () => undefined,
    isEmpty: (value) => Object.keys(value as object).length === 0,
    zero: undefined,
  };
}

function decodedMap(element: CompiledType, value: unknown): object {
  requireObject(value);
  const keys = Object.keys(value);
  if (keys.every((key) => decodedEntry(element, value, key) === value[key])) return value;
  const decoded = keys.map((key): [string, unknown] => [key, decodedEntry(element, value, key)]);
  return Object.fromEntries(decoded.filter(([, read]) => read !== undefined));
}

/** `undefined` if the entry is dropped. */
function decodedEntry(element: CompiledType, map: JsonMembers, key: string): unknown {
  try {
    return map[key] === null ? element.zero : element.decode(map[key]);
  } catch (error) {
    throw inside(error, key);
  }
}

/** Sorts the map by key. */
function shapedMap(element: CompiledType, value: JsonMembers): object {
  let last = '';
  let isShaped = true;
  for (const key in value) {
    if (key < last || element.shape(value[key]) !== value[key]) isShaped = false;
    last = key;
  }
  if (isShaped) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, element.shape(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
