import { isObject, type Json, type JsonObject, memberOf, type Path, textOf } from './json-value.ts';

/**
 * What a server chooses, by the place where it stands - never by what it looks like. Each is compared by correspondence:
 * - `uid`: one to one over the whole recording
 * - `version`: of an object; one to one per object
 * - `list-version`: a position in the history of the server; any value will do, and is used for requests that start from it
 * - `created`: a time that stays for the life of its object
 * - `time`: a time; only that there is one is compared
 * - `address`: addresses, ports and hashes that the cluster hands out, and may hand out again; one to one per object
 * - `position`: where a long list goes on
 */
export type Domain = 'uid' | 'version' | 'list-version' | 'created' | 'time' | 'address' | 'position';

const BY_MEMBER: Readonly<Record<string, Domain>> = {
  uid: 'uid',
  'controller-uid': 'uid',
  resourceVersion: 'version',
  creationTimestamp: 'created',
  continue: 'position',
  clusterIP: 'address',
  podIP: 'address',
  hostIP: 'address',
  nodePort: 'address',
  healthCheckNodePort: 'address',
  'pod-template-hash': 'address',
  containerID: 'address',
};

/** Times are named so throughout the API: `startTime`, `lastTransitionTime`, `deletionTimestamp`. */
const TIME_MEMBER = /(?:Time|Timestamp)$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Maps whose keys and values are the client's own, whatever their names. */
const CLIENT_MAPS: ReadonlySet<string> = new Set(['data', 'stringData', 'annotations']);

/** The domain of the value at a path; `undefined` for one that the client chose, or that follows from what it chose. */
export function domainAt(path: Path, holder: JsonObject): Domain | undefined {
  const member = path.at(-1);
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

/** Whether it is a time as the API writes them. */
export function isTime(value: Json | undefined): boolean {
  return typeof value === 'string' && RFC_3339.test(value);
}

/** Values that mean something by themselves and stand for nothing: absent, any version, headless. */
export function isLiteral(value: Json | undefined): boolean {
  return typeof value !== 'string' && typeof value !== 'number'
    ? true
    : ['', '0', 'None', '<unknown>'].includes(String(value));
}

/** What tells one object from another in the scope of its versions: its uid; the name where it has none. */
export function scopeOf(object: Json | undefined): string | undefined {
  const metadata = memberOf(object, 'metadata');
  if (!isObject(metadata)) return undefined;
  const uid = textOf(metadata, 'uid');
  const name = textOf(metadata, 'name');
  if (uid === '' && name === '') return undefined;
  return uid === '' ? `${textOf(metadata, 'namespace')}/${name}` : uid;
}

/** Whether the server made up the name: it is the prefix that the client gave, and more. */
export function isGenerated(metadata: JsonObject, name: string): boolean {
  const prefix = textOf(metadata, 'generateName');
  return prefix !== '' && name.length > prefix.length && name.startsWith(prefix);
}
