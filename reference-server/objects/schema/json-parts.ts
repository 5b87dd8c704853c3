import { TypeMismatch, described } from './type-mismatch.ts';

export type Members = Readonly<Record<string, unknown>>;

export const NO_MEMBERS: Members = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** Members of what is stored, where an object of that type is. */
export function membersOf(stored: unknown): Members {
  return typeof stored === 'object' && stored !== null ? (stored as Members) : NO_MEMBERS;
}

/** The same of a list. */
export function itemsOf(stored: unknown): readonly unknown[] {
  return Array.isArray(stored) ? stored : NO_ITEMS;
}

/** Throws `TypeMismatch`. */
export function requireObject(value: unknown): asserts value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeMismatch(`expected an object, got ${described(value)}`);
}

/** A mismatch that came from inside that member or element. */
export function inside(error: unknown, segment: string | number): unknown {
  return error instanceof TypeMismatch ? error.inside(segment) : error;
}
