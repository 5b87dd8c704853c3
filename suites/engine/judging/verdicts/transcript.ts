import { groupBy } from '../../../../shared/group-by.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Call } from '../../../oracle/history.ts';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import { lengthOf, type TranscriptLimits, type TranscriptSize } from '../effort/transcript-room.ts';

/** Maximum exchanges among them that concern the same object as the disputed exchange. */
const RELATED = 200;

/** The exchanges that a violation names. */
export interface AtIssue {
  readonly exchange: number;
  readonly involved?: readonly number[];
}

/**
 * The lines of a failing case for its report: all, if they are few. Otherwise the lines of the disputed exchanges,
 * whatever their size, then the nearest lines about the same object or its collection, then the nearest preceding lines.
 *
 *     1,000 lines, at issue a refused PUT of pod a in exchange 300   ->   exchange 300, the gets, writes and lists of a around it, and lines before it
 */
export function transcriptOf(
  lines: readonly HappeningLine[],
  { exchange, involved = [] }: AtIssue,
  { whole, cut }: TranscriptLimits,
): readonly HappeningLine[] {
  if (fits(lines, whole)) return lines;
  const atIssue = new Set([exchange, ...involved]);
  const deciding = decidingOf(
    lines.filter((line) => atIssue.has(line.exchange)),
    cut.lines,
  );
  const last = deciding.length === 0 ? lines.length : lines.lastIndexOf(deciding.at(-1) as HappeningLine) + 1;
  const kept = new Set(deciding);
  let left = cut.characters;
  const keep = (exchange: readonly HappeningLine[]): void => {
    const added = headsOf(exchange).filter((line) => !kept.has(line));
    const size = added.reduce((sum, line) => sum + lengthOf(line), 0);
    if (kept.size + added.length > cut.lines || size > left) return;
    left -= size;
    for (const line of added) kept.add(line);
  };
  relatedTo(lines, exchange, atIssue).slice(0, RELATED).forEach(keep);
  const earlier = lines.slice(0, last).filter((line) => !atIssue.has(line.exchange));
  [...groupBy(earlier, (line) => String(line.exchange)).values()].toReversed().forEach(keep);
  return lines.filter((line) => kept.has(line));
}

function fits(lines: readonly HappeningLine[], { lines: most, characters }: TranscriptSize): boolean {
  let left = characters;
  return lines.length <= most && lines.every((line) => (left -= lengthOf(line)) >= 0);
}

/** The number of requests that a transcript leaves out before its last line. */
export function omittedRequests(lines: readonly HappeningLine[], transcript: readonly HappeningLine[]): number {
  const kept = new Set(transcript);
  const last = lines.findLastIndex((line) => kept.has(line));
  return lines.slice(0, last + 1).filter((line) => line.kind === 'request' && !kept.has(line)).length;
}

/** The exchange of the same case on another server: the request at the same place. */
export function counterpart(
  lines: readonly HappeningLine[],
  others: readonly HappeningLine[],
  exchange: number,
): number {
  const requests = (all: readonly HappeningLine[]): readonly HappeningLine[] =>
    all.filter(({ kind }) => kind === 'request');
  const place = requests(lines).findIndex((line) => line.exchange === exchange);
  return requests(others)[place]?.exchange ?? exchange;
}

/**
 * The requests and response heads of the disputed exchanges, and their last other lines. A long watch keeps its
 * request.
 */
function decidingOf(lines: readonly HappeningLine[], most: number): HappeningLine[] {
  const heads = lines.filter(({ kind }) => kind === 'request' || kind === 'response').slice(-most / 2);
  const kept = new Set(heads);
  const rest = lines.filter((line) => !kept.has(line)).slice(heads.length - most);
  for (const line of rest) kept.add(line);
  return lines.filter((line) => kept.has(line));
}

/**
 * Maximum lines of an exchange that is not disputed: its beginning and its end. A watch may have delivered thousands
 * of other objects.
 */
const OF_ONE = 8;

function headsOf(lines: readonly HappeningLine[]): readonly HappeningLine[] {
  return lines.length <= OF_ONE ? lines : [...lines.slice(0, OF_ONE / 2), ...lines.slice(-OF_ONE / 2)];
}

/** The lines of each exchange about the disputed exchange's object or collection, the nearest first. */
function relatedTo(
  lines: readonly HappeningLine[],
  exchange: number,
  atIssue: ReadonlySet<number>,
): readonly (readonly HappeningLine[])[] {
  const { exchanges } = historyOf(lines);
  const at = exchanges.findIndex(({ id }) => id === exchange);
  const issue = exchanges[at]?.call;
  if (issue?.resource === undefined) return [];
  const near = exchanges
    .map(({ id, call }, index) => ({ id, call, distance: Math.abs(index - at) }))
    .filter(({ id, call }) => !atIssue.has(id) && call !== undefined && isAbout(issue, call))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, RELATED);
  const byExchange = groupBy(lines, (line) => String(line.exchange));
  return near.map(({ id }) => byExchange.get(String(id)) ?? []);
}

/** Whether a call concerns the object of another call, or the object's collection. */
function isAbout(issue: Call, { resource, namespace, name }: Call): boolean {
  return (
    resource?.kind === issue.resource?.kind &&
    (namespace === undefined || issue.namespace === undefined || namespace === issue.namespace) &&
    (name === undefined || issue.name === undefined || name === issue.name)
  );
}
