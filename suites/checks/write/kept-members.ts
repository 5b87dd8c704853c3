import { differences, missing } from '../../oracle/values/comparison.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { memberAt, ownerPath } from '../../oracle/values/member-at.ts';
import type { Creation } from '../create/creations.ts';

export interface Known {
  /** The object before the write. */
  readonly before: JsonObject;
  /** The object that the write asks for. */
  readonly asked: JsonObject;
  /** The object that the write asks for, with the documented defaults. */
  readonly defaults: JsonObject;
  /** Creates that show the default of a member that they omitted. */
  readonly alike: readonly Creation[];
}

/** The image has the defaults of these members (document, Container), so no server fills them in. */
const MEANT_TO_BE_ABSENT = /\/(?:initContainers|containers)\/[^/]+\/(?:command|args)$/;

/** Lists without a default in the document (Container, PodSpec). A server adds no elements that clients have to name. */
const NAMED_BY_CLIENTS =
  /\/(?:initContainers|containers)\/[^/]+\/(?:env|envFrom|ports|volumeMounts)$|\/spec\/(?:volumes|hostAliases|tolerations)$/;

/**
 * Whether a member that a write deletes kept its old value, and that value is not its default. List elements are
 * named by their merge keys, as in comparisons. Within a list, a create only proves the default if it sent the very
 * same element, because servers derive some defaults from the rest of the element. A member that the write sets to an
 * empty value needs no such create.
 */
export function isKept(path: string, value: Json, { before, asked, defaults, alike }: Known): boolean {
  if (!same(memberAt(before, path), value) || same(memberAt(defaults, path), value)) return false;
  if (MEANT_TO_BE_ABSENT.test(path)) return true;
  if (NAMED_BY_CLIENTS.test(path) && alike.some(({ sent }) => isAsSent(value, memberAt(sent, path)))) return true;
  const owner = memberAt(asked, ownerPath(path));
  const isEmptied = (memberAt(asked, path) ?? null) !== null;
  const inList = /\/(?:\d+|\[[^/]*\])(?=\/|$)/.test(path);
  const without = alike.filter(({ sent }) => {
    const its = memberAt(sent, ownerPath(path));
    return its !== undefined && memberAt(sent, path) === undefined && (!inList || isEmptied || same(its, owner));
  });
  return without.length > 0 && without.every(({ made }) => !same(memberAt(made, path), value));
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return (one === undefined) === (other === undefined) && differences(one, other).length === 0;
}

/** Whether a list has exactly the elements that a client sent, with defaults. */
function isAsSent(list: Json, sent: Json | undefined): boolean {
  return Array.isArray(list) && Array.isArray(sent) && list.length === sent.length && missing(sent, list).length === 0;
}
