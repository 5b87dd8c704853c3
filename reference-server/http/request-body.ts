import { ApiError, badRequest } from '../objects/api-error.ts';
import { BodySyntaxError } from './body-syntax-error.ts';
import type { Codec } from './codecs.ts';
import { CODECS, JSON_CODEC, YAML_CODEC, codecNamed } from './codecs.ts';
import { mediaTypeOf } from './negotiation.ts';

/**
 * The value of a body by its Content-Type; without one, what does not begin as a JSON object is read as YAML. Throws `ApiError`: 415
 * for another type, 400 with the place for a text that is not of its type.
 */
export function decodeBody(text: string, contentType: string | undefined): unknown {
  if (text.trim() === '') throw badRequest('the body is empty; this request needs an object');
  return decodeText(codecOf(contentType, text), text);
}

/** The value of a JSON text, whatever its media type says. Throws `ApiError` 400. */
export function decodeJsonText(text: string): unknown {
  return decodeText(JSON_CODEC, text);
}

function decodeText(codec: Codec, text: string): unknown {
  try {
    return codec.decode(text);
  } catch (error) {
    if (error instanceof BodySyntaxError) throw badRequest(`the body is ${error.message}`);
    throw error;
  }
}

function codecOf(contentType: string | undefined, text: string): Codec {
  const type = mediaTypeOf(contentType);
  if (type === '') return text.trimStart().startsWith('{') ? JSON_CODEC : YAML_CODEC;
  const codec = codecNamed(type);
  if (codec !== undefined) return codec;
  const taken = CODECS.map(({ mediaType }) => mediaType).join(', ');
  throw new ApiError('UnsupportedMediaType', `Content-Type '${type}' is not taken here; send ${taken}`);
}
