import type { TypeId } from '../../../spec/schemas/schema.ts';
import type { ObjectMeta } from '../../resources/api-object.ts';
import { badRequest } from '../api-error.ts';
import { compiledType } from './compile-type.ts';
import { TypeMismatch } from './type-mismatch.ts';

/** Members of a decoded body. */
export interface DecodedMembers {
  readonly metadata?: ObjectMeta;
  readonly [member: string]: unknown;
}

/**
 * The body as a value of that type: known members that are not null, and what of `stored` it has taken over as it is. Throws `ApiError` 400
 * that names the field of a wrong JSON type.
 */
export function decodeAs(typeId: TypeId, body: object, stored?: object): DecodedMembers {
  try {
    return compiledType(typeId).decode(body, stored) as DecodedMembers;
  } catch (error) {
    if (error instanceof TypeMismatch) throw badRequest(`${error.path}: ${error.message}`);
    throw error;
  }
}
