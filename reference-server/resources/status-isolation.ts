import type { ApiObject } from './api-object.ts';
import { members, type Members, withDefaults, withMember } from './json-members.ts';

/** Status changes only through `/status`, and nothing else does there (document, Semantics 2; Rules 2). */

/** A new object has the status that the system gives it, whatever was sent. */
export function withNewStatus(object: ApiObject, status: Members): ApiObject {
  return withMember(object, 'status', status);
}

/** The members of a status that are always shown. */
export function withStatusDefaults(object: ApiObject, defaults: Members): ApiObject {
  return withMember(object, 'status', withDefaults(members(object['status']), defaults));
}

/** A write to the resource leaves the status alone. */
export function withStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  return withMember(object, 'status', old['status']);
}

/** A write to `/status` leaves all but the status and the metadata alone. */
export function withOnlyStatusOf(object: ApiObject, old: ApiObject): ApiObject {
  return { ...old, metadata: object.metadata, status: object['status'] };
}
