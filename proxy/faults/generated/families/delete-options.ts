import { isObject } from '../../bend.ts';
import type { Bendable, FaultyRequest } from '../../fault.ts';

/** The delete options that a query has, as a body gives them. A dot leads into an option: `preconditions.uid=..`. */
export function optionsLike(query: string): Bendable {
  const options: Bendable = {};
  for (const [path, value] of new URLSearchParams(query)) {
    const [name = '', inner] = path.split('.');
    options[name] = inner === undefined ? typed(value) : { [inner]: typed(value) };
  }
  return options;
}

/** The value of an option as a body gives it: a number, a boolean or a text. */
function typed(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d+$/.test(value) ? Number(value) : value;
}

/** An option in the body of a delete, as a query gives it. */
export function optionInBody({ json }: FaultyRequest, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce((inner: unknown, step) => (isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined), json);
  return value === undefined || value === null ? undefined : String(value as string | number | boolean);
}

/** Sets an option of a delete where it was given: in the query, or in the body. */
export function setOption(request: FaultyRequest, name: string, value: string): void {
  if (request.query.has(name)) request.query.set(name, value);
  if (isObject(request.json) && Object.hasOwn(request.json, name)) request.json[name] = typed(value);
}

/** Removes an option of a delete from the query and from the body. */
export function dropOption(request: FaultyRequest, name: string): void {
  request.query.delete(name);
  if (isObject(request.json)) delete request.json[name];
}
