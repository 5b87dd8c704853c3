import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';

/** Lines of a transcript that a report carries at most; the saved case brings the rest back. */
const MOST = 400;

/** The exchanges that a violation is about. */
export interface AtIssue {
  readonly exchange: number;
  readonly involved?: readonly number[];
}

/**
 * The lines of a broken case that its report carries: all of them where there are few. Of many, those of the exchanges at issue and
 * the lines nearest before the last of these.
 *
 *     1,000 lines, at issue exchange 300 (lines 900 to 903)   ->   lines 504 to 903
 */
export function transcriptOf(
  lines: readonly HappeningLine[],
  { exchange, involved = [] }: AtIssue,
): readonly HappeningLine[] {
  if (lines.length <= MOST) return lines;
  const atIssue = new Set([exchange, ...involved]);
  const deciding = decidingOf(lines.filter((line) => atIssue.has(line.exchange)));
  const last = deciding.length === 0 ? lines.length : lines.lastIndexOf(deciding.at(-1) as HappeningLine) + 1;
  const before = lines.slice(0, last).filter((line) => !atIssue.has(line.exchange));
  const room = MOST - deciding.length;
  const kept = new Set([...deciding, ...(room === 0 ? [] : before.slice(-room))]);
  return lines.filter((line) => kept.has(line));
}

/** The requests and response heads of the exchanges at issue, and their last other lines: a long watch keeps the request that opened it. */
function decidingOf(lines: readonly HappeningLine[]): HappeningLine[] {
  const heads = lines.filter(({ kind }) => kind === 'request' || kind === 'response').slice(-MOST / 2);
  const kept = new Set(heads);
  const rest = lines.filter((line) => !kept.has(line)).slice(heads.length - MOST);
  for (const line of rest) kept.add(line);
  return lines.filter((line) => kept.has(line));
}
