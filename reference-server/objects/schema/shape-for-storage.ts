import type { ApiObject } from '../../resources/api-object.ts';

export function shapeForStorage(_typeId: string, object: ApiObject): ApiObject {
  return object;
}
