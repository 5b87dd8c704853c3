import type { Resource } from '../../spec/surface/resources.ts';
import { collectionPrefix } from './object-key.ts';
import type { ObjectFilter } from './selectors/object-filter.ts';
import { selectedEntries } from './selectors/selected-entries.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

export interface Listed {
  readonly entries: readonly ObjectEntry[];
  /** As of which the list holds. */
  readonly revision: number;
}

/** The objects of a kind that match, in one namespace or in all, in order of namespace and name. */
export async function listObjects(
  context: ServerContext,
  resource: Resource,
  namespace: string | undefined,
  filter: ObjectFilter,
): Promise<Listed> {
  const { entries, revision } = await context.store.range(collectionPrefix(resource, namespace));
  return { entries: selectedEntries(entries, filter), revision };
}
