import { isUtf8 } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import type {
  EndLine,
  EventLine,
  HeaderPair,
  RequestLine,
  ResponseLine,
} from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import type { IndexedExchange, IndexedLog } from '../log/indexed-log.ts';
import type { HarEntry, HarEvent, HarMoment, HarOwn, HarPair } from './har-shape.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';

const VERSION = 'HTTP/1.1';
/** HAR's value for an unknown size. */
const UNKNOWN = -1;
/** Bytes of a body that are written at a time. */
const PIECE_BYTES = 1024 * 1024;

/**
 * A log as HAR 1.2, piece by piece, so memory holds only one request and one response, and of a watch one event.
 * Watch events stand with their times in `_events`; data that HAR cannot express stands in `_plumbline`. Other
 * readers ignore both. Rejects with an `ExchangeLogError` if a body file cannot be used.
 */
export async function* harText(log: IndexedLog): AsyncGenerator<string> {
  const { tool, startedAt, upstream, redaction, namespaces } = log.header;
  const own = {
    tool,
    startedAt,
    ...(upstream === undefined ? {} : { upstream }),
    ...(redaction === undefined ? {} : { redaction }),
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(log.gaps.length === 0 ? {} : { gaps: log.gaps }),
  };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'plumbline proxy export', version: '1' })},"_plumbline":${JSON.stringify(own)},"pages":[],"entries":[`;
  let first = true;
  for (const exchange of log.exchanges) {
    yield first ? '\n' : ',\n';
    yield* entryText(exchange, log);
    first = false;
  }
  yield '\n]}}\n';
}

/** One entry. Events of a stream are written twice: in the text of the response, and in `_events`. */
async function* entryText(exchange: IndexedExchange, { header, path }: IndexedLog): AsyncGenerator<string> {
  const { id, request, response, body, end, eventCount } = exchange;
  const stream = await streamOf(exchange, path);
  const over = end?.t ?? stream.lastAt ?? response?.t ?? request.t;
  const wait = positive((response?.t ?? over) - request.t);
  const receive = positive(over - (response?.t ?? over));
  const started = Date.parse(header.startedAt);
  const entry: Omit<HarEntry, 'request' | 'response'> = {
    startedDateTime: new Date((Number.isNaN(started) ? 0 : started) + request.t).toISOString(),
    time: wait + receive,
    ...(request.connection === undefined ? {} : { connection: String(request.connection) }),
    cache: {},
    timings: { send: 0, wait, receive },
    _plumbline: ownOf({ id, request, response, body, end }),
  };
  yield `${JSON.stringify(entry).slice(0, -1)},"request":`;
  yield* requestText(request, header.upstream, path);
  yield ',"response":';
  if (eventCount === 0)
    yield* responseText(response, body === undefined ? Buffer.alloc(0) : await bodyBytes(path, body.body));
  else yield* streamText(exchange, response, stream, path);
  yield '}';
}

/** Facts about a stream that are needed before it is written. */
interface Stream {
  readonly bytes: number;
  readonly isText: boolean;
  readonly lastAt: number | undefined;
}

async function streamOf(exchange: IndexedExchange, logPath: string): Promise<Stream> {
  let [bytes, isText, lastAt]: [number, boolean, number | undefined] = [0, true, undefined];
  for (const { t, body } of exchange.events()) {
    lastAt = t;
    const frame = await bodyBytes(logPath, body);
    bytes += frame.length;
    isText &&= isUtf8(frame);
  }
  return { bytes, isText, lastAt };
}

/** The response of a stream, and its events after it, with the end of `response` between them. */
async function* streamText(
  exchange: IndexedExchange,
  response: ResponseLine | undefined,
  { bytes, isText }: Stream,
  logPath: string,
): AsyncGenerator<string> {
  const { content, ...head } = responseOf(response, bytes);
  yield `${JSON.stringify(head).slice(0, -1)},"content":${JSON.stringify({ ...content, ...(isText ? {} : { encoding: 'base64' }) }).slice(0, -1)},"text":"`;
  const base64 = new StringDecoder('base64');
  for (const { body } of exchange.events()) {
    const frame = await bodyBytes(logPath, body);
    yield isText ? JSON.stringify(frame.toString('utf8')).slice(1, -1) : base64.write(frame);
  }
  yield `${base64.end()}"}},"_events":[`;
  let first = true;
  for (const event of exchange.events()) {
    yield `${first ? '' : ','}${JSON.stringify(eventOf(event, await bodyBytes(logPath, event.body)))}`;
    first = false;
  }
  yield ']';
}

function positive(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}

async function* requestText(
  { method, target, headers, body }: RequestLine,
  upstream: string | undefined,
  logPath: string,
): AsyncGenerator<string> {
  const bytes = body === undefined ? undefined : await bodyBytes(logPath, body);
  const head: Omit<HarEntry['request'], 'postData'> = {
    method,
    url: urlOf(target, upstream ?? `http://${headerValue(headers, 'host') ?? '127.0.0.1'}`),
    httpVersion: VERSION,
    cookies: cookiesOf(headers, 'cookie'),
    headers: pairsOf(headers),
    queryString: [...new URLSearchParams(splitTarget(target).query)].map(([name, value]) => ({ name, value })),
    headersSize: UNKNOWN,
    bodySize: bytes?.length ?? 0,
  };
  if (bytes === undefined) return yield JSON.stringify(head);
  const isText = isUtf8(bytes);
  const about = { mimeType: headerValue(headers, 'content-type') ?? '', ...(isText ? {} : { _encoding: 'base64' }) };
  yield `${JSON.stringify(head).slice(0, -1)},"postData":${JSON.stringify(about).slice(0, -1)},"text":"`;
  yield* textPieces(bytes, isText);
  yield '"}}';
}

/** A response with its body. */
function* responseText(response: ResponseLine | undefined, bytes: Buffer): Generator<string> {
  const { content, ...head } = responseOf(response, bytes.length);
  if (bytes.length === 0) return yield JSON.stringify({ ...head, content });
  const isText = isUtf8(bytes);
  yield `${JSON.stringify(head).slice(0, -1)},"content":${JSON.stringify({ ...content, ...(isText ? {} : { encoding: 'base64' }) }).slice(0, -1)},"text":"`;
  yield* textPieces(bytes, isText);
  yield '"}}';
}

/** The content between the quotes of a body's text, or of its base64, in pieces. */
function* textPieces(bytes: Buffer, isText: boolean): Generator<string> {
  const decoder = new StringDecoder(isText ? 'utf8' : 'base64');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = decoder.write(bytes.subarray(at, at + PIECE_BYTES));
    yield isText ? JSON.stringify(piece).slice(1, -1) : piece;
  }
  yield decoder.end();
}

function urlOf(target: string, base: string): string {
  return URL.canParse(target, base) ? new URL(target, base).href : new URL('/', 'http://127.0.0.1').href;
}

/** A response without the text of its body, which has that length. */
function responseOf(response: ResponseLine | undefined, length: number): HarEntry['response'] {
  const headers = response?.headers ?? [];
  const status = response?.status ?? 0;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: VERSION,
    cookies: cookiesOf(headers, 'set-cookie'),
    headers: pairsOf(headers),
    content: { size: length, mimeType: headerValue(headers, 'content-type') ?? 'x-unknown' },
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: UNKNOWN,
    bodySize: headerValue(headers, 'content-encoding') === undefined ? length : UNKNOWN,
  };
}

function textOf(bytes: Buffer): { readonly text: string; readonly encoding?: 'base64' } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: bytes.toString('base64'), encoding: 'base64' };
}

function pairsOf(headers: readonly HeaderPair[]): HarPair[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function cookiesOf(headers: readonly HeaderPair[], header: 'cookie' | 'set-cookie'): HarPair[] {
  const values = headers
    .filter(([name]) => name.toLowerCase() === header)
    .flatMap(([, value]) => (header === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']));
  return values.map((each) => {
    const equals = each.indexOf('=');
    return equals === -1
      ? { name: '', value: each.trim() }
      : { name: each.slice(0, equals).trim(), value: each.slice(equals + 1).trim() };
  });
}

function eventOf({ n, t, index }: EventLine, frame: Buffer): HarEvent {
  return { n, t, index, ...textOf(frame) };
}

function ownOf({
  id,
  request,
  response,
  body,
  end,
}: Pick<IndexedExchange, 'id' | 'request' | 'response' | 'body' | 'end'>): HarOwn {
  const interim = response?.interim?.map(({ status, headers }) => ({ status, headers: pairsOf(headers) }));
  return {
    exchange: id,
    ...(request.connection === undefined ? {} : { connection: request.connection }),
    target: request.target,
    request: moment(request),
    ...(request.trailers === undefined ? {} : { sentTrailers: pairsOf(request.trailers) }),
    ...(response === undefined ? {} : { response: moment(response) }),
    ...(interim === undefined ? {} : { interim }),
    ...(body === undefined ? {} : { body: moment(body) }),
    ...(end === undefined ? {} : { end: endOf(end) }),
  };
}

function endOf({ n, t, reason, detail, trailers, tunnel }: EndLine): NonNullable<HarOwn['end']> {
  return {
    n,
    t,
    reason,
    ...(detail === undefined ? {} : { detail }),
    ...(trailers === undefined ? {} : { trailers: pairsOf(trailers) }),
    ...(tunnel === undefined ? {} : { tunnel }),
  };
}

function moment({ n, t }: HarMoment): HarMoment {
  return { n, t };
}
