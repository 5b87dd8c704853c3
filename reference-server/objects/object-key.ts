import type { Kind, Resource } from '../../spec/surface/resources.ts';

/**
 * The key of an object in the store: `/<kind>/<namespace>/<name>/`, without the namespace on cluster-scoped kinds.
 * Keys name the kind, so the two groups of Deployment share their objects (document, Versioning 2). Keys end in a
 * slash, so the prefix of an object, a namespace or a kind never matches a longer name. Stores sort keys by name
 * (`store/key-order.ts`).
 */
export function objectKey(resource: Resource, namespace: string | undefined, name: string): string {
  return `${collectionPrefix(resource, namespace)}${name}/`;
}

/** Prefix of the keys of a kind, in one namespace if it is given. */
export function collectionPrefix(resource: { readonly kind: Kind }, namespace: string | undefined): string {
  return namespace === undefined ? `/${resource.kind}/` : `/${resource.kind}/${namespace}/`;
}

/** The kind of the object with this key. */
export function kindOfKey(key: string): Kind {
  return key.slice(1, key.indexOf('/', 1)) as Kind;
}
