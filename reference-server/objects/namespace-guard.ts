import { RESOURCES } from '../../spec/surface/resources.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import { forbidden, notFound } from './refusals.ts';
import { objectKey } from './object-key.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

/** The cluster-scoped resource whose objects scope all others. */
export const SCOPES: Resource = scopes();

function scopes(): Resource {
  const resource = RESOURCES.find(({ namespaced }) => !namespaced);
  if (resource === undefined) throw new RangeError('the document has no resource that scopes names');
  return resource;
}

/** The namespace, where it is at hand and not being deleted: a write beside it holds only if it still stands. */
export function namespaceAtHand(context: ServerContext, namespace: string): ObjectEntry | undefined {
  const entry = context.store.atHand?.(objectKey(SCOPES, undefined, namespace));
  return entry?.value.object.metadata.deletionTimestamp === undefined ? entry : undefined;
}

/** The namespace, also while it is being deleted. Throws `ApiError` 404. */
export async function namespaceThere(context: ServerContext, namespace: string): Promise<ObjectEntry> {
  const entry = await context.store.get(objectKey(SCOPES, undefined, namespace));
  if (entry === undefined) throw notFound(context, SCOPES, namespace);
  return entry;
}

/** Throws 404 unless the namespace exists, 403 while it is being deleted. */
export async function requireNamespace(
  context: ServerContext,
  resource: Resource,
  namespace: string,
  name: string,
): Promise<void> {
  const entry = await namespaceThere(context, namespace);
  if (entry.value.object.metadata.deletionTimestamp !== undefined) {
    throw forbidden(
      context,
      resource,
      name,
      `namespace ${namespace} is being deleted, so nothing new can be created in it`,
    );
  }
}
