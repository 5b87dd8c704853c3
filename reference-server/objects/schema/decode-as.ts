import type { TypeId } from '../../../spec/schemas/schema.ts';
import type { ServedMembers } from '../../resources/later-members.ts';
import type { ObjectMeta } from '../../resources/api-object.ts';
import { badRequest } from '../../resources/api-error.ts';
import { compiledType } from './compile-type.ts';
import { readLeniently } from './lenient-json.ts';
import { isMembers, type Members } from '../../resources/values/json-members.ts';
import { described, TypeMismatch } from './type-mismatch.ts';

export interface DecodedMembers {
  readonly metadata?: ObjectMeta;
  readonly [member: string]: unknown;
}

/** Options of decoding, apart from the type. */
export interface DecodeOptions {
  /** Absent: members of later releases are read too. */
  readonly served?: ServedMembers;
  /** The object that the body was derived from. Parts that the body shares with it need no decoding. */
  readonly stored?: object | undefined;
  /** Whether some values of a wrong JSON type are accepted (`lenient-json.ts`). */
  readonly isLenient?: boolean;
}

/**
 * Decodes the body as a value of this type: known members that are not null. Throws `ApiError` 400 naming the field
 * of a wrong JSON type.
 */
export function decodeAs(
  typeId: TypeId,
  body: object,
  { served, stored, isLenient }: DecodeOptions = {},
): DecodedMembers {
  try {
    return compiledType(typeId, served).decode(body, stored) as DecodedMembers;
  } catch (error) {
    if (error instanceof TypeMismatch && isLenient === true)
      return decodeAs(typeId, readLeniently(typeId, body), { ...(served === undefined ? {} : { served }), stored });
    if (error instanceof TypeMismatch) throw badRequest(`${error.path}: ${error.message}`);
    throw error;
  }
}

/** The body as an object of this kind. Throws `ApiError` 400 for any other JSON value. */
export function requireMembers(body: unknown, kind: string): Members {
  if (isMembers(body)) return body;
  throw badRequest(`the body must be a ${kind} object, got ${described(body)}`);
}
