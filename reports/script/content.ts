import type { WireExchange } from './wire-case.ts';

/**
 * Content in the form in which it is compared: objects of other clients are left out, and the events of a watch and the
 * items of a list stand by their objects, because other objects may come in between.
 *
 *     ADDED a, ADDED b, DELETED a   ->   { objects: { "$ID-ns1/$ID-a": [ADDED, DELETED], "$ID-ns1/$ID-b": [ADDED] }, order: [...] }
 *
 * `CONTENT_IN_JQ` does the same in a script.
 */
export function contentOf({ isWatch, json, events }: WireExchange, neutral: (text: string) => string): unknown {
  if (isWatch) {
    const own = events.map((event) => event.json).filter((event) => isOwnEvent(event, neutral));
    return {
      objects: byObject(own, (event) => metadataOf(member(event, 'object')), neutral),
      order: own.map(
        (event) => `${String(member(event, 'type'))} ${keyOf(metadataOf(member(event, 'object')), neutral)}`,
      ),
    };
  }
  const items = member(json, 'items');
  if (!Array.isArray(items)) return json;
  const own = items.filter((item) => isOwn(metadataOf(item), neutral));
  return { ...(json as object), items: byObject(own, metadataOf, neutral) };
}

/** Functions of jq: `content` of a body, or of an array of events. `$id` begins the names of the case. */
export const CONTENT_IN_JQ = [
  String.raw`def key: "\(.namespace // "")/\(.generateName // .name // "")";`,
  'def own: (.name // $id) | tostring | startswith($id);',
  'def by_object(metadata): reduce .[] as $each ({}; .[$each | metadata | key] += [$each]);',
  String.raw`def content: if type == "array" then map(select(.object.metadata | own)) | {objects: by_object(.object.metadata), order: map("\(.type) \(.object.metadata | key)")}`,
  ' elif type == "object" and (.items | type) == "array" then .items |= (map(select(.metadata | own)) | by_object(.metadata)) else . end;',
].join('');

/**
 * The types of the first events of each object, in the content of a watch, by the names of the objects:
 * `["$ID-ns1/$ID-a: ADDED MODIFIED DELETED"]`. Default: of all events.
 */
export function typesByObject(content: unknown, first?: number): readonly string[] {
  const types: Record<string, string[]> = {};
  for (const event of orderOf(content).slice(0, first)) {
    const [type = '', key = ''] = event.split(' ');
    (types[key] ??= []).push(type);
  }
  // Names of a case begin with "bug" in a script.
  const named = Object.entries(types).map(([key, all]) => ({ key, all, place: key.replaceAll('$ID', 'bug') }));
  return named.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ key, all }) => `${key}: ${all.join(' ')}`);
}

/** `typesByObject` as an expression of jq. */
export function typesByObjectInJq(first?: number): string {
  const events = `.order${first === undefined ? '' : `[:${first}]`}`;
  return String.raw`${events} | reduce .[] as $each ({}; ($each | split(" ")) as [$type, $key] | .[$key] += [$type]) | to_entries | sort_by(.key) | map("\(.key): \(.value | join(" "))")`;
}

/** The number of events in the content of a watch. In jq, `EVENT_COUNT_IN_JQ`. */
export function eventCount(content: unknown): number {
  return orderOf(content).length;
}

function orderOf(content: unknown): readonly string[] {
  const order = member(content, 'order');
  return Array.isArray(order) ? order : [];
}

export const EVENT_COUNT_IN_JQ = '.order | length';

/**
 * Whether the events of some object are others than expected. A watch that is closed earlier or later has fewer or more
 * at its end, which is no conflict. So only as many events are compared as are expected.
 */
export function conflicts(expected: readonly string[], content: unknown): boolean {
  return typesByObject(content, countIn(expected)).some(
    (one) => !expected.some((other) => `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `)),
  );
}

/** `conflicts` as an expression of jq, over the content of a watch. */
export function conflictsInJq(expected: readonly string[]): string {
  const ended = JSON.stringify(expected.map((each) => `${each} `));
  const isKnown = `any(.[]; . as $e | ($g | startswith($e)) or ($e | startswith($g)))`;
  return `${typesByObjectInJq(countIn(expected))} | map(. + " ") | any(.[]; . as $g | ${ended} | ${isKnown} | not)`;
}

/** The number of events in `["a: ADDED MODIFIED", "b: ADDED"]`. */
function countIn(types: readonly string[]): number {
  return types.reduce((sum, each) => sum + each.split(' ').length - 1, 0);
}

/** Whether an event is about one of the case's own objects. */
export function isOwnEvent(event: unknown, neutral: (text: string) => string): boolean {
  return isOwn(metadataOf(member(event, 'object')), neutral);
}

/** The number of events about the case's own objects, before a position. */
export function ownEvents(
  { events }: WireExchange,
  neutral: (text: string) => string,
  before = Number.POSITIVE_INFINITY,
): number {
  return events.filter(
    ({ at, json }) =>
      at < before && member(metadataOf(member(json, 'object')), 'name') !== undefined && isOwnEvent(json, neutral),
  ).length;
}

function byObject(
  own: readonly unknown[],
  metadata: (each: unknown) => unknown,
  neutral: (text: string) => string,
): Record<string, unknown[]> {
  const groups: Record<string, unknown[]> = {};
  for (const each of own) (groups[keyOf(metadata(each), neutral)] ??= []).push(each);
  return groups;
}

function isOwn(metadata: unknown, neutral: (text: string) => string): boolean {
  return neutral(String(member(metadata, 'name') ?? '$ID')).startsWith('$ID');
}

function keyOf(metadata: unknown, neutral: (text: string) => string): string {
  const name = member(metadata, 'generateName') ?? member(metadata, 'name') ?? '';
  return neutral(`${String(member(metadata, 'namespace') ?? '')}/${String(name)}`);
}

/** The version of an object; `undefined` if it has none, or is no object. */
export function versionOf(object: unknown): unknown {
  return member(metadataOf(object), 'resourceVersion');
}

function metadataOf(object: unknown): unknown {
  return member(object, 'metadata');
}

/** A member of a value that may be anything. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
