import type { ExchangeLog } from '../../fixtures/formats/read-exchange-log.ts';
import { matchPath } from '../../spec/surface/match-path.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { streams } from '../record/event-stream.ts';

/** What happened on one path with one method. */
export interface PathStats {
  /** `GET /api/v1/namespaces/{namespace}/pods`; a watch says so: `WATCH ...`. Paths outside of the document stand as they are. */
  readonly operation: string;
  readonly exchanges: number;
  /** Exchanges by status; `none` for those without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds from the request to the head of the answer; of none where nothing was answered. */
  readonly latency: Percentiles | undefined;
  readonly events: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What is in a recording. */
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
  /** Exchanges by how they ended. */
  readonly ends: Readonly<Record<string, number>>;
  /** The busiest first. */
  readonly paths: readonly PathStats[];
  /** What is missing of the file. */
  readonly torn?: string;
}

/** Counts what is in a recording. */
export function recordingStats({ path, header, lines, torn }: ExchangeLog): RecordingStats {
  const exchanges = exchangesOf(lines);
  const groups = new Map<string, LoggedExchange[]>();
  for (const exchange of exchanges) groups.set(operationOf(exchange), [...(groups.get(operationOf(exchange)) ?? []), exchange]);
  const { tool, startedAt, upstream, redaction } = header;
  const last = lines.reduce((latest, { t }) => Math.max(latest, t), 0);
  return {
    file: path,
    tool,
    startedAt,
    ...(upstream === undefined ? {} : { upstream }),
    ...(redaction === undefined ? {} : { redaction }),
    duration: last - (lines[0]?.t ?? 0),
    exchanges: exchanges.length,
    connections: new Set(exchanges.map(({ request }) => request.connection ?? 0)).size,
    watches: exchanges.filter(isWatch).length,
    events: counted(exchanges.flatMap(({ events }) => events.map(({ body }) => ('json' in body ? typeOf(body.json) : 'other')))),
    ends: counted(exchanges.map(({ end }) => end?.reason ?? 'still open')),
    paths: [...groups].map(([operation, of]) => pathStats(operation, of)).sort((a, b) => b.exchanges - a.exchanges || b.events - a.events),
    ...(torn === undefined ? {} : { torn }),
  };
}

function operationOf(exchange: LoggedExchange): string {
  const { method, target } = exchange.request;
  const path = target.split('?', 1)[0] ?? '';
  const template = matchPath(path)?.operations.get(method)?.path ?? path;
  return `${isWatch(exchange) ? 'WATCH' : method} ${template}`;
}

function isWatch({ request, response, events }: LoggedExchange): boolean {
  return events.length > 0 || (response !== undefined && streams(request.method, request.target, response.status, response.headers));
}

function pathStats(operation: string, exchanges: readonly LoggedExchange[]): PathStats {
  const latencies = exchanges.flatMap(({ request, response }) => (response === undefined ? [] : [Math.max(0, response.t - request.t)])).sort((a, b) => a - b);
  return {
    operation,
    exchanges: exchanges.length,
    statuses: counted(exchanges.map(({ response }) => (response === undefined ? 'none' : String(response.status)))),
    latency: latencies.length === 0 ? undefined : { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), max: latencies.at(-1) ?? 0 },
    events: exchanges.reduce((sum, { events }) => sum + events.length, 0),
  };
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;
}

function typeOf(event: unknown): string {
  if (typeof event !== 'object' || event === null || !Object.hasOwn(event, 'type')) return 'other';
  const { type } = event as { readonly type: unknown };
  return typeof type === 'string' ? type : 'other';
}

function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}
