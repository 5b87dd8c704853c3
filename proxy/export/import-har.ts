import { readFile } from 'node:fs/promises';
import type { EndLine, EndReason, HappeningLine, HeaderPair, LogHeader, LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { EXCHANGE_LOG_FORMAT, loggedBody } from '../../fixtures/formats/exchange-log.ts';
import { lineFrames } from '../../fixtures/formats/stream-frames.ts';
import { streams } from '../record/event-stream.ts';
import { HarError } from './har-error.ts';
import type { Har, HarEntry, HarEvent, HarOwn, HarPair } from './har-shape.ts';
import { harFault } from './har-shape.ts';

/** A log that was read from elsewhere. */
export interface Imported {
  readonly header: LogHeader;
  readonly lines: readonly HappeningLine[];
}

/** Reads a HAR file as a log: one of our own comes back as it went out, of any other the order is worked out from its times. Rejects with a `HarError` where it is none. */
export async function importHar(path: string): Promise<Imported> {
  const { log } = harOf(await textOf(path), path);
  const startedAt = log._plumbline?.startedAt ?? earliest(log.entries, path);
  const origin = Date.parse(startedAt);
  if (Number.isNaN(origin)) throw new HarError(`${path}: /log/_plumbline/startedAt is no time`);
  const isOwn = log._plumbline !== undefined && log.entries.every(({ _plumbline }) => _plumbline !== undefined);
  const lines = log.entries.flatMap((entry, index) => linesOf(entry, isOwn ? entry._plumbline : undefined, { id: index + 1, origin, where: `${path}: /log/entries/${index}` }));
  const header = { kind: 'header', format: EXCHANGE_LOG_FORMAT, tool: log._plumbline?.tool ?? `${log.creator.name} ${log.creator.version}`, startedAt, ...upstreamOf(log), ...(log._plumbline?.redaction === undefined ? {} : { redaction: log._plumbline.redaction }) } as const;
  return { header, lines: isOwn ? inOwnOrder(lines, path) : inOrderOfTime(lines) };
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
  if (Number.isNaN(time)) throw new HarError(`${where}/startedDateTime is no time: ${JSON.stringify(text.slice(0, 60))}`);
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

function linesOf(entry: HarEntry, own: HarOwn | undefined, placing: Placing): HappeningLine[] {
  const { request, response } = entry;
  const exchange = own?.exchange ?? placing.id;
  const sentAt = own?.request.t ?? timeOf(entry.startedDateTime, placing.where) - placing.origin;
  const headAt = own?.response?.t ?? sentAt + Math.max(0, entry.timings.send) + Math.max(0, entry.timings.wait);
  const overAt = own?.end?.t ?? Math.max(headAt, headAt + Math.max(0, entry.timings.receive));
  const body = bodyOf(request.postData?.text, request.postData?._encoding);
  const connection = own?.connection;
  const answered = response.status !== 0;
  const events = answered ? eventsOf(entry, overAt) : undefined;
  const content = events === undefined ? bodyOf(response.content.text, response.content.encoding) : undefined;
  return [
    { kind: 'request', n: own?.request.n ?? 0, t: sentAt, exchange, ...(connection === undefined ? {} : { connection }), method: request.method, target: own?.target ?? targetOf(request.url, placing.where), headers: headersOf(request.headers), ...(body === undefined ? {} : { body }), ...(own?.sentTrailers === undefined ? {} : { trailers: headersOf(own.sentTrailers) }) },
    ...(answered ? [{ kind: 'response', n: own?.response?.n ?? 0, t: headAt, exchange, status: response.status, headers: headersOf(response.headers), ...(own?.interim === undefined ? {} : { interim: own.interim.map(({ status, headers }) => ({ status, headers: headersOf(headers) })) }) } as const] : []),
    ...(events ?? []).map(({ n, t, index, text, encoding }) => ({ kind: 'event', n, t, exchange, index, body: loggedBody(Buffer.from(text, encoding ?? 'utf8')) }) as const),
    ...(answered && content !== undefined ? [{ kind: 'body', n: own?.body?.n ?? 0, t: own?.body?.t ?? overAt, exchange, body: content } as const] : []),
    ...endOf(own, { exchange, overAt, answered }),
  ];
}

function endOf(own: HarOwn | undefined, { exchange, overAt, answered }: { readonly exchange: number; readonly overAt: number; readonly answered: boolean }): EndLine[] {
  if (own === undefined) return [{ kind: 'end', n: 0, t: overAt, exchange, ...(answered ? { reason: 'complete' } : { reason: 'error', detail: 'the HAR file has no answer' }) }];
  if (own.end === undefined) return [];
  const { n, t, reason, detail, trailers, tunnel } = own.end;
  return [{ kind: 'end', n, t, exchange, reason: reason as EndReason, ...(detail === undefined ? {} : { detail }), ...(trailers === undefined ? {} : { trailers: headersOf(trailers) }), ...(tunnel === undefined ? {} : { tunnel }) }];
}

/** The events of a watch; those of a HAR file that has the stream as one text came, as far as it tells, at its end. */
function eventsOf({ request, response, _events }: HarEntry, overAt: number): readonly HarEvent[] | undefined {
  if (_events !== undefined) return _events;
  const target = URL.canParse(request.url) ? new URL(request.url).pathname + new URL(request.url).search : '';
  const { text, encoding } = response.content;
  if (text === undefined || encoding !== undefined || !streams(request.method, target, response.status, headersOf(response.headers))) return undefined;
  const frames = lineFrames();
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

/** Headers as they were on the wire: those that only HTTP/2 has are none. */
function headersOf(pairs: readonly HarPair[]): HeaderPair[] {
  return pairs.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]);
}

function inOwnOrder(lines: readonly HappeningLine[], path: string): HappeningLine[] {
  const sorted = [...lines].sort((a, b) => a.n - b.n);
  const twice = sorted.find((line, index) => line.n === sorted[index - 1]?.n);
  if (twice !== undefined) throw new HarError(`${path}: two lines have the position ${twice.n} of the recording; was an entry copied? Take the members _plumbline out to have the order worked out from the times`);
  return sorted;
}

/** By time; at one moment in the order of the entries, which are in order of their beginnings: one that ended is before one that began then. */
function inOrderOfTime(lines: readonly HappeningLine[]): HappeningLine[] {
  return [...lines].sort((a, b) => a.t - b.t).map((line, index) => ({ ...line, n: index + 1 }));
}
