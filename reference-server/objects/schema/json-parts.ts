import { TypeMismatch, described } from './type-mismatch.ts';

export type JsonMembers = Readonly<Record<string, unknown>>;

export const NO_MEMBERS: JsonMembers = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** Members of a stored value, if it is an object. */
export function membersOf(stored: unknown): JsonMembers {
  return typeof stored === 'object' && stored !== null ? (stored as JsonMembers) : NO_MEMBERS;
}

/** Elements of a stored value, if it is a list. */
export function itemsOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : NO_ITEMS;
}

/** Throws `TypeMismatch`. */
export function requireObject(value: unknown): asserts value is JsonMembers {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeMismatch(`expected an object, got ${described(value)}`);
}

/** Prefixes the path of a mismatch with this member or index. */
export function inside(error: unknown, segment: string | number): unknown {
  return error instanceof TypeMismatch ? error.inside(segment) : error;
}
