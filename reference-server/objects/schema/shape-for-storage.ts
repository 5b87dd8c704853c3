import type { TypeId } from '../../../spec/schemas/schema.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { compiledType } from './compile-type.ts';

/**
 * The object as it will be answered, so that equal objects are stored equal and their encoding needs no further work. What it has taken over of
 * an object that went through here before, `stored`, stays the same value.
 */
export function shapeForStorage(typeId: TypeId, object: ApiObject, stored?: ApiObject): ApiObject {
  return compiledType(typeId).shape(object, stored) as ApiObject;
}
