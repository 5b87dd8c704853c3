import type { TypeId } from '../../../spec/schemas/schema.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { compiledType } from './compile-type.ts';

/**
 * Shapes the object for responses before it is stored. Equal objects are then stored equal, and encoding them needs
 * no further work. Parts shared with `stored`, an object shaped earlier, keep their identity.
 */
export function shapeForStorage(typeId: TypeId, object: ApiObject, stored?: ApiObject): ApiObject {
  return compiledType(typeId).shape(object, stored) as ApiObject;
}
