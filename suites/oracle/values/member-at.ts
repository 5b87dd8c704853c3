import { at, isObject, type Json } from '../json.ts';
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

/** The path of the object or list that contains the member. */
export function ownerPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
