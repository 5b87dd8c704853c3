import { isUtf8 } from 'node:buffer';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { TypeId } from '../../../spec/schemas/schema.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { BodySyntaxError } from '../media/body-syntax-error.ts';
import { type Codec, codecNamed, CODECS, JSON_CODEC, YAML_CODEC, yamlCodecOf } from '../media/codecs.ts';
import { hasExactNames, mediaTypeOf } from '../media/negotiation.ts';
import { isBlank, textOf } from '../media/body-text.ts';
import { withRepeatedMembers } from './repeated-members.ts';
import { hasHalves } from '../media/well-formed.ts';

/**
 * The value of a body by its Content-Type, of the type `expected`. With any other media type, or none, a body that
 * does not begin like a JSON object is read as YAML (document, Media types: any content type). In some dialects null
 * is an empty object, and repeated members with object values are merged. Throws `ApiError`: 400 with the place for
 * a malformed body, 415 for another media type with an unreadable body, in some dialects with any.
 */
export async function decodeBody(
  body: Buffer,
  contentType: string | undefined,
  expected: TypeId,
  choices: DialectChoices,
): Promise<unknown> {
  const type = mediaTypeOf(contentType);
  const known = type === '' ? undefined : codecNamed(type, hasExactNames(choices));
  const mayBeBlank = known === YAML_CODEC && choices['media-types.yaml-forms'] === 'as-parsed';
  if (!mayBeBlank && isBlank(body)) throw badRequest('the body is empty; this request needs an object');
  if (known !== undefined || type === '') return decodedBy(known ?? codecGuessedFrom(body), body, expected, choices);
  return choices['media-types.other-request-types'] === 'refused'
    ? refuseType(type)
    : decodedUnderOtherType(type, body, expected, choices);
}

/** The object in a body with a media type that does not define its format. */
async function decodedUnderOtherType(
  type: string,
  body: Buffer,
  expected: TypeId,
  choices: DialectChoices,
): Promise<unknown> {
  const value = await decodedBy(codecGuessedFrom(body), body, expected, choices).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 400) return undefined;
    throw error;
  });
  return typeof value === 'object' && value !== null ? value : refuseType(type);
}

async function decodedBy(named: Codec, body: Buffer, expected: TypeId, choices: DialectChoices): Promise<unknown> {
  const codec = named === YAML_CODEC ? yamlCodecOf(choices) : named;
  if (codec.load !== undefined) await codec.load();
  const read = codec === JSON_CODEC && choices['media-types.broken-text'] === 'by-form' ? withWholeBytes(body) : body;
  const sent = decoded(codec, read, expected);
  const value =
    codec === JSON_CODEC && choices['media-types.repeated-members'] === 'merged'
      ? withRepeatedMembers(textOf(read), sent)
      : sent;
  return value ?? (choices['media-types.null-bodies'] === 'as-empty' ? {} : null);
}

/**
 * Bytes that are no UTF-8 become replacement characters. Throws `ApiError` 400 for an escaped half of a surrogate
 * pair.
 */
function withWholeBytes(body: Buffer): Buffer {
  const whole = isUtf8(body) ? body : Buffer.from(body.toString('utf8'));
  if (hasHalves(whole.toString('utf8'))) throw badRequest('the body escapes half of a surrogate pair');
  return whole;
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

function refuseType(type: string): never {
  const taken = CODECS.map(({ mediaType }) => mediaType).join(', ');
  throw new ApiError('UnsupportedMediaType', `Content-Type '${type}' is not taken here; send ${taken}`);
}
