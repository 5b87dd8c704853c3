import type { HandlerResponse } from '../handler-response.ts';
import { type Codec, type EventStream, JSON_CODEC, JSON_STREAM } from '../media/codecs.ts';

const MARKUP = /[<>&\u2028\u2029]/;
const EACH_MARKUP = /[<>&\u2028\u2029]/g;
const HEXADECIMAL = 16;

/**
 * JSON with characters of markup, and line ends of scripts, escaped. Outside of strings JSON has none of them.
 *
 *     {"a":"<b> & c"}  ->  {"a":"\u003cb\u003e \u0026 c"}
 */
export function escapedText(json: string): string {
  return MARKUP.test(json)
    ? json.replaceAll(
        EACH_MARKUP,
        (character) => String.raw`\u${character.charCodeAt(0).toString(HEXADECIMAL).padStart(4, '0')}`,
      )
    : json;
}

/** Escaped bytes, for readers that share the same bytes. */
const MADE = new WeakMap<Buffer, Buffer>();
const MARKUP_BYTES = ['<', '>', '&', '\u2028', '\u2029'].map((character) => Buffer.from(character));

/** Escapes JSON in UTF-8. The caller must not change the bytes later, because they are a key of the cache. */
function escapedBytes(json: Buffer): Buffer {
  let escaped = MADE.get(json);
  if (escaped === undefined) {
    escaped = MARKUP_BYTES.some((character) => json.includes(character))
      ? Buffer.from(escapedText(json.toString()))
      : json;
    MADE.set(json, escaped);
  }
  return escaped;
}

/** The response with its JSON escaped. */
export function escapedResponse(response: HandlerResponse): HandlerResponse {
  return {
    ...response,
    json: () => {
      const json = response.json();
      return typeof json === 'string' ? escapedText(json) : json.map(escapedBytes);
    },
  };
}

/** Encodes JSON anew, escaped. */
export const ESCAPED_JSON_CODEC: Codec = {
  ...JSON_CODEC,
  encode: (value, pretty) => Buffer.from(escapedText(JSON_CODEC.encode(value, pretty).toString())),
};

/** Lines of JSON, escaped: one stream object for all watchers, so they share its bytes. */
export const ESCAPED_JSON_STREAM: EventStream = escapedStream(JSON_STREAM);

/** The stream of JSON with its frames escaped. */
export function escapedStream(stream: EventStream): EventStream {
  return {
    ...stream,
    frame: (...delivered) => escapedBytes(stream.frame(...delivered)),
    errorFrame: (status) => escapedBytes(stream.errorFrame(status)),
  };
}
