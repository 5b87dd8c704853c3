import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
  EndLine,
  EventLine,
  HappeningLine,
  LoggedBody,
  RequestLine,
  ResponseLine,
} from '../../shared/exchange-log/exchange-log.ts';
import { matchPath } from '../../spec/surface/match-path.ts';
import type { FlowingLog } from '../log/flowing-log.ts';
import { streams } from '../record/event-stream.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';

/** The traffic of one path with one method. */
export interface PathStats {
  /**
   * `GET /api/v1/namespaces/{namespace}/pods`; for a watch `WATCH ...`. Paths outside of the document stay as they
   * are.
   */
  readonly operation: string;
  readonly exchanges: number;
  /** Exchanges by status; `none` for those without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds from the request to the head of the response; absent without responses. */
  readonly latency: Percentiles | undefined;
  readonly events: number;
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A body whose file is missing or has changed. */
interface UnusableBody {
  readonly exchange: number;
  readonly file: string;
  readonly why: string;
}

/** The contents of a recording in numbers. */
export interface RecordingStats {
  readonly file: string;
  readonly tool: string;
  readonly startedAt: string;
  readonly upstream?: string;
  readonly redaction?: string;
  /** From the first line to the last, in milliseconds. */
  readonly duration: number;
  readonly exchanges: number;
  readonly connections: number;
  readonly watches: number;
  /** Watch events by type. */
  readonly events: Readonly<Record<string, number>>;
  /** Exchanges by their end. */
  readonly ends: Readonly<Record<string, number>>;
  /** The busiest first. */
  readonly paths: readonly PathStats[];
  /** A sentence about missing lines of the file. */
  readonly torn?: string;
  /** The number of bodies in separate files. */
  readonly bodyFiles: number;
  /** The unusable ones, with the exchanges that need them. */
  readonly unusable: readonly UnusableBody[];
}

/**
 * Counts the contents of a recording, in one pass; memory holds only open exchanges, and a number for each response.
 * Rejects with an `ExchangeLogError` at an invalid line.
 */
export async function recordingStats(log: FlowingLog): Promise<RecordingStats> {
  const counting = new Counting(log.path);
  for await (const line of log.lines()) if (line.kind !== 'gap') await counting.take(line);
  const { tool, startedAt, upstream, redaction } = log.header;
  return {
    file: log.path,
    tool,
    startedAt,
    ...(upstream === undefined ? {} : { upstream }),
    ...(redaction === undefined ? {} : { redaction }),
    ...counting.counts(),
    ...(log.torn === undefined ? {} : { torn: log.torn }),
  };
}

/** An open exchange. */
interface OpenExchange {
  readonly request: Pick<RequestLine, 'method' | 'target' | 't'>;
  response: { readonly status: number; readonly t: number; readonly streaming: boolean } | undefined;
  events: number;
}

/** The counts of one operation. */
interface Group {
  exchanges: number;
  events: number;
  readonly statuses: Map<string, number>;
  readonly latencies: number[];
}

class Counting {
  readonly #path: string;
  readonly #open = new Map<number, OpenExchange>();
  readonly #groups = new Map<string, Group>();
  readonly #connections = new Set<number>();
  readonly #types = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  readonly #files = new Map<string, UnusableBody | undefined>();
  #exchanges = 0;
  #watches = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async take(line: HappeningLine): Promise<void> {
    this.#first = Math.min(this.#first, line.t);
    this.#last = Math.max(this.#last, line.t);
    if ('body' in line && line.body !== undefined) await this.#look(line.exchange, line.body);
    if (line.kind === 'request') this.#begin(line);
    const open = this.#open.get(line.exchange);
    if (open === undefined) return;
    if (line.kind === 'response') open.response = responseOf(open, line);
    else if (line.kind === 'event') this.#event(open, line);
    else if (line.kind === 'end') this.#finish(line.exchange, open, line.reason);
  }

  counts(): Omit<RecordingStats, 'file' | 'tool' | 'startedAt'> {
    for (const [exchange, open] of this.#open) this.#finish(exchange, open, 'still open');
    return {
      duration: this.#exchanges === 0 ? 0 : this.#last - this.#first,
      exchanges: this.#exchanges,
      connections: this.#connections.size,
      watches: this.#watches,
      events: ranked(this.#types),
      ends: ranked(this.#ends),
      paths: [...this.#groups]
        .map(([operation, group]) => pathStats(operation, group))
        .sort((a, b) => b.exchanges - a.exchanges || b.events - a.events),
      bodyFiles: this.#files.size,
      unusable: [...this.#files.values()].filter((file) => file !== undefined),
    };
  }

  #begin({ exchange, method, target, t, connection }: RequestLine): void {
    this.#exchanges += 1;
    this.#connections.add(connection ?? 0);
    this.#open.set(exchange, { request: { method, target, t }, response: undefined, events: 0 });
  }

  #event(open: OpenExchange, { body }: EventLine): void {
    open.events += 1;
    count(this.#types, 'json' in body ? typeOf(body.json) : 'other');
  }

  #finish(exchange: number, open: OpenExchange, reason: EndLine['reason'] | 'still open'): void {
    this.#open.delete(exchange);
    count(this.#ends, reason);
    const { request, response, events } = open;
    const watching = events > 0 || response?.streaming === true;
    if (watching) this.#watches += 1;
    const operation = operationOf(request, watching);
    const group: Group = this.#groups.get(operation) ?? { exchanges: 0, events: 0, statuses: new Map(), latencies: [] };
    this.#groups.set(operation, group);
    group.exchanges += 1;
    group.events += events;
    count(group.statuses, response === undefined ? 'none' : String(response.status));
    if (response !== undefined) group.latencies.push(Math.max(0, response.t - request.t));
  }

  async #look(exchange: number, body: LoggedBody): Promise<void> {
    if (!('file' in body) || this.#files.has(body.file)) return;
    const found = await stat(join(dirname(this.#path), body.file)).catch(() => undefined);
    const why =
      found === undefined
        ? 'there is no such file beside the log'
        : found.size === body.bytes
          ? undefined
          : `it has ${found.size} bytes and should have ${body.bytes}`;
    this.#files.set(body.file, why === undefined ? undefined : { exchange, file: body.file, why });
  }
}

function responseOf(
  { request }: OpenExchange,
  { status, t, headers }: ResponseLine,
): NonNullable<OpenExchange['response']> {
  return { status, t, streaming: streams(request.method, request.target, status, headers) };
}

function operationOf({ method, target }: OpenExchange['request'], watching: boolean): string {
  const { path } = splitTarget(target);
  const template = matchPath(path)?.operations.get(method)?.path ?? path;
  return `${watching ? 'WATCH' : method} ${template}`;
}

function pathStats(operation: string, { exchanges, events, statuses, latencies }: Group): PathStats {
  const sorted = latencies.sort((a, b) => a - b);
  const latency =
    sorted.length === 0
      ? undefined
      : { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? 0 };
  return { operation, exchanges, statuses: ranked(statuses), latency, events };
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;
}

function typeOf(event: unknown): string {
  if (typeof event !== 'object' || event === null || !Object.hasOwn(event, 'type')) return 'other';
  const { type } = event as { readonly type: unknown };
  return typeof type === 'string' ? type : 'other';
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The most frequent first. */
function ranked(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}
