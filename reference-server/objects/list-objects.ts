import type { Resource } from '../../spec/surface/resources.ts';
import { collectionPrefix } from './object-key.ts';
import type { ObjectFilter } from './selectors/object-filter.ts';
import { selectedEntries } from './selected-entries.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

export interface Listed {
  readonly entries: readonly ObjectEntry[];
  /** The revision of the list. */
  readonly revision: number;
}

/** The matching objects of a kind, in one namespace or in all, ordered by namespace and name. */
export async function listObjects(
  context: ServerContext,
  resource: Resource,
  namespace: string | undefined,
  filter: ObjectFilter,
): Promise<Listed> {
  const { entries, revision } = await context.store.range(collectionPrefix(resource, namespace));
  return { entries: selectedEntries(entries, filter), revision };
}
