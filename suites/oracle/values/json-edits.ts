import { at, isObject, type Json, type JsonObject } from '../json.ts';

/**
 * The value at that path; `undefined` if there is none. In a list, `-1` is the last element, `-2` the one before,
 * and so on.
 */
export function valueAt(value: Json, tokens: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const token of tokens)
    current = isList(current) && /^-[1-9]\d*$/.test(token) ? memberAt(current, Number(token)) : at(current, token);
  return current;
}

function memberAt(list: readonly Json[], index: number): Json | undefined {
  return list.at(index);
}

/**
 * A copy with `to` at that path. Missing parents, and scalars in their place, become objects. In a list the token is
 * an index; its length or `-` appends. `undefined` if a list has no such index.
 */
export function withSet(value: Json | undefined, tokens: readonly string[], to: Json): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return to;
  if (isList(value)) {
    const index = token === '-' ? value.length : indexIn(token);
    if (index === undefined || index > value.length) return undefined;
    const member = withSet(value[index], rest, to);
    return member === undefined ? undefined : [...value.slice(0, index), member, ...value.slice(index + 1)];
  }
  const parent: JsonObject = isObject(value) ? value : {};
  const member = withSet(at(parent, token), rest, to);
  return member === undefined ? undefined : withMember(parent, token, member);
}

/** A copy without the value at that path; the same value if nothing is there. */
export function removedAt(value: Json, tokens: readonly string[]): Json {
  const [token, ...rest] = tokens;
  const member = token === undefined ? undefined : at(value, token);
  if (token === undefined || member === undefined) return value;
  if (isList(value)) {
    const index = Number(token);
    return rest.length === 0
      ? value.filter((_, position) => position !== index)
      : value.map((item, position) => (position === index ? removedAt(item, rest) : item));
  }
  if (!isObject(value)) return value;
  if (rest.length > 0) return withMember(value, token, removedAt(member, rest));
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== token));
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function indexIn(token: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;
}

/** A copy with an own member of that name. Plain assignment would not create `__proto__`. */
function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.defineProperty({ ...object }, name, { value, writable: true, enumerable: true, configurable: true });
}
