import { differences } from '../../oracle/comparison.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { memberAt, ownerPath } from '../../oracle/member-at.ts';
import type { Creation } from '../create/creations.ts';

export interface Known {
  /** The object before the write. */
  readonly before: JsonObject;
  /** The object that the write asks for. */
  readonly asked: JsonObject;
  /** The same with the defaults that the document states. */
  readonly defaults: JsonObject;
  /** Creates, which show what a member becomes that they lack. */
  readonly alike: readonly Creation[];
}

/**
 * Whether a member that a write takes away has its old value, and that is not a default of it. Elements of lists are named by their merge keys, as comparisons do. Within a list a create shows the
 * default only if it sent the very same element, because servers work out some defaults of an element from the rest of it.
 */
export function isKept(path: string, value: Json, { before, asked, defaults, alike }: Known): boolean {
  if (!same(memberAt(before, path), value) || same(memberAt(defaults, path), value)) return false;
  const owner = memberAt(asked, ownerPath(path));
  const inList = /\/(?:\d+|\[[^/]*\])(?=\/|$)/.test(path);
  const without = alike.filter(({ sent }) => {
    const its = memberAt(sent, ownerPath(path));
    return its !== undefined && memberAt(sent, path) === undefined && (!inList || same(its, owner));
  });
  return without.length > 0 && without.every(({ made }) => !same(memberAt(made, path), value));
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return (one === undefined) === (other === undefined) && differences(one, other).length === 0;
}
