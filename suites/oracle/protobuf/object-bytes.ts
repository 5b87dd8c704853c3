import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { SCHEMAS, type TypeId } from '../../../spec/schemas/index.ts';
import { type Json, type JsonObject, textAt } from '../json.ts';
import { layoutOf } from './layout.ts';
import { readMessage } from './read-message.ts';
import { writeMessage } from './write-message.ts';

/** The four bytes before every object. */
const MAGIC = Buffer.from('k8s\0', 'latin1');

/** Field numbers of the envelope around an object. */
const TYPE_META = 1;
const RAW = 2;
/** Field numbers of the envelope's type message. */
const API_VERSION = 1;
const KIND = 2;

/**
 * Encodes an API object as `application/vnd.kubernetes.protobuf`: four magic bytes, then an envelope with kind,
 * version and message. `undefined` if the document does not have the value's kind, because its layout is unknown.
 *
 *     6b 38 73 00 | 0a (0a 'v1' 12 'ConfigMap') | 12 (0a metadata, 12 data ...)
 */
export function objectBytes(object: Json): Buffer | undefined {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')];
  const type = apiVersion === undefined || kind === undefined ? undefined : typeOf(apiVersion, kind);
  if (type === undefined || apiVersion === undefined || kind === undefined) return undefined;
  const envelope = new BinaryWriter()
    .tag(TYPE_META, WireType.LengthDelimited)
    .fork()
    .tag(API_VERSION, WireType.LengthDelimited)
    .string(apiVersion)
    .tag(KIND, WireType.LengthDelimited)
    .string(kind)
    .join()
    .tag(RAW, WireType.LengthDelimited)
    .bytes(writeMessage(type, object));
  return Buffer.concat([MAGIC, envelope.finish()]);
}

/**
 * Decodes such bytes, with the kind and version of the envelope; `undefined` if the bytes are malformed or the
 * document does not have the kind.
 */
export function objectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    if (!MAGIC.equals(bytes.subarray(0, MAGIC.length))) return undefined;
    const { apiVersion, kind, raw } = unwrapped(bytes.subarray(MAGIC.length));
    const type = typeOf(apiVersion, kind);
    return type === undefined ? undefined : { kind, apiVersion, ...emptyItems(type), ...readMessage(type, raw) };
  } catch {
    return undefined;
  }
}

/** A message has no field for an empty list, and a list of objects that holds none must still be a list. */
function emptyItems(type: TypeId): JsonObject {
  return layoutOf(type).some(({ member, many }) => member === 'items' && many === 'list') ? { items: [] } : {};
}

/** Whether bytes are the envelope of an object of any kind. */
export function isEnvelope(bytes: Uint8Array): boolean {
  try {
    return MAGIC.equals(bytes.subarray(0, MAGIC.length)) && unwrapped(bytes.subarray(MAGIC.length)).kind !== '';
  } catch {
    return false;
  }
}

/**
 * The part of an object that protobuf can carry: the object, encoded and decoded again. Objects of unknown kinds
 * stay as they are.
 */
export function throughProtobuf(object: JsonObject): JsonObject {
  const bytes = objectBytes(object);
  return (bytes === undefined ? undefined : objectIn(bytes)) ?? object;
}

interface Unwrapped {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

function unwrapped(envelope: Uint8Array): Unwrapped {
  const fields = lengthDelimited(envelope);
  const meta = lengthDelimited(fields.get(TYPE_META) ?? new Uint8Array());
  const text = (field: number): string => Buffer.from(meta.get(field) ?? []).toString('utf8');
  return { apiVersion: text(API_VERSION), kind: text(KIND), raw: fields.get(RAW) ?? new Uint8Array() };
}

/**
 * The length-delimited fields of a message (texts, bytes, messages), the last of each number. Throws if the bytes
 * are not a message.
 */
export function lengthDelimited(message: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (wire === WireType.LengthDelimited) fields.set(number, reader.bytes());
    else reader.skip(wire, number);
  }
  return fields;
}

/**
 * The type id: `core/v1.Pod` for `v1` and `Pod`, `meta/v1.Status` for `v1` and `Status`, with or without the version.
 * For a group with a domain, its first label names the types.
 */
function typeOf(apiVersion: string, kind: string): TypeId | undefined {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/', 2) : ['core', apiVersion];
  const candidates = [
    `${group}/${version}.${kind}`,
    `${group?.split('.', 1)[0]}/${version}.${kind}`,
    `meta/${version || 'v1'}.${kind}`,
  ];
  return candidates.find((type) => Object.hasOwn(SCHEMAS, type));
}
