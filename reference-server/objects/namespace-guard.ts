import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import { forbidden, notFound } from './refusals.ts';
import { objectKey } from './object-key.ts';
import type { ObjectEntry } from './stored-object.ts';
import type { ServerContext } from './server-context.ts';

/** The cluster-scoped resource whose objects scope all others: namespaces. */
export const SCOPES: Resource = scopes();

function scopes(): Resource {
  const resource = RESOURCES.find(({ namespaced }) => !namespaced);
  if (resource === undefined) throw new RangeError('the document has no resource that scopes names');
  return resource;
}

/** The cached namespace if it is not terminating. A write guarded by it holds only while the namespace exists. */
export function namespaceAtHand(context: ServerContext, namespace: string): ObjectEntry | undefined {
  const entry = context.store.atHand?.(objectKey(SCOPES, undefined, namespace));
  return entry?.value.object.metadata.deletionTimestamp === undefined ? entry : undefined;
}

/** The namespace, terminating or not. Throws `ApiError` 404. */
export async function namespaceThere(context: ServerContext, namespace: string): Promise<ObjectEntry> {
  const entry = await context.store.get(objectKey(SCOPES, undefined, namespace));
  if (entry === undefined) throw notFound(context, SCOPES, namespace);
  return entry;
}

/** Throws 404 unless the namespace exists, 403 if it is terminating. */
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
