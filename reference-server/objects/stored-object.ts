import type { Resource } from '../../spec/surface/resources.ts';
import type { ApiObject, ObjectMeta } from '../resources/api-object.ts';
import { specFor } from '../resources/values/hidden-members.ts';
import type { Change, Entry } from '../store/store.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/**
 * One object at one revision as one resource shows it to readers. Each form is made at first use and shared by all
 * readers.
 */
interface EncodedObject {
  readonly resource: Resource;
  readonly revision: number;
  line: string | undefined;
  body: Buffer | undefined;
  readonly frames: Record<EventType, Buffer | undefined>;
}

/**
 * An object as the store holds it: without `resourceVersion` and `selfLink`, which depend on the revision and on the
 * request path.
 */
export interface StoredObject {
  readonly object: ApiObject;
  /** Length of its compact JSON in characters. */
  readonly size: number;
  /** The compact JSON of each member, in order; made at first use. */
  texts: readonly string[] | undefined;
  /** Cached encodings: rarely more than two, the object as stored and its DELETED event. */
  readonly encodings: EncodedObject[];
}

/** @param like an object that may share members with this one; shared members are not encoded again */
export function storedObject(object: ApiObject, like?: StoredObject): StoredObject {
  const texts = memberTexts(object, like);
  let size = 0;
  for (const text of texts) size += text.length;
  return { object, size, texts, encodings: [] };
}

/** Parses the text of a stored object. Throws if the text is no object with a name. */
export function storedText(text: string): StoredObject {
  const object = JSON.parse(text) as Partial<ApiObject> | null;
  if (typeof object?.kind !== 'string' || typeof object.metadata?.name !== 'string')
    throw new RangeError('expected an object with a kind and a name');
  return { object: object as ApiObject, size: text.length, texts: undefined, encodings: [] };
}

/** The object in compact JSON, the input of `storedText`. */
export function textOfStored(stored: StoredObject): string {
  const texts = textsOf(stored);
  return `{${Object.keys(stored.object)
    .map((name, index) => `${JSON.stringify(name)}:${texts[index]}`)
    .join(',')}}`;
}

function textsOf(stored: StoredObject): readonly string[] {
  return (stored.texts ??= memberTexts(stored.object));
}

function memberTexts(object: ApiObject, like?: StoredObject): readonly string[] {
  const known = like === undefined ? [] : Object.keys(like.object);
  const texts: string[] = [];
  for (const name in object) {
    const at = texts.length;
    const shared = known[at] === name && like?.object[name] === object[name] ? like?.texts?.[at] : undefined;
    texts.push(shared ?? JSON.stringify(object[name]));
  }
  return texts;
}

/** The object as this resource shows it, with its type, path and version. */
export function shownObject({ value, revision }: Entry<StoredObject>, resource: Resource): ApiObject {
  const { metadata } = value.object;
  const { name = '', generateName, namespace, uid } = metadata;
  const identity: { -readonly [Member in keyof ObjectMeta]: ObjectMeta[Member] } = { name };
  if (generateName !== undefined) identity.generateName = generateName;
  if (namespace !== undefined) identity.namespace = namespace;
  identity.selfLink = selfLink(resource, namespace, name);
  if (uid !== undefined) identity.uid = uid;
  identity.resourceVersion = String(revision);
  // Assignment is many times faster than spreading. All members come from the schema, so no name is special.
  const shown = Object.assign({}, value.object, {
    kind: resource.kind,
    apiVersion: resource.apiVersion,
    metadata: Object.assign(identity, metadata),
  });
  const spec = specFor(resource, value.object['spec']);
  return spec === value.object['spec'] ? shown : Object.assign(shown, { spec });
}

function encodedOf({ value: { encodings }, revision }: Entry<StoredObject>, resource: Resource): EncodedObject {
  for (const encoded of encodings) if (encoded.revision === revision && encoded.resource === resource) return encoded;
  const encoded: EncodedObject = {
    resource,
    revision,
    line: undefined,
    body: undefined,
    frames: { ADDED: undefined, MODIFIED: undefined, DELETED: undefined },
  };
  encodings.push(encoded);
  return encoded;
}

/** The JSON of the object as shown, plus a newline. Cached, because objects are often read again. */
export function keptLine(entry: Entry<StoredObject>, resource: Resource): string {
  return (encodedOf(entry, resource).line ??= `${shownText(entry, resource)}\n`);
}

/** The JSON of the object as shown, in UTF-8. Cached. */
export function keptBody(entry: Entry<StoredObject>, resource: Resource): Buffer {
  return (encodedOf(entry, resource).body ??= Buffer.from(shownText(entry, resource)));
}

/** A line of a watch stream: a WatchEvent of the object in JSON, plus a newline. Cached. */
export function watchFrame(entry: Entry<StoredObject>, type: EventType, resource: Resource): Buffer {
  return (encodedOf(entry, resource).frames[type] ??= Buffer.from(
    `{"type":"${type}","object":${shownText(entry, resource)}}\n`,
  ));
}

/** The JSON of the object as shown. Reuses the encoded members, except the metadata. */
export function shownText(entry: Entry<StoredObject>, resource: Resource): string {
  const { object } = entry.value;
  const texts = textsOf(entry.value);
  let text = typeText(resource);
  let at = 0;
  for (const name in object) {
    const own = texts[at] ?? '';
    at += 1;
    if (name === 'kind' || name === 'apiVersion') continue;
    text += `,"${name}":${name === 'metadata' ? shownMetadata(entry, resource, own) : name === 'spec' ? shownSpec(object[name], resource, own) : own}`;
  }
  return `${text}}`;
}

/**
 * The JSON of the metadata as shown: the stored text with a different beginning.
 *
 * A worked example, of version 7 of config map `a/x` with uid `u`; everything from the comma after the uid is
 * reused:
 *
 *     {"name":"x","namespace":"a","uid":"u","creationTimestamp":...
 *     {"name":"x","namespace":"a","selfLink":"/api/...","uid":"u","resourceVersion":"7","creationTimestamp":...
 */
function shownMetadata(entry: Entry<StoredObject>, resource: Resource, text: string): string {
  const { name = '', generateName, namespace, uid } = entry.value.object.metadata;
  const identity = `{"name":${quoted(name)}${member('generateName', generateName)}${member('namespace', namespace)}`;
  const known = `${identity}${member('uid', uid)},`;
  if (!text.startsWith(known)) return JSON.stringify(shownObject(entry, resource).metadata);
  return `${identity},"selfLink":${quoted(selfLink(resource, namespace, name))}${member('uid', uid)},"resourceVersion":"${entry.revision}",${text.slice(known.length)}`;
}

function shownSpec(spec: unknown, resource: Resource, text: string): string {
  const shown = specFor(resource, spec);
  return shown === spec ? text : JSON.stringify(shown);
}

function typeText({ kind, apiVersion }: Resource): string {
  return `{"kind":"${kind}","apiVersion":"${apiVersion}"`;
}

function member(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${quoted(value)}`;
}

const PLAIN = /^[\w./:-]*$/;

/** A text as JSON. Most names need only quotes, and checking that is faster than encoding. */
function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Path of an object. */
function selfLink(resource: Resource, namespace: string | undefined, name: string): string {
  const scope = resource.namespaced ? `/namespaces/${namespace}` : '';
  return `${resource.prefix}${scope}/${resource.plural}/${name}`;
}

export type ObjectChange = Change<StoredObject>;
export type ObjectEntry = Entry<StoredObject>;
