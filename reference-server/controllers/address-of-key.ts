import type { Resource } from '../../spec/surface/resources.ts';
import { kindOfKey } from '../objects/object-key.ts';
import type { ObjectEntry } from '../objects/stored-object.ts';
import type { ObjectAddress } from '../objects/server-context.ts';
import { STORED_RESOURCES } from '../resources/served-resources.ts';

const BY_KIND: ReadonlyMap<string, Resource> = new Map(STORED_RESOURCES.map((resource) => [resource.kind, resource]));

/** The address of a stored object; for a kind that is served twice, under the later of its resources. */
export function addressOfEntry({ key, value }: ObjectEntry): ObjectAddress {
  const kind = kindOfKey(key);
  const resource = BY_KIND.get(kind);
  if (resource === undefined) throw new RangeError(`no resource of kind '${kind}' among those that are stored`);
  const { namespace, name = '' } = value.object.metadata;
  return { resource, namespace, name };
}
