import { at, isObject, type Json, textAt } from '../json.ts';
import { pointer } from './json-pointer.ts';

/** Write-only members, and the map into which real servers merge their entries. Responses show neither. */
const WRITE_ONLY: readonly (readonly [member: string, storedIn: string])[] = [['stringData', 'data']];

/**
 * The paths at which an object need not show the values of a body, because the body has write-only members: these
 * members, and the entries that they may overwrite. Empty for nearly every body. The body may be an object or a
 * patch of any kind.
 *
 *     { data: { a: 'MQ==' }, stringData: { b: '2' } }  ->  ['/stringData', '/data/b']
 *     { stringData: { b: '2' } }                       ->  ['/stringData', '/data']
 */
export function unshown(body: Json | undefined): string[] {
  return WRITE_ONLY.flatMap(([member, storedIn]) => {
    if (Array.isArray(body))
      return body.some((operation) => textAt(operation, 'path')?.startsWith(`/${member}`) === true)
        ? [`/${member}`, `/${storedIn}`]
        : [];
    const written = at(body, member);
    if (written === undefined) return [];
    if (!isObject(written) || !isObject(at(body, storedIn))) return [`/${member}`, `/${storedIn}`];
    return [`/${member}`, ...Object.keys(written).map((key) => pointer([storedIn, key]))];
  });
}
