import { isObject, type Json, type JsonObject, memberOf, textOf } from './json-value.ts';

/**
 * Lists whose elements are paired by a key, by the name of their member: the document's merge keys, the lists of
 * discovery, and the managers of fields of later releases. If ports share a number, the protocol distinguishes them.
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
  managedFields: ['manager', 'operation', 'apiVersion', 'subresource'],
  resources: ['name'],
  groups: ['name'],
  versions: ['groupVersion'],
  serverAddressByClientCIDRs: ['clientCIDR'],
};

/**
 * Lists whose order is chance: those that controllers write, those of discovery, which servers build from a map, and
 * the managers of fields, which later releases sort by the second of their last write and then by name.
 */
const IN_ANY_ORDER: ReadonlySet<string> = new Set([
  'conditions',
  'containerStatuses',
  'initContainerStatuses',
  'managedFields',
  'resources',
  'groups',
  'versions',
  'serverAddressByClientCIDRs',
]);

/**
 * The keys that both lists hold, in the order of either list, if the orders differ. Items are compared within each
 * namespace, because a replay may rename namespaces. They are compared only if the expected side has them in the
 * order of their names; otherwise racing creates may decide the order.
 */
export function orderDifference(
  member: string | number | undefined,
  expected: ReadonlyMap<string, number>,
  actual: ReadonlyMap<string, number>,
): readonly [expected: string[], actual: string[]] | undefined {
  if (typeof member !== 'string' || IN_ANY_ORDER.has(member)) return undefined;
  const there = [...expected.keys()].filter((key) => actual.has(key));
  const here = [...actual.keys()].filter((key) => expected.has(key));
  if (member !== 'items' && member !== 'rows') return sameOrder(there, here) ? undefined : [there, here];
  for (const namespace of new Set(there.map(namespaceOf))) {
    const isWithin = (key: string): boolean => namespaceOf(key) === namespace;
    const [one, other] = [there.filter(isWithin), here.filter(isWithin)];
    if (isSorted(one) && !sameOrder(one, other)) return [one, other];
  }
  return undefined;
}

function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.every((key, index) => key === other[index]);
}

function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

function isSorted(keys: readonly string[]): boolean {
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
}

/** The elements of a list by key, in order; `undefined` if the list has no key, or a key is missing or occurs twice. */
export function byKey(
  member: string | number | undefined,
  list: readonly Json[],
): ReadonlyMap<string, number> | undefined {
  if (typeof member !== 'string') return undefined;
  const keyOf = KEYS_OF_OBJECTS.get(member) ?? elementKey(Object.hasOwn(KEYS, member) ? KEYS[member] : undefined);
  if (keyOf === undefined) return undefined;
  const indexes = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const key = isObject(element) ? keyOf(element) : undefined;
    if (key === undefined || indexes.has(key)) return undefined;
    indexes.set(key, index);
  }
  return indexes;
}

/** The keys of elements that are objects, or that contain one. */
const KEYS_OF_OBJECTS: ReadonlyMap<string, (element: JsonObject) => string | undefined> = new Map([
  ['items', itemKey],
  ['rows', (row) => itemKey(memberOf(row, 'object'))],
]);

/** Namespace and name: the key of the objects of a list. */
function itemKey(item: Json | undefined): string | undefined {
  const metadata = memberOf(item, 'metadata');
  const name = textOf(metadata, 'name');
  return name === '' ? undefined : `${textOf(metadata, 'namespace')}/${name}`;
}

function elementKey(members: readonly string[] | undefined): ((element: JsonObject) => string | undefined) | undefined {
  if (members === undefined) return undefined;
  return (element) => {
    const values = members.map((member) => memberOf(element, member));
    const given = values.filter((value) => value !== undefined);
    const texts = given.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    return texts.length === 0 ? undefined : texts.join(' ');
  };
}
