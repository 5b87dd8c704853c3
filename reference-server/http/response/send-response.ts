import type { ServerResponse } from 'node:http';
import { constants, gzip } from 'node:zlib';
import type { HandlerResponse } from '../handler-response.ts';
import { JSON_CODEC } from '../media/codecs.ts';
import { ESCAPED_JSON_CODEC, escapedResponse } from './escaped-json.ts';
import { sendTogether } from '../in-batches.ts';
import type { Accepted } from '../media/negotiation.ts';

/** Larger responses are compressed for clients that accept it: below that size, time is worth more than bytes. */
const WORTH_COMPRESSING = 128 * 1024;

/** Writes a response in the negotiated format. Compact JSON is sent as it exists; a text in one piece with the head. */
export function sendResponse(response: ServerResponse, content: HandlerResponse, { codec, pretty }: Accepted): void {
  const shared = codec === JSON_CODEC && !pretty;
  const body = shared ? content.json() : codec.encode(content.value(), pretty);
  sendBody(response, { code: content.code, headers: { ...content.headers, 'Content-Type': codec.mediaType } }, body);
}

/** Writes a response as `sendResponse` does, with `<`, `>` and `&` escaped in JSON. */
export function sendEscapedResponse(response: ServerResponse, content: HandlerResponse, form: Accepted): void {
  if (form.codec !== JSON_CODEC) sendResponse(response, content, form);
  else if (form.pretty) sendResponse(response, content, { ...form, codec: ESCAPED_JSON_CODEC });
  else sendResponse(response, escapedResponse(content), form);
}

interface ResponseHead {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
}

function sendBody(
  response: ServerResponse,
  { code, headers }: ResponseHead,
  body: string | Buffer | readonly Buffer[],
): void {
  const whole = typeof body === 'string' || Buffer.isBuffer(body);
  const length = whole ? Buffer.byteLength(body) : body.reduce((sum, piece) => sum + piece.length, 0);
  if (length >= WORTH_COMPRESSING && acceptsGzip(response.req.headers['accept-encoding'])) {
    compressed(response, { code, headers }, whole ? body : Buffer.concat(body));
    return;
  }
  response.writeHead(code, { ...headers, 'Content-Length': length });
  if (whole) {
    // Most texts are ASCII, which is written faster as latin1.
    const encoding = length === body.length ? 'latin1' : 'utf8';
    sendTogether(() => response.end(body, encoding));
    return;
  }
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
}

/** The fastest level is enough: it compresses lists several times. */
function compressed(response: ServerResponse, { code, headers }: ResponseHead, body: string | Buffer): void {
  gzip(body, { level: constants.Z_BEST_SPEED }, (error, bytes) => {
    if (error !== null) {
      response.destroy(error);
      return;
    }
    response.writeHead(code, {
      ...headers,
      'Content-Encoding': 'gzip',
      'Content-Length': bytes.length,
      Vary: 'Accept-Encoding',
    });
    response.end(bytes);
  });
}

/**
 * Whether an Accept-Encoding header accepts gzip, by its name or as any coding, and does not prefer an uncompressed
 * response.
 */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map(codingIn),
  );
  const quality = codings.get('gzip') ?? codings.get('*') ?? 0;
  return quality > 0 && quality >= (codings.get('identity') ?? 0);
}

/** Name and quality of a content coding; an unreadable quality counts as 1. */
function codingIn(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const said = parameters.find((piece) => /^q=[01](?:\.\d{0,3})?$/.test(piece));
  return [name, said === undefined ? 1 : Math.min(1, Number(said.slice('q='.length)))];
}

export function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
