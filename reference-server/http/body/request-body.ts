import { isUtf8 } from 'node:buffer';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { TypeId } from '../../../spec/schemas/schema.ts';
import { decodeObject } from '../../objects/decode-object.ts';
import { requireMembers } from '../../objects/schema/decode-as.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import type { Members } from '../../resources/values/json-members.ts';
import type { RoutedCall } from '../call.ts';
import { requireKind } from './body-for-path.ts';
import { BodySyntaxError } from '../media/body-syntax-error.ts';
import { type Codec, codecNamed, CODECS, JSON_CODEC, YAML_CODEC, yamlCodecOf } from '../media/codecs.ts';
import { hasExactNames, mediaTypeOf } from '../media/negotiation.ts';
import { isBlank, textOf } from '../media/body-text.ts';
import { withRepeatedMembers } from './repeated-members.ts';
import { withPairedEscapes } from '../media/well-formed.ts';

/** A request as far as its body goes. */
interface RequestWithBody {
  readonly body: () => Promise<Buffer>;
  readonly contentType: string | undefined;
  readonly context: { readonly choices: DialectChoices };
}

/**
 * Bytes -> value -> object of the path's resource. `reading` may replace the value. Throws `ApiError`: 400, 413, 415.
 */
export async function sentObject(
  call: RoutedCall,
  reading: (value: unknown) => unknown = (value) => value,
): Promise<ApiObject> {
  const { resource, context } = call;
  return decodeObject(resource, reading(await sentValue(call, resource.schema)), context.choices);
}

/**
 * Bytes -> value -> members of a type that is not the resource's, such as a Binding. Throws `ApiError`: 400, 413, 415.
 */
export async function sentMembers(sent: RequestWithBody, type: TypeId): Promise<Members> {
  const kind = type.slice(type.lastIndexOf('.') + 1);
  const body = requireMembers(await sentValue(sent, type), kind);
  requireKind(body, kind);
  return body;
}

/** Bytes -> value. Throws `ApiError`: 400, 413, 415. */
export async function sentValue({ body, contentType, context }: RequestWithBody, expected: TypeId): Promise<unknown> {
  return valueOfBody(await body(), contentType, expected, context.choices);
}

/**
 * The value of a body by its Content-Type, of the type `expected`. With any other media type, or none, a body that
 * does not begin like a JSON object is read as YAML (document, Media types: any content type). Throws `ApiError`: 400
 * with the place for a malformed body, 415 for another media type with an unreadable body, in some dialects with any.
 */
export async function valueOfBody(
  body: Buffer,
  contentType: string | undefined,
  expected: TypeId,
  choices: DialectChoices,
): Promise<unknown> {
  const type = mediaTypeOf(contentType);
  const named = codecNamed(type, hasExactNames(choices));
  requireContent(body, named, choices);
  const isOther = named === undefined && type !== '';
  if (isOther && choices['media-types.other-request-types'] === 'refused') throw typeRefusal(type);
  const codec = named ?? codecGuessedFrom(body);
  if (codec.load !== undefined) await codec.load();
  try {
    const value = valueBy(codec, body, expected, choices);
    if (isOther && (typeof value !== 'object' || value === null)) throw typeRefusal(type);
    return value;
  } catch (error) {
    throw isOther && error instanceof ApiError && error.code === 400 ? typeRefusal(type) : error;
  }
}

function requireContent(body: Buffer, codec: Codec | undefined, choices: DialectChoices): void {
  const mayBeBlank = codec === YAML_CODEC && choices['media-types.yaml-forms'] === 'as-parsed';
  if (!mayBeBlank && isBlank(body)) throw badRequest('the body is empty; this request needs an object');
}

/** In some dialects null is an empty object. */
function valueBy(codec: Codec, body: Buffer, expected: TypeId, choices: DialectChoices): unknown {
  const value =
    codec === JSON_CODEC
      ? jsonValue(body, choices)
      : decoded(codec === YAML_CODEC ? yamlCodecOf(choices) : codec, body, expected);
  return value ?? (choices['media-types.null-bodies'] === 'as-empty' ? {} : null);
}

/** In some dialects broken text is mended, and repeated members with object values are merged. */
function jsonValue(body: Buffer, choices: DialectChoices): unknown {
  const read = choices['media-types.broken-text'] === 'by-form' ? withWholeBytes(body) : body;
  const value = decodeJsonText(read);
  return choices['media-types.repeated-members'] === 'merged' ? withRepeatedMembers(textOf(read), value) : value;
}

/**
 * The value of a patch. In some dialects its text is mended like that of a body, except that a strategic merge reads
 * half of a surrogate pair as the replacement character. Throws `ApiError` 400.
 */
export function decodePatchText(body: Buffer, isStrategic: boolean, choices: DialectChoices): unknown {
  if (choices['media-types.broken-text'] !== 'by-form') return decodeJsonText(body);
  return decodeJsonText(isStrategic ? withUtf8(body) : withWholeBytes(body));
}

/** Bytes that are no UTF-8 become replacement characters. */
function withUtf8(body: Buffer): Buffer {
  return isUtf8(body) ? body : Buffer.from(body.toString('utf8'));
}

/** Like `withUtf8`, but throws `ApiError` 400 for an escaped half of a surrogate pair. */
function withWholeBytes(body: Buffer): Buffer {
  const whole = withUtf8(body);
  const text = whole.toString('utf8');
  const paired = withPairedEscapes(text);
  if (paired === undefined) throw badRequest('the body escapes half of a surrogate pair');
  return paired === text ? whole : Buffer.from(paired);
}

/** The value of a JSON text, whatever its media type. Throws `ApiError` 400. */
export function decodeJsonText(body: Buffer): unknown {
  return decoded(JSON_CODEC, body, '');
}

function decoded(codec: Codec, body: Buffer, expected: TypeId): unknown {
  try {
    return codec.decode(body, expected);
  } catch (error) {
    if (error instanceof BodySyntaxError) throw badRequest(`the body is ${error.message}`);
    throw error;
  }
}

/** A body that begins like a JSON object is JSON; any other may be YAML. */
function codecGuessedFrom(body: Buffer): Codec {
  return /^\s*\{/.test(body.toString('latin1', 0, 64)) ? JSON_CODEC : YAML_CODEC;
}

function typeRefusal(type: string): ApiError {
  const taken = CODECS.map(({ mediaType }) => mediaType).join(', ');
  return new ApiError('UnsupportedMediaType', `Content-Type '${type}' is not supported; send ${taken}`);
}
