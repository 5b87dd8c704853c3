import { isObject, type Json, type JsonObject } from '../../shared/json.ts';
import { PatchError } from './patch-error.ts';

export { isObject, type JsonObject };

/** An object under construction that nobody else holds yet. */
export type MutableObject = { [member: string]: Json };

/** Deepest nesting of a patch and its result; the walks over stored objects are recursive. */
const DEEPEST = 256;

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The own member with that name; inherited members are not data. */
export function memberOf(object: JsonObject, member: string): Json | undefined {
  return Object.hasOwn(object, member) ? object[member] : undefined;
}

/** Sets an own member of any name: an assignment to `__proto__` would set the prototype. */
export function setMember(object: MutableObject, member: string, value: Json): void {
  if (member === '__proto__')
    Object.defineProperty(object, member, { value, enumerable: true, configurable: true, writable: true });
  else object[member] = value;
}

/** Throws `PatchError` if a value is nested too deeply. */
export function requireShallow(value: Json, what: string): void {
  if (isDeeper(value, DEEPEST)) throw new PatchError('inapplicable', `${what} is nested deeper than ${DEEPEST} levels`);
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}

/** Whether two JSON values are equal; the order of members does not matter. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index] ?? null));
  if (!isObject(a) || !isObject(b)) return false;
  const members = Object.keys(a);
  return (
    members.length === Object.keys(b).length &&
    members.every((member) => Object.hasOwn(b, member) && equalJson(a[member] ?? null, b[member] ?? null))
  );
}

/** The approximate JSON size of the value in bytes. */
export function roughSize(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  if (isList(value)) for (const item of value) size += roughSize(item);
  else for (const [member, inner] of Object.entries(value)) size += member.length + 4 + roughSize(inner);
  return size;
}
