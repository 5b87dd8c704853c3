import { isObject, type Json, type JsonObject, memberOf, type JsonPath, textOf } from './json-value.ts';

/**
 * Values that a server chooses, by their place and never by their look. Each is compared by correspondence:
 * - `uid`: one to one over the whole recording
 * - `version`: of an object; one to one per object
 * - `list-version`: a position in the history of the server; any value is right, and requests that start from it use it
 * - `created`: a time that stays for the life of its object
 * - `time`: a time; only its presence is compared
 * - `address`: addresses, ports and hashes that the cluster assigns and may reuse; one to one per object
 * - `position`: the continue token of a long list
 */
export type Domain = 'uid' | 'version' | 'list-version' | 'created' | 'time' | 'address' | 'position';

const BY_MEMBER: Readonly<Record<string, Domain>> = {
  uid: 'uid',
  'controller-uid': 'uid',
  resourceVersion: 'version',
  creationTimestamp: 'created',
  continue: 'position',
  clusterIP: 'address',
  clusterIPs: 'address',
  podIP: 'address',
  hostIP: 'address',
  nodePort: 'address',
  healthCheckNodePort: 'address',
  'pod-template-hash': 'address',
  containerID: 'address',
};

/** The API names times in this way: `startTime`, `deletionTimestamp`, `time` in the `managedFields` of later releases. */
const TIME_MEMBER = /(?:^time|Time|Timestamp)$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Lists of addresses in later releases. */
const ADDRESS_LISTS: ReadonlySet<string> = new Set(['podIPs', 'hostIPs']);

/** Maps with keys and values of the client, whatever their names. */
const CLIENT_MAPS: ReadonlySet<string> = new Set(['data', 'stringData', 'annotations']);

/** The domain of the value at a path; `undefined` for a value that the client chose or determined. */
export function domainAt(path: JsonPath, holder: JsonObject): Domain | undefined {
  const member = memberAt(path);
  if (typeof member !== 'string' || path.some((step) => CLIENT_MAPS.has(String(step)))) return undefined;
  const domain = Object.hasOwn(BY_MEMBER, member) ? BY_MEMBER[member] : undefined;
  if (
    domain === 'version' &&
    path.at(-2) === 'metadata' &&
    textOf(holder, 'uid') === '' &&
    textOf(holder, 'name') === ''
  )
    return 'list-version';
  return domain ?? (TIME_MEMBER.test(member) ? 'time' : undefined);
}

/** The member of a value; that of the list for an element, as in `clusterIPs[0]` and `podIPs[0].ip`. */
function memberAt(path: JsonPath): string | number | undefined {
  const last = path.at(-1);
  if (typeof last === 'number') return path.at(-2);
  return last === 'ip' && ADDRESS_LISTS.has(String(path.at(-3))) ? 'podIP' : last;
}

/** Whether it is a time in the API's format. */
export function isTime(value: Json | undefined): boolean {
  return typeof value === 'string' && RFC_3339.test(value);
}

/** Values with a meaning of their own: absent, any version, headless. */
export function isLiteral(value: Json | undefined): boolean {
  return typeof value !== 'string' && typeof value !== 'number'
    ? true
    : ['', '0', 'None', '<unknown>'].includes(String(value));
}

/** The scope of an object's versions: its uid; without a uid its name. */
export function scopeOf(object: Json | undefined): string | undefined {
  const metadata = memberOf(object, 'metadata');
  if (!isObject(metadata)) return undefined;
  const uid = textOf(metadata, 'uid');
  const name = textOf(metadata, 'name');
  if (uid === '' && name === '') return undefined;
  return uid === '' ? `${textOf(metadata, 'namespace')}/${name}` : uid;
}

/** Whether the server generated the name: it is longer than the prefix that the client gave. */
export function isGenerated(metadata: JsonObject, name: string): boolean {
  const prefix = textOf(metadata, 'generateName');
  return prefix !== '' && name.length > prefix.length && name.startsWith(prefix);
}
