import { readFile } from 'node:fs/promises';
import {
  type EndLine,
  type EndReason,
  EXCHANGE_LOG_FORMAT,
  type GapLine,
  type HappeningLine,
  type HeaderPair,
  loggedBody,
  type LoggedBody,
  type LogHeader,
  type RequestLine,
  type ResponseLine,
} from '../../shared/exchange-log/exchange-log.ts';
import { ValueFrames } from '../../shared/exchange-log/value-frames.ts';
import { streams } from '../record/event-stream.ts';
import { HarError } from './har-error.ts';
import { type Har, type HarEntry, type HarEvent, type HarOwn, type HarPair, harFault } from './har-shape.ts';

/** URLs that a browser handles without a server. */
const IS_LOCAL = /^(?:data|blob|about|file|javascript|[a-z-]+-extension):/i;

/** An imported log. */
export interface Imported {
  readonly header: LogHeader;
  readonly lines: readonly HappeningLine[];
  /** Missing lines, as far as the file shows. */
  readonly gaps: readonly GapLine[];
  /** Entries that are no requests to a server, such as `data:` and `blob:` URLs of browsers; they are left out. */
  readonly leftOut: number;
}

/**
 * Reads a HAR file as a log. A file of our own export gives the same log; for others the order is derived from their
 * times. Rejects with a `HarError` if it is no HAR.
 */
export async function importHar(path: string): Promise<Imported> {
  const { log: whole } = harOf(await textOf(path), path);
  const log = { ...whole, entries: whole.entries.filter(({ request }) => !IS_LOCAL.test(request.url)) };
  const startedAt = log._plumbline?.startedAt ?? earliest(log.entries, path);
  const origin = Date.parse(startedAt);
  if (Number.isNaN(origin))
    throw new HarError(`${path}: /log/_plumbline/startedAt must be a time, such as 2026-01-31T12:00:00.000Z`);
  const isOwn = log._plumbline !== undefined && log.entries.every(({ _plumbline }) => _plumbline !== undefined);
  const lines = log.entries.flatMap((entry, index) =>
    linesOf(entry, isOwn ? entry._plumbline : undefined, {
      id: index + 1,
      origin,
      where: `${path}: /log/entries/${index}`,
    }),
  );
  const tool = log._plumbline?.tool ?? `${log.creator.name} ${log.creator.version}`.trim();
  const { redaction, namespaces } = log._plumbline ?? {};
  const header = {
    kind: 'header',
    format: EXCHANGE_LOG_FORMAT,
    tool,
    startedAt,
    ...upstreamOf(log),
    ...(redaction === undefined ? {} : { redaction }),
    ...(namespaces === undefined ? {} : { namespaces }),
  } as const;
  return {
    header,
    lines: isOwn ? inOwnOrder(lines, path) : inOrderOfTime(lines),
    gaps: log._plumbline?.gaps ?? [],
    leftOut: whole.entries.length - log.entries.length,
  };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new HarError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

function harOf(text: string, path: string): Har {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    throw new HarError(`${path}: not JSON, which HAR is: ${(error as Error).message.split('\n')[0] ?? ''}`);
  }
  const fault = harFault(value);
  if (fault !== undefined) throw new HarError(`${path}: not HAR 1.2: ${fault}`);
  return value as Har;
}

function earliest(entries: readonly HarEntry[], path: string): string {
  const times = entries.map(({ startedDateTime }, index) => timeOf(startedDateTime, `${path}: /log/entries/${index}`));
  return new Date(times.length === 0 ? 0 : times.reduce((a, b) => Math.min(a, b))).toISOString();
}

function timeOf(text: string, where: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new HarError(`${where}/startedDateTime must be a time: ${JSON.stringify(text.slice(0, 60))}`);
  return time;
}

function upstreamOf({ entries, _plumbline }: Har['log']): { readonly upstream?: string } {
  if (_plumbline !== undefined) return _plumbline.upstream === undefined ? {} : { upstream: _plumbline.upstream };
  const url = entries[0]?.request.url ?? '';
  return URL.canParse(url) ? { upstream: new URL(url).origin } : {};
}

interface Placing {
  readonly id: number;
  readonly origin: number;
  readonly where: string;
}

/** The times of the parts of an exchange, in milliseconds since the log began. */
interface Moments {
  readonly sent: number;
  readonly head: number;
  readonly over: number;
}

function linesOf(entry: HarEntry, own: HarOwn | undefined, placing: Placing): HappeningLine[] {
  const exchange = own?.exchange ?? placing.id;
  const at = momentsOf(entry, own, placing);
  const hasResponse = entry.response.status !== 0;
  const ended = endOf(own, { exchange, overAt: at.over, hasResponse });
  const request = requestLine(entry, own, { exchange, t: at.sent, where: placing.where });
  return hasResponse
    ? [
        request,
        responseLine(entry, own, { exchange, t: at.head }),
        ...contentLines(entry, own, { exchange, t: at.over }),
        ...ended,
      ]
    : [request, ...ended];
}

function momentsOf(
  { startedDateTime, timings }: HarEntry,
  own: HarOwn | undefined,
  { origin, where }: Placing,
): Moments {
  const sent = own?.request.t ?? timeOf(startedDateTime, where) - origin;
  const head = own?.response?.t ?? sent + Math.max(0, timings.send) + Math.max(0, timings.wait);
  return { sent, head, over: own?.end?.t ?? head + Math.max(0, timings.receive) };
}

interface LinePlace {
  readonly exchange: number;
  readonly t: number;
}

function requestLine(
  { request }: HarEntry,
  own: HarOwn | undefined,
  { exchange, t, where }: LinePlace & { readonly where: string },
): RequestLine {
  const body = bodyOf(request.postData?.text, request.postData?._encoding);
  return {
    kind: 'request',
    n: own?.request.n ?? 0,
    t,
    exchange,
    ...(own?.connection === undefined ? {} : { connection: own.connection }),
    method: request.method,
    target: own?.target ?? targetOf(request.url, where),
    headers: headersOf(request.headers),
    ...(body === undefined ? {} : { body }),
    ...(own?.sentTrailers === undefined ? {} : { trailers: headersOf(own.sentTrailers) }),
  };
}

function responseLine({ response }: HarEntry, own: HarOwn | undefined, { exchange, t }: LinePlace): ResponseLine {
  const interim = own?.interim?.map(({ status, headers }) => ({ status, headers: headersOf(headers) }));
  return {
    kind: 'response',
    n: own?.response?.n ?? 0,
    t,
    exchange,
    status: response.status,
    headers: headersOf(response.headers),
    ...(interim === undefined ? {} : { interim }),
  };
}

/** The body of a response, or the events of a watch. */
function contentLines(entry: HarEntry, own: HarOwn | undefined, { exchange, t }: LinePlace): HappeningLine[] {
  const events = eventsOf(entry, t);
  if (events !== undefined)
    return events.map((event) => ({
      kind: 'event',
      n: event.n,
      t: event.t,
      exchange,
      index: event.index,
      body: loggedBody(Buffer.from(event.text, event.encoding ?? 'utf8')),
    }));
  const body = bodyOf(entry.response.content.text, entry.response.content.encoding);
  return body === undefined ? [] : [{ kind: 'body', n: own?.body?.n ?? 0, t: own?.body?.t ?? t, exchange, body }];
}

function endOf(
  own: HarOwn | undefined,
  {
    exchange,
    overAt,
    hasResponse,
  }: { readonly exchange: number; readonly overAt: number; readonly hasResponse: boolean },
): EndLine[] {
  if (own === undefined)
    return [
      {
        kind: 'end',
        n: 0,
        t: overAt,
        exchange,
        ...(hasResponse ? { reason: 'complete' } : { reason: 'error', detail: 'the HAR file has no response' }),
      },
    ];
  if (own.end === undefined) return [];
  const { n, t, reason, detail, trailers, tunnel } = own.end;
  return [
    {
      kind: 'end',
      n,
      t,
      exchange,
      reason: reason as EndReason,
      ...(detail === undefined ? {} : { detail }),
      ...(trailers === undefined ? {} : { trailers: headersOf(trailers) }),
      ...(tunnel === undefined ? {} : { tunnel }),
    },
  ];
}

/** The events of a watch. If a HAR file has the stream as one text, all events have the time of its end. */
function eventsOf({ request, response, _events }: HarEntry, overAt: number): readonly HarEvent[] | undefined {
  if (_events !== undefined) return _events;
  const target = URL.canParse(request.url) ? new URL(request.url).pathname + new URL(request.url).search : '';
  const { text, encoding } = response.content;
  if (
    text === undefined ||
    encoding !== undefined ||
    !streams(request.method, target, response.status, headersOf(response.headers))
  )
    return undefined;
  const frames = new ValueFrames({ everyByte: true });
  const whole = [...frames.push(Buffer.from(text)), frames.rest()].filter((frame) => frame.length > 0);
  return whole.map((frame, index) => ({ n: 0, t: overAt, index, text: frame.toString('utf8') }));
}

function bodyOf(text: string | undefined, encoding: string | undefined): LoggedBody | undefined {
  if (text === undefined || text === '') return undefined;
  return loggedBody(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'));
}

function targetOf(url: string, where: string): string {
  if (!URL.canParse(url)) throw new HarError(`${where}/request/url is no URL: ${JSON.stringify(url.slice(0, 60))}`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Headers in their HTTP/1.1 form: HTTP/2 has a pseudo-header for the host. */
function headersOf(pairs: readonly HarPair[]): HeaderPair[] {
  return pairs.flatMap(({ name, value }): HeaderPair[] =>
    name === ':authority' ? [['Host', value]] : name.startsWith(':') ? [] : [[name, value]],
  );
}

function inOwnOrder(lines: readonly HappeningLine[], path: string): HappeningLine[] {
  const sorted = [...lines].sort((a, b) => a.n - b.n);
  const twice = sorted.find((line, index) => line.n === sorted[index - 1]?.n);
  if (twice !== undefined)
    throw new HarError(
      `${path}: two lines have position ${twice.n}, so an entry may be a copy. Delete the members _plumbline; then the order follows from the times.`,
    );
  return sorted;
}

/**
 * By time; at the same time in the order of the entries, which is that of their beginnings: an exchange that ended
 * is before one that began then.
 */
function inOrderOfTime(lines: readonly HappeningLine[]): HappeningLine[] {
  return [...lines].sort((a, b) => a.t - b.t).map((line, index) => ({ ...line, n: index + 1 }));
}
