import type { ApiObject } from './api-object.ts';
import { members, type Members, withDefaults, withMember } from './values/json-members.ts';

/** Status changes only through `/status`, and nothing else does there (document, Semantics 2; Rules 2). */

/** A new object has the status of the system, whatever was sent. */
export function withNewStatus(object: ApiObject, status: Members): ApiObject {
  return withMember(object, 'status', status);
}

/** Fills in the members of a status that are always present. */
export function withStatusDefaults(object: ApiObject, defaults: Members): ApiObject {
  return withMember(object, 'status', withDefaults(members(object['status']), defaults));
}

/** A write to the resource does not change the status. */
export function withStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  return withMember(object, 'status', old['status']);
}

/** A write to `/status` changes only the status and the metadata. */
export function withOnlyStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  return { ...old, metadata: object.metadata, status: object['status'] };
}
