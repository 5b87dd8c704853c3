import type { TypeId } from '../../../spec/schemas/schema.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { compiledType } from './compile-type.ts';

/** The object as it will be answered, so that equal objects are stored equal and their encoding needs no further work. */
export function shapeForStorage(typeId: TypeId, object: ApiObject): ApiObject {
  return compiledType(typeId).shape(object) as ApiObject;
}
