import { STATUS_CODES } from 'node:http';
import { bodyBytes } from '../../fixtures/formats/body-bytes.ts';
import type { EndLine, EventLine, HeaderPair, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { headerValue } from '../engine/raw-headers.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import type { HarEntry, HarEvent, HarMoment, HarOwn, HarPair } from './har-shape.ts';

const VERSION = 'HTTP/1.1';
/** HAR's word for a size that is not known. */
const UNKNOWN = -1;

/**
 * A log as HAR 1.2, entry by entry, so that no more than one exchange is in memory. Each watch event stands with its time in `_events`,
 * what HAR has no place for in `_plumbline`; other readers pass over both. Rejects with an `ExchangeLogError` where a body file cannot be used.
 */
export async function* harText(log: ExchangeLog): AsyncGenerator<string> {
  const { tool, startedAt, upstream, redaction } = log.header;
  const own = { tool, startedAt, ...(upstream === undefined ? {} : { upstream }), ...(redaction === undefined ? {} : { redaction }) };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'plumbline proxy export', version: '1' })},"_plumbline":${JSON.stringify(own)},"pages":[],"entries":[`;
  let first = true;
  const bodies = new Map(log.lines.flatMap((line) => (line.kind === 'body' ? [[line.exchange, moment(line)] as const] : [])));
  for (const exchange of exchangesOf(log.lines)) {
    yield `${first ? '' : ','}\n${JSON.stringify(await entryOf(exchange, log, bodies.get(exchange.id)))}`;
    first = false;
  }
  yield '\n]}}\n';
}

async function entryOf(exchange: LoggedExchange, { header, path }: ExchangeLog, bodyAt: HarMoment | undefined): Promise<HarEntry> {
  const { request, response, events, end } = exchange;
  const over = end?.t ?? events.at(-1)?.t ?? response?.t ?? request.t;
  const wait = positive((response?.t ?? over) - request.t);
  const receive = positive(over - (response?.t ?? over));
  const started = Date.parse(header.startedAt);
  return {
    startedDateTime: new Date((Number.isNaN(started) ? 0 : started) + request.t).toISOString(),
    time: wait + receive,
    ...(request.connection === undefined ? {} : { connection: String(request.connection) }),
    request: await requestOf(exchange, header.upstream, path),
    response: await responseOf(exchange, path),
    cache: {},
    timings: { send: 0, wait, receive },
    ...(events.length === 0 ? {} : { _events: events.map(eventOf) }),
    _plumbline: ownOf(exchange, bodyAt),
  };
}

function positive(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}

async function requestOf({ request }: LoggedExchange, upstream: string | undefined, logPath: string): Promise<HarEntry['request']> {
  const { method, target, headers, body } = request;
  const bytes = body === undefined ? undefined : await bodyBytes(logPath, body);
  const sent = bytes === undefined ? undefined : textOf(bytes);
  const mark = target.indexOf('?');
  return {
    method,
    url: urlOf(target, upstream ?? `http://${headerValue(headers, 'host') ?? '127.0.0.1'}`),
    httpVersion: VERSION,
    cookies: cookiesOf(headers, 'cookie'),
    headers: pairsOf(headers),
    queryString: mark === -1 ? [] : [...new URLSearchParams(target.slice(mark + 1))].map(([name, value]) => ({ name, value })),
    ...(sent === undefined ? {} : { postData: { mimeType: headerValue(headers, 'content-type') ?? '', text: sent.text, ...(sent.encoding === undefined ? {} : { _encoding: sent.encoding }) } }),
    headersSize: UNKNOWN,
    bodySize: bytes?.length ?? 0,
  };
}

function urlOf(target: string, base: string): string {
  return URL.canParse(target, base) ? new URL(target, base).href : new URL('/', 'http://127.0.0.1').href;
}

async function responseOf({ response, body, events }: LoggedExchange, logPath: string): Promise<HarEntry['response']> {
  const headers = response?.headers ?? [];
  const bytes = body === undefined ? Buffer.concat(await Promise.all(events.map((event) => bodyBytes(logPath, event.body)))) : await bodyBytes(logPath, body);
  const status = response?.status ?? 0;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: VERSION,
    cookies: cookiesOf(headers, 'set-cookie'),
    headers: pairsOf(headers),
    content: { size: bytes.length, mimeType: headerValue(headers, 'content-type') ?? 'x-unknown', ...(bytes.length === 0 ? {} : textOf(bytes)) },
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: UNKNOWN,
    bodySize: headerValue(headers, 'content-encoding') === undefined ? bytes.length : UNKNOWN,
  };
}

function textOf(bytes: Buffer): { readonly text: string; readonly encoding?: 'base64' } {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { text: bytes.toString('base64'), encoding: 'base64' };
}

function pairsOf(headers: readonly HeaderPair[]): HarPair[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function cookiesOf(headers: readonly HeaderPair[], header: 'cookie' | 'set-cookie'): HarPair[] {
  const values = headers.filter(([name]) => name.toLowerCase() === header).flatMap(([, value]) => (header === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']));
  return values.map((each) => {
    const equals = each.indexOf('=');
    return equals === -1 ? { name: '', value: each.trim() } : { name: each.slice(0, equals).trim(), value: each.slice(equals + 1).trim() };
  });
}

function eventOf({ n, t, index, body }: EventLine): HarEvent {
  return { n, t, index, ...inlineText(body) };
}

function inlineText(body: LoggedBody): { readonly text: string; readonly encoding?: 'base64' } {
  if ('json' in body) return { text: JSON.stringify(body.json) + (body.newline === true ? '\n' : '') };
  if ('text' in body) return { text: body.text };
  return { text: 'base64' in body ? body.base64 : '', encoding: 'base64' };
}

function ownOf({ id, request, response, end }: LoggedExchange, bodyAt: HarMoment | undefined): HarOwn {
  const interim = response?.interim?.map(({ status, headers }) => ({ status, headers: pairsOf(headers) }));
  return {
    exchange: id,
    ...(request.connection === undefined ? {} : { connection: request.connection }),
    target: request.target,
    request: moment(request),
    ...(request.trailers === undefined ? {} : { sentTrailers: pairsOf(request.trailers) }),
    ...(response === undefined ? {} : { response: moment(response) }),
    ...(interim === undefined ? {} : { interim }),
    ...(bodyAt === undefined ? {} : { body: bodyAt }),
    ...(end === undefined ? {} : { end: endOf(end) }),
  };
}

function endOf({ n, t, reason, detail, trailers, tunnel }: EndLine): NonNullable<HarOwn['end']> {
  return { n, t, reason, ...(detail === undefined ? {} : { detail }), ...(trailers === undefined ? {} : { trailers: pairsOf(trailers) }), ...(tunnel === undefined ? {} : { tunnel }) };
}

function moment({ n, t }: HarMoment): HarMoment {
  return { n, t };
}
