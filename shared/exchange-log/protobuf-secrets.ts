import { isUtf8 } from 'node:buffer';
import { bendEnvelope, bentMessage, EVENT, isEnveloped } from '../protobuf/bend-message.ts';
import { standInFor } from './redaction-token.ts';
import { concealText, type TokenOf } from './secret-fields.ts';

/** A place in a message: the numbers of the fields on the way to it. */
type FieldPath = readonly number[];

/** The groups and the places of secrets of each kind. A map is a list of entries whose field 2 is the value. */
const PLACES: Readonly<Record<string, { readonly group: string; readonly places: readonly FieldPath[] }>> = {
  // `data` and `stringData`.
  Secret: {
    group: '',
    places: [
      [2, 2],
      [4, 2],
    ],
  },
  SecretList: {
    group: '',
    places: [
      [2, 2, 2],
      [2, 4, 2],
    ],
  },
  // `spec.token`.
  TokenReview: { group: 'authentication.k8s.io', places: [[2, 1]] },
  // `status.token`.
  TokenRequest: { group: 'authentication.k8s.io', places: [[3, 1]] },
};
/** Kinds without the values of Secrets that paths of Secrets have too. */
const BESIDE_SECRETS: ReadonlySet<string> = new Set([
  'Status',
  'DeleteOptions',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
]);

/** Fields of the envelope, and of the type in it. */
const TYPE_META = 1;
const RAW = 2;
const CONTENT_ENCODING = 3;
const CONTENT_TYPE = 4;
const API_VERSION = 1;
const KIND = 2;
/** Deeper than every object of this API. */
const DEEPEST = 100;

interface Concealing {
  readonly ofSecrets: boolean;
  readonly token: TokenOf;
  /** Replaces the tokens in a text. */
  readonly inText: (text: string) => string;
}

/** Bytes whose secrets cannot be found. */
class UnreadableError extends Error {}

/**
 * An object or a watch event in protobuf with every secret replaced by its token; `undefined` if the bytes cannot be
 * read. The values of Secrets stand at known places. Texts elsewhere are found without a schema: bytes that are a
 * message are read as one, other bytes as text if they are UTF-8.
 *
 *     6b 38 73 00 | 0a (0a 'v1' 12 'Secret') | 12 (0a metadata, 12 (0a 'password' 12 'hush'))
 *     6b 38 73 00 | 0a (0a 'v1' 12 'Secret') | 12 (0a metadata, 12 (0a 'password' 12 'redacted-0123456789abcdef'))
 */
export function concealedProtobuf(bytes: Buffer, concealing: Concealing): Buffer | undefined {
  try {
    if (isEnveloped(bytes)) return concealEnvelope(bytes, concealing, 0);
    return isFrame(bytes) ? concealFrame(bytes, concealing) : undefined;
  } catch {
    return undefined;
  }
}

function isFrame(bytes: Buffer): boolean {
  return bytes.length > EVENT.prefixLength && bytes.readUInt32BE(0) === bytes.length - EVENT.prefixLength;
}

function concealFrame(frame: Buffer, concealing: Concealing): Buffer {
  const event = bentMessage(frame.subarray(EVENT.prefixLength), ([number, value]) => {
    if (number !== EVENT.object) return [[number, value]];
    const wrapper = bentMessage(value, ([inner, raw]) => {
      if (inner !== EVENT.objectRaw) throw new UnreadableError();
      return [[inner, concealEnvelope(asBuffer(raw), concealing, 0)]];
    });
    return [[number, wrapper]];
  });
  const prefix = Buffer.alloc(EVENT.prefixLength);
  prefix.writeUInt32BE(event.length);
  return Buffer.concat([prefix, event]);
}

function concealEnvelope(bytes: Buffer, concealing: Concealing, depth: number): Buffer {
  if (!isEnveloped(bytes)) throw new UnreadableError();
  return bendEnvelope(bytes, (envelope) => {
    const fields = fieldsOf(envelope);
    const type = fieldsOf(fields.get(TYPE_META) ?? new Uint8Array());
    if (textOf(fields, CONTENT_ENCODING) !== '' || textOf(fields, CONTENT_TYPE) !== '') throw new UnreadableError();
    const places = placesOf(textOf(type, API_VERSION), textOf(type, KIND), concealing.ofSecrets);
    return bentMessage(envelope, ([number, value]) => [
      [number, number === RAW ? concealMessage(value, places, concealing, depth + 1) : value],
    ]);
  });
}

function placesOf(apiVersion: string, kind: string, ofSecrets: boolean): readonly FieldPath[] {
  const known = Object.hasOwn(PLACES, kind) ? PLACES[kind] : undefined;
  const group = apiVersion.includes('/') ? apiVersion.split('/', 1)[0] : '';
  if (known === undefined ? ofSecrets && !BESIDE_SECRETS.has(kind) : known.group !== group) throw new UnreadableError();
  return known?.places ?? [];
}

/** The message with the values at these places replaced, and with the tokens in its texts replaced. */
function concealMessage(
  message: Uint8Array,
  places: readonly FieldPath[],
  concealing: Concealing,
  depth: number,
): Uint8Array {
  return bentMessage(message, ([number, value]) => {
    const below = places.filter(([first]) => first === number).map(([, ...rest]) => rest);
    if (below.some((place) => place.length === 0)) return [[number, concealValue(value, concealing)]];
    const concealed =
      below.length > 0
        ? concealMessage(value, below, concealing, depth + 1)
        : concealLeaf(value, concealing, depth + 1);
    return [[number, concealed]];
  });
}

function concealValue(value: Uint8Array, { token }: Concealing): Uint8Array {
  const secret = asBuffer(value);
  return value.length === 0 ? value : Buffer.from(standInFor(secret, token(secret)));
}

/** A field of an unknown type: an object in an envelope of its own, a message, a text, or other bytes. */
function concealLeaf(value: Uint8Array, concealing: Concealing, depth: number): Uint8Array {
  if (depth > DEEPEST) throw new UnreadableError();
  if (isEnveloped(asBuffer(value))) return concealEnvelope(asBuffer(value), concealing, depth);
  const message = concealedAsMessage(value, concealing, depth);
  if (message !== value || !isUtf8(value)) return message;
  const text = asBuffer(value).toString('utf8');
  const concealed = concealText(text, concealing.token, concealing.inText);
  return concealed === text ? value : Buffer.from(concealed);
}

function concealedAsMessage(value: Uint8Array, concealing: Concealing, depth: number): Uint8Array {
  try {
    return concealMessage(value, [], concealing, depth);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    return value;
  }
}

/** The texts and messages of a message. A number that occurs twice could hide a secret from one of two readers. */
function fieldsOf(message: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  bentMessage(message, ([number, value]) => {
    if (fields.has(number)) throw new UnreadableError();
    fields.set(number, value);
    return [[number, value]];
  });
  return fields;
}

function textOf(fields: ReadonlyMap<number, Uint8Array>, number: number): string {
  return asBuffer(fields.get(number) ?? new Uint8Array()).toString('utf8');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
