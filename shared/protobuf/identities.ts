import { EVENT, isEnveloped, kindOf, messageIn, textAt, valuesOf } from './bend-message.ts';
import type { Json, JsonObject } from '../json.ts';

/** The fields of metadata that name an object or its state. */
const OF_OBJECTS = ['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'];
const OF_LISTS = ['selfLink', 'resourceVersion', 'continue'];
const METADATA = 1;
const ITEMS = 2;

/**
 * The part of an object in protobuf that identifies it, in its JSON form: its kind and metadata, and those of its
 * items. `undefined` for other bytes and for a Status.
 *
 *     ConfigMapList   {"kind":"ConfigMapList","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"a","uid":"..."}}]}
 */
export function identitiesIn(bytes: Buffer): JsonObject | undefined {
  const kind = kindOf(bytes) ?? '';
  if (!isEnveloped(bytes) || kind === 'Status') return undefined;
  const message = messageIn(bytes);
  if (!kind.endsWith('List')) return { kind, metadata: metadataOf(message, OF_OBJECTS) };
  const items = valuesOf(message, ITEMS).map((item) => ({ metadata: metadataOf(item, OF_OBJECTS) }));
  return { kind, metadata: metadataOf(message, OF_LISTS), items };
}

/** Kind and metadata of the object of a watch event, with the type of the event. */
export function identitiesInEvent(frame: Buffer): JsonObject | undefined {
  const event = frame.subarray(EVENT.prefixLength);
  const [wrapper = new Uint8Array()] = valuesOf(event, EVENT.object);
  const [object = new Uint8Array()] = valuesOf(wrapper, EVENT.objectRaw);
  const identities = identitiesIn(Buffer.from(object));
  return identities === undefined ? undefined : { type: textAt(event, EVENT.type) ?? '', object: identities };
}

function metadataOf(message: Uint8Array, names: readonly string[]): JsonObject {
  const [metadata = new Uint8Array()] = valuesOf(message, METADATA);
  const given = names.map((name, index): [string, Json] => [name, textAt(metadata, index + 1) ?? '']);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}
