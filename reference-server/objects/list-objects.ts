import type { Resource } from '../../spec/surface/resources.ts';
import { collectionPrefix } from './object-key.ts';
import type { ObjectFilter } from './selectors/object-filter.ts';
import { selectedEntries } from './selectors/selected-entries.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { World } from './world.ts';

export interface Listed {
  readonly entries: readonly ObjectEntry[];
  /** As of which the list holds. */
  readonly revision: number;
}

/** The objects of a kind that match, in one namespace or in all, in order of namespace and name. */
export async function listObjects(
  world: World,
  resource: Resource,
  namespace: string | undefined,
  filter: ObjectFilter,
): Promise<Listed> {
  const { entries, revision } = await world.store.range(collectionPrefix(resource, namespace));
  return { entries: selectedEntries(entries, filter), revision };
}
