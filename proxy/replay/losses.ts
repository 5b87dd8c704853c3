import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HappeningLine, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import type { ExchangeLog, Gap } from '../../shared/exchange-log/read-exchange-log.ts';
import { tokenOf } from '../../shared/exchange-log/redaction-token.ts';
import type { Hole } from '../diff/races/holes.ts';
import { exchangesOf, type LoggedExchange } from '../log/logged-exchange.ts';
import { streams } from '../record/event-stream.ts';

/** The losses of a recording. They never count against a server. */
export interface Losses {
  /** Incomplete exchanges, each with the reason. */
  readonly incomplete: ReadonlyMap<number, string>;
  /** Incomplete exchanges that cannot be sent again, because the request is lost. */
  readonly unsendable: ReadonlySet<number>;
  /** The places of possibly missing requests, which may be writes or may have received a generated name. */
  readonly holes: readonly Hole[];
}

export const NO_LOSSES: Losses = { incomplete: new Map(), unsendable: new Set(), holes: [] };

/** The losses, with exchanges added that are missing for other reasons. */
export function withMissing(losses: Losses, missing: ReadonlyMap<number, string>): Losses {
  return missing.size === 0 ? losses : { ...losses, incomplete: new Map([...losses.incomplete, ...missing]) };
}

/**
 * The losses of a log, from its gaps, its responses without an end, and its missing body files:
 *
 *     PUT 4 begins, gap of 5 lines, PUT 4 ends, GET 7     4 is not whole; 5 and 6 are missing, so what 7 shows may be theirs
 *     GET 8 begins, is answered, the log ends             8 is not whole
 */
export async function lossesOf(log: Pick<ExchangeLog, 'path' | 'lines' | 'gaps'>): Promise<Losses> {
  const incomplete = new Map<number, string>();
  const unsendable = new Set<number>();
  const exchanges = exchangesOf(log.lines);
  const holes: Hole[] = log.gaps
    .filter((gap) => losesRequests(gap, exchanges))
    .map(({ since, n }) => ({ since, until: n }));
  const last = log.lines.at(-1)?.n ?? 0;
  const inside = log.gaps.filter(({ since }) => since < last);
  for (const exchange of exchanges) {
    const { id, request, response, end, events } = exchange;
    const streaming =
      response !== undefined &&
      (events.length > 0 || streams(request.method, request.target, response.status, response.headers));
    if (inside.some((gap) => request.n < gap.n && !(end !== undefined && end.n <= gap.since)))
      incomplete.set(id, 'the recording has a gap there');
    else if (response !== undefined && end === undefined && !streaming)
      incomplete.set(id, 'the recording ends before its response does');
  }
  for (const line of log.lines) {
    const missing = await missingFile(line, log.path);
    if (missing === undefined) continue;
    incomplete.set(line.exchange, `its body should be in a file of its own, which ${missing}`);
    if (line.kind !== 'request') continue;
    unsendable.add(line.exchange);
    holes.push({ since: line.n - 1, until: line.n + 1 });
  }
  for (const { id, request } of exchanges)
    if (request.method === 'POST' && incomplete.has(id) && !unsendable.has(id))
      holes.push({ since: request.n - 1, until: request.n + 1 });
  return { incomplete, unsendable, holes: holes.sort((a, b) => a.since - b.since) };
}

/**
 * The losses of a log for a replay. A request whose body was redacted as a whole cannot be sent again: a server would
 * refuse the token that stands for the body.
 */
export async function replayLossesOf(log: Pick<ExchangeLog, 'path' | 'lines' | 'gaps'>): Promise<Losses> {
  const losses = await lossesOf(log);
  const redacted = exchangesOf(log.lines).filter(({ request: { body } }) => body !== undefined && isOneToken(body));
  if (redacted.length === 0) return losses;
  const changing = redacted.filter(({ response }) => response === undefined || response.status < 400);
  const holes = changing.map(({ request: { n } }) => ({ since: n - 1, until: n + 1 }));
  return {
    incomplete: new Map([...losses.incomplete, ...redacted.map(({ id }) => [id, REDACTED] as const)]),
    unsendable: new Set([...losses.unsendable, ...redacted.map(({ id }) => id)]),
    holes: [...losses.holes, ...holes].sort((a, b) => a.since - b.since),
  };
}

const REDACTED = 'it was not sent, because the recording has its body redacted as a whole';

function isOneToken(body: LoggedBody): boolean {
  return 'text' in body && tokenOf(body.text)?.encoded === false;
}

/**
 * Exchanges are numbered in the order of their requests: if the numbers are continuous across a gap, no request is
 * missing. Nothing follows at the end of a log.
 */
function losesRequests(gap: Gap, exchanges: readonly LoggedExchange[]): boolean {
  const after = exchanges.find(({ request }) => request.n > gap.since);
  const before = exchanges.findLast(({ request }) => request.n <= gap.since);
  return after === undefined || after.id !== (before?.id ?? 0) + 1;
}

/** The defect of a line's body file. Inline bodies need not be read. */
async function missingFile(line: HappeningLine, logPath: string): Promise<string | undefined> {
  if (!('body' in line) || !Object.hasOwn(line, 'body') || line.body === undefined || !('file' in line.body))
    return undefined;
  const { file, bytes } = line.body;
  const found = await stat(join(dirname(logPath), file)).catch(() => undefined);
  if (found === undefined) return 'is not there';
  return found.size === bytes ? undefined : `has ${found.size} bytes and should have ${bytes}`;
}
