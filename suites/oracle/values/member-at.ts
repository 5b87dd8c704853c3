import { at, isObject, type Json } from '../json.ts';
import type { JsonPath } from '../../../shared/json.ts';
import { pathOf } from './json-pointer.ts';

/**
 * The value at a path in the notation of comparisons, in which `[name=c]` is the list element with that member;
 * `undefined` if there is none.
 *
 *     memberAt(pod, '/spec/containers/[name=c]/image')
 */
export function memberAt(value: Json | undefined, path: string): Json | undefined {
  return pathOf(path)?.reduce<Json | undefined>((inner, step) => {
    const [, key = '', text = ''] = /^\[([^=]*)=(.*)\]$/s.exec(step) ?? [];
    if (key === '' || !Array.isArray(inner)) return at(inner, step);
    return (inner as readonly Json[]).find((element) => isObject(element) && String(element[key]) === text);
  }, value);
}

/**
 * The value that a shown object has for a member of the sent one. A sent list element with a name stands for the shown
 * element of that name, because the system may add elements before it; if there is none, for the one in its place.
 *
 *     sent { containers: [{ name: c }] }, shown { containers: [{ name: mesh }, { name: c, tty: true }] }
 *     counterpartAt(sent, shown, ['containers', 0, 'tty']) -> true
 */
export function counterpartAt(sent: Json, shown: Json, path: JsonPath): Json | undefined {
  let [asked, found]: [Json | undefined, Json | undefined] = [sent, shown];
  for (const step of path) {
    asked = at(asked, step);
    const name = at(asked, 'name');
    const named: Json | undefined =
      Array.isArray(found) && typeof name === 'string'
        ? (found as readonly Json[]).find((element) => at(element, 'name') === name)
        : undefined;
    found = named ?? at(found, step);
  }
  return found;
}

/** The path of the object or list that contains the member. */
export function ownerPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
