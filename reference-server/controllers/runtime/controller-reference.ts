import type { Json } from '../../../shared/json.ts';
import type { Kind, Resource } from '../../../spec/surface/resources.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { isMembers, text } from '../../resources/values/json-members.ts';

/** The owner that manages an object. */
export interface ControllerReference {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The manager of an object; `undefined` if it has none. */
export function controllerOf(object: ApiObject): ControllerReference | undefined {
  for (const reference of object.metadata.ownerReferences ?? []) {
    if (isMembers(reference) && reference['controller'] === true)
      return { kind: text(reference['kind']), name: text(reference['name']), uid: text(reference['uid']) };
  }
  return undefined;
}

/** The owner reference to a manager, which also blocks its foreground deletion. */
export function controllerReference({ value }: ObjectEntry, resource: Resource): Json {
  const { name = '', uid = '' } = value.object.metadata;
  return {
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** Whether that owner manages the object. */
export function isControlledBy(object: ApiObject, kind: Kind, uid: string | undefined): boolean {
  const controller = controllerOf(object);
  return controller?.kind === kind && controller.uid === uid;
}
