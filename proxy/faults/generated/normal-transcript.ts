import type { Bendable } from '../fault.ts';
import { isObject, metadataOf } from '../bend.ts';

/** The normal form of one response, or of one frame of a watch. */
export interface TranscriptEntry {
  readonly [aspect: string]: unknown;
}

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
/** Times within so many milliseconds of now only show that something happened during the witness. */
const NOW_MS = 120_000;

/**
 * The normal form of transcripts of the same requests: server-chosen values are replaced by the order in which they
 * first occurred, and objects of other namespaces than the one of the witness are left out.
 *
 *     {"uid":"5ad0...","resourceVersion":"17"}  ->  {"uid":"<uid 1>","resourceVersion":"<version 1>"}
 */
export function normalTranscript(seen: readonly TranscriptEntry[], namespace: string): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const named = (sort: string, value: string): string => {
    const known = names.get(`${sort} ${value}`);
    if (known !== undefined) return known;
    const count = (counts.get(sort) ?? 0) + 1;
    counts.set(sort, count);
    const name = `<${sort} ${count}>`;
    names.set(`${sort} ${value}`, name);
    return name;
  };
  const ofText = (text: string): string => {
    const plain = text
      .replaceAll(UUID, (uid) => named('uid', uid))
      .replaceAll(TIME, timeOf)
      .replaceAll(namespace, '{ns}');
    return [...names]
      .filter(([key]) => key.startsWith('name '))
      .reduce((rest, [key, name]) => rest.replaceAll(key.slice(5), name), plain);
  };
  const normal = (value: unknown, member = ''): unknown => {
    if (typeof value === 'string')
      return member === 'resourceVersion' && value !== '' ? named('version', value) : ofText(value);
    if (Array.isArray(value)) return value.filter((item) => isOfNamespace(item, namespace)).map((item) => normal(item));
    if (!isObject(value)) return value;
    noteGeneratedName(value, named);
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [ofText(key), normal(value[key], key)]),
    );
  };
  return JSON.stringify(normal(seen), null, 1);
}

/** Whether a list or watch of that namespace, or of a namespace whose name begins like it, shows the object. */
function isOfNamespace(item: unknown, namespace: string): boolean {
  const object = isObject(item) && isObject(item['object']) ? item['object'] : item;
  const metadata = metadataOf(object);
  const where = metadata['namespace'] ?? metadata['name'];
  const isListed = isObject(object) && isObject(object['metadata']) && typeof metadata['uid'] === 'string';
  return !isListed || typeof where !== 'string' || where.startsWith(namespace);
}

function noteGeneratedName(value: Bendable, named: (sort: string, value: string) => string): void {
  const { generateName, name } = value;
  if (
    typeof generateName === 'string' &&
    typeof name === 'string' &&
    generateName !== '' &&
    name.startsWith(generateName)
  )
    named('name', name);
}

function timeOf(time: string): string {
  return Math.abs(Date.parse(time) - Date.now()) < NOW_MS ? '<now>' : time;
}
