import type { Kind, Resource } from '../../spec/surface/resources.ts';

/**
 * Keys of the store: `/<kind>/<namespace>/<name>/`, without the namespace on cluster-scoped kinds. They are by kind, so that the two
 * groups of Deployment share their objects (document, Versioning 2), and end in a slash, so that the prefix of one object, one
 * namespace or one kind never catches a neighbour whose name is longer. Stores sort them by name (`store/key-order.ts`).
 */
export function objectKey(resource: Resource, namespace: string | undefined, name: string): string {
  return `${collectionPrefix(resource, namespace)}${name}/`;
}

/** Prefix of the keys of a kind, in one namespace where one is given. */
export function collectionPrefix(resource: { readonly kind: Kind }, namespace: string | undefined): string {
  return namespace === undefined ? `/${resource.kind}/` : `/${resource.kind}/${namespace}/`;
}

/** The kind of the object under that key. */
export function kindOfKey(key: string): Kind {
  return key.slice(1, key.indexOf('/', 1)) as Kind;
}
