import { at, type Json, textAt } from '../../oracle/json.ts';

/** The label of the probe's objects. */
export const OWN_LABEL = 'plumbline-case';

/**
 * An object that the suite created, as in the server's response. `uid` and `createdAt` are absent if the response
 * lacked them.
 */
export interface MadeObject {
  readonly kind: string;
  readonly name: string;
  readonly uid?: string;
  readonly createdAt?: string;
}

/** The identity of a created object, from the response to its create. */
export function madeObject(kind: string, name: string, returned: Json | undefined): MadeObject {
  const uid = textAt(returned, 'metadata', 'uid');
  const createdAt = textAt(returned, 'metadata', 'creationTimestamp');
  return { kind, name, ...(uid === undefined ? {} : { uid }), ...(createdAt === undefined ? {} : { createdAt }) };
}

/** Whether an object is the created one, rather than another one of its collection or a later one with its name. */
export function isSameObject(object: Json, { kind, name, uid }: MadeObject): boolean {
  const itsUid = textAt(object, 'metadata', 'uid');
  return (
    textAt(object, 'kind') === kind &&
    textAt(object, 'metadata', 'name') === name &&
    (uid === undefined || itsUid === undefined || itsUid === uid)
  );
}

/**
 * Whether a controller made an object of that kind for the created one: it is not older, and names it as its owner,
 * carries its label, or has its name as a prefix.
 */
export function isMadeFor(object: Json, kind: string, { name, uid, createdAt }: MadeObject): boolean {
  const owners = at(object, 'metadata', 'ownerReferences');
  const isOwned =
    uid !== undefined && Array.isArray(owners) && owners.some((owner: Json) => textAt(owner, 'uid') === uid);
  const isLabelled = textAt(object, 'metadata', 'labels', OWN_LABEL) === name;
  const isNamedAfter = textAt(object, 'metadata', 'name')?.startsWith(`${name}-`) === true;
  return (
    textAt(object, 'kind') === kind &&
    (isOwned || isLabelled || isNamedAfter) &&
    !isOlder(textAt(object, 'metadata', 'creationTimestamp'), createdAt)
  );
}

/** `false` if either time is missing. */
function isOlder(createdAt: string | undefined, than: string | undefined): boolean {
  return createdAt !== undefined && than !== undefined && Date.parse(createdAt) < Date.parse(than);
}
