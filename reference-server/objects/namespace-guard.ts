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

export function namespaceKey(namespace: string): string {
  return objectKey(SCOPES, undefined, namespace);
}

/** The namespace, terminating or not. Throws `ApiError` 404. */
export async function namespaceThere(context: ServerContext, namespace: string): Promise<ObjectEntry> {
  return requireThere(context, namespace, await context.store.get(namespaceKey(namespace)));
}

/** Throws 404 unless the namespace exists, 403 if it is terminating. */
export function requireOpenNamespace(
  context: ServerContext,
  resource: Resource,
  name: string,
  namespace: string,
  entry: ObjectEntry | undefined,
): void {
  const { object } = requireThere(context, namespace, entry).value;
  if (object.metadata.deletionTimestamp === undefined) return;
  throw forbidden(
    context,
    resource,
    name,
    `namespace ${namespace} is being deleted, so nothing new can be created in it`,
  );
}

function requireThere(context: ServerContext, namespace: string, entry: ObjectEntry | undefined): ObjectEntry {
  if (entry === undefined) throw notFound(context, SCOPES, namespace);
  return entry;
}
