import type { Json, JsonObject } from './json-value.ts';
import { isObject, memberOf, textOf } from './json-value.ts';

/**
 * Lists whose elements are told apart by a key and whose order means nothing (document, Semantics 4: merged lists do not preserve
 * order), by the name of their member; and those of discovery, which servers make of a map. The merge keys are the document's; where ports have one number twice, the protocol tells them apart.
 */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  containerStatuses: ['name'],
  initContainerStatuses: ['name'],
  env: ['name'],
  volumes: ['name'],
  imagePullSecrets: ['name'],
  volumeMounts: ['mountPath'],
  hostAliases: ['ip'],
  conditions: ['type'],
  ports: ['containerPort', 'port', 'protocol'],
  ownerReferences: ['name', 'kind'],
  resources: ['name'],
  groups: ['name'],
  versions: ['groupVersion'],
  serverAddressByClientCIDRs: ['clientCIDR'],
};

/** The elements of a list by key, in order; `undefined` where the list is not one of those, or a key is missing or occurs twice. */
export function byKey(
  member: string | number | undefined,
  list: readonly Json[],
): ReadonlyMap<string, number> | undefined {
  if (typeof member !== 'string') return undefined;
  const keyOf = member === 'items' ? itemKey : elementKey(Object.hasOwn(KEYS, member) ? KEYS[member] : undefined);
  if (keyOf === undefined) return undefined;
  const indexes = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const key = isObject(element) ? keyOf(element) : undefined;
    if (key === undefined || indexes.has(key)) return undefined;
    indexes.set(key, index);
  }
  return indexes;
}

/** Namespace and name: what tells the objects of one list from each other. */
function itemKey(item: JsonObject): string | undefined {
  const metadata = memberOf(item, 'metadata');
  const name = textOf(metadata, 'name');
  return name === '' ? undefined : `${textOf(metadata, 'namespace')}/${name}`;
}

function elementKey(members: readonly string[] | undefined): ((element: JsonObject) => string | undefined) | undefined {
  if (members === undefined) return undefined;
  return (element) => {
    const values = members.map((member) => memberOf(element, member));
    return values.every((value) => value === undefined) ? undefined : JSON.stringify(values);
  };
}
