import type { Members } from '../../../shared/json.ts';

export type { Members };

const NONE: Members = Object.freeze({});
const NOTHING: readonly unknown[] = Object.freeze([]);

/** The value as an object; an empty one if it is none. */
export function members(value: unknown): Members {
  return isMembers(value) ? value : NONE;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a list; an empty one if it is none. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NOTHING;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Absent, or the value to which an absent scalar decodes. */
export function isUnset(value: unknown): boolean {
  return isAbsent(value) || value === '' || value === 0 || value === false;
}

export function isEmptyMap(value: unknown): boolean {
  return !isMembers(value) || Object.keys(value).length === 0;
}

/**
 * A copy for additions. Assigning is many times as fast as spreading before additions, but sets the prototype for a
 * member `__proto__`.
 */
function copyOf(object: Members): Record<string, unknown> {
  return Object.hasOwn(object, '__proto__') ? { ...object } : Object.assign({}, object);
}

function changedCopy<T extends Members>(object: T, member: string, value: unknown): T {
  if (member === '__proto__') return { ...object, [member]: value };
  const copy = copyOf(object);
  copy[member] = value;
  return copy as T;
}

/** Fills in defaults for members that are absent or empty strings; the same object if nothing changes. */
export function withDefaults(object: Members, defaults: Members): Members {
  let result: Record<string, unknown> | undefined;
  for (const member in defaults) {
    const value = object[member];
    if (isAbsent(value) || value === '') (result ??= copyOf(object))[member] = defaults[member];
  }
  return result ?? object;
}

/** Sets a member; the same object if nothing changes, without the member if the value is `undefined`. */
export function withMember<T extends Members>(object: T, member: string, value: unknown): T {
  if (object[member] === value) return object;
  if (value !== undefined) return changedCopy(object, member, value);
  const { [member]: _, ...rest } = object;
  return rest as T;
}

/** Changes a member that is an object; the same object if it is not. */
export function withChanged<T extends Members>(object: T, member: string, change: (value: Members) => Members): T {
  const value = object[member];
  return isMembers(value) ? withMember(object, member, change(value)) : object;
}

/** Changes each object in a member that is a list; the same object if nothing changes. */
export function withEach<T extends Members>(object: T, member: string, change: (item: Members) => Members): T {
  const value = object[member];
  if (!Array.isArray(value) || value.length === 0) return object;
  const changed = value.map((item: unknown) => (isMembers(item) ? change(item) : item));
  return changed.every((item, index) => item === value[index]) ? object : changedCopy(object, member, changed);
}
