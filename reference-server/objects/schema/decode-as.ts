import type { TypeId } from '../../../spec/schemas/schema.ts';
import type { ServedMembers } from '../../resources/later-members.ts';
import type { ObjectMeta } from '../../resources/api-object.ts';
import { badRequest } from '../../resources/api-error.ts';
import { compiledType } from './compile-type.ts';
import { readLeniently } from './lenient-json.ts';
import { TypeMismatch } from './type-mismatch.ts';

/** Members of a decoded body. */
export interface DecodedMembers {
  readonly metadata?: ObjectMeta;
  readonly [member: string]: unknown;
}

/** What a body is read by beside its type. */
export interface Reading {
  /** Absent: those of later releases too. */
  readonly served?: ServedMembers;
  /** The object that the body was made of: what the body has taken over of it needs no reading. */
  readonly stored?: object | undefined;
  /** Whether some values of a wrong JSON type are read all the same (`lenient-json.ts`). */
  readonly isLenient?: boolean;
}

/** The body as a value of that type: known members that are not null. Throws `ApiError` 400 that names the field of a wrong JSON type. */
export function decodeAs(typeId: TypeId, body: object, { served, stored, isLenient }: Reading = {}): DecodedMembers {
  try {
    return compiledType(typeId, served).decode(body, stored) as DecodedMembers;
  } catch (error) {
    if (error instanceof TypeMismatch && isLenient === true)
      return decodeAs(typeId, readLeniently(typeId, body), { ...(served === undefined ? {} : { served }), stored });
    if (error instanceof TypeMismatch) throw badRequest(`${error.path}: ${error.message}`);
    throw error;
  }
}
