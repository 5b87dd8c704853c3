import type { Json } from './json.ts';
import { at, isObject, textAt } from './json.ts';
import { pointer } from './json-pointer.ts';

/** Members that are for writing only, and the map that real servers store their entries in, over those that are there. The document shows neither. */
const WRITE_ONLY: readonly (readonly [member: string, storedIn: string])[] = [['stringData', 'data']];

/**
 * Paths at which an object need not show what a body asks for, since the body has write-only members: those themselves, and whatever their
 * entries may have been stored over. None for nearly every body. The body may be an object, or a patch of any kind.
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
