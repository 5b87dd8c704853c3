import type { Resource } from '../../../spec/surface/resources.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { members, type Members } from '../../resources/values/json-members.ts';
import { controllerReference } from '../runtime/controller-reference.ts';
import type { NewObject } from '../runtime/controller-writes.ts';

export interface PodAdditions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Members;
}

/** A pod of its manager's template, with the manager's additions. */
export function podOfTemplate(
  manager: ObjectEntry,
  resource: Resource,
  template: Members,
  { labels = {}, spec = {} }: PodAdditions = {},
): NewObject {
  const metadata = members(template['metadata']) as ApiObject['metadata'];
  const { annotations, finalizers } = metadata;
  return {
    metadata: {
      generateName: `${manager.value.object.metadata.name}-`,
      labels: { ...metadata.labels, ...labels },
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [controllerReference(manager, resource)],
    },
    spec: { ...members(template['spec']), ...spec },
  };
}
