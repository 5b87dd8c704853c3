import type { Kind, Resource } from '../../../spec/surface/resources.ts';

/**
 * Identifies one object in the store. A kind has one store, so both Deployment resources share keys. Compare keys by
 * `id`.
 */
export interface ObjectKey {
  readonly id: string;
  readonly kind: Kind;
  /** `undefined` for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly name: string;
}

export function keyOf(resource: Resource, namespace: string | undefined, name: string): ObjectKey {
  const scope = resource.namespaced ? namespace : undefined;
  return { id: JSON.stringify([resource.kind, scope ?? null, name]), kind: resource.kind, namespace: scope, name };
}

/** Identifies the collection of a kind in a namespace. */
export function collectionId(kind: string, namespace: string | undefined): string {
  return `${kind}/${namespace ?? ''}`;
}
