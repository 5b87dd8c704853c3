import { isObject, type Json, type JsonObject } from '../../shared/json.ts';

export { isObject, type Json, type JsonObject };

/** The names of the members on the way from an object to a value. */
export type MemberPath = readonly string[];

/**
 * The member at a path of own member names and list indexes; `undefined` if there is none. Ignores inherited
 * members.
 */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let current: Json | undefined = value;
  for (const step of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, Json>)[step];
  }
  return current;
}

/** The elements of the list at a path; none if there is no list. */
export function listAt(value: Json | undefined, ...path: readonly (string | number)[]): readonly Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** The string at a path; `undefined` if there is none. */
export function textAt(value: Json | undefined, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}
