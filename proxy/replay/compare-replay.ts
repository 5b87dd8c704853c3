import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { matchPath } from '../../spec/surface/match-path.ts';
import { compareHistories, type HistoryComparison, type Pairing } from '../diff/compare/compare-histories.ts';
import type { Hole } from '../diff/races/holes.ts';
import { observed, type ComparedNamespaces } from '../diff/exchanges/observed-exchange.ts';
import { pairExchanges } from '../diff/compare/pair-exchanges.ts';
import type { Skipped } from '../diff/report/difference-report.ts';
import { exchangesOf, type LoggedExchange } from '../log/logged-exchange.ts';
import { type Losses, NO_LOSSES } from './losses.ts';
import { reasonToSkip, skippedOf } from './replay-log.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';

/** One side of a comparison: lines, the log with their body files, and the view of them. */
export interface ComparedSide {
  readonly lines: readonly HappeningLine[];
  readonly path: string;
  readonly namespaces?: ComparedNamespaces;
  /** Losses of the recording; absent if there are none. */
  readonly losses?: Losses;
}

/** Compares two recordings of the same client. */
export async function compareFiles(
  expected: ComparedSide,
  actual: ComparedSide,
): Promise<{ readonly comparison: HistoryComparison; readonly skipped: Skipped }> {
  const { pairing, skipped } = pairFiles(expected, actual);
  return { comparison: await comparePairs(pairing, expected, actual), skipped };
}

/**
 * The exchanges of two recordings of the same client as pairs, without those that are incomplete in either
 * recording.
 */
export function pairFiles(
  expected: ComparedSide,
  actual: ComparedSide,
): { readonly pairing: Pairing; readonly skipped: Skipped } {
  const [there, here] = [expected.losses ?? NO_LOSSES, actual.losses ?? NO_LOSSES];
  const all = pairExchanges(pairable(expected), pairable(actual), {
    expected: expected.namespaces?.names,
    actual: actual.namespaces?.names,
  });
  const wholePairs = all.pairs.filter((pair) => !there.incomplete.has(pair.expected.id));
  const missing = apart(
    all.missing.filter(({ id }) => !there.incomplete.has(id)),
    (each) =>
      isInHole(
        each,
        all.pairs.map((pair) => ({ left: pair.expected, right: pair.actual })),
        { own: there.holes, other: here.holes },
      ),
  );
  const extra = apart(
    all.extra.filter(({ id }) => !here.incomplete.has(id)),
    (each) =>
      isInHole(
        each,
        all.pairs.map((pair) => ({ left: pair.actual, right: pair.expected })),
        { own: here.holes, other: there.holes },
      ),
  );
  const pairs = apart(wholePairs, (pair) => here.incomplete.has(pair.actual.id));
  const lost = [
    ...pairs.those.map((pair) => ({
      exchange: pair.expected.id,
      reason: `of the other recording: ${here.incomplete.get(pair.actual.id) ?? ''}`,
    })),
    ...missing.those.map(({ id }) => ({
      exchange: id,
      reason: 'it has no counterpart, because a recording has a gap there or before',
    })),
    ...extra.those.map(({ id }) => ({
      exchange: id,
      reason: 'only the other recording has it, because a recording has a gap there or before',
    })),
  ];
  return {
    pairing: { pairs: pairs.others, missing: missing.others, extra: extra.others },
    skipped: [...skippedOf(expected.lines, there), ...lost],
  };
}

/** Splits a list by a predicate. */
function apart<Item>(
  items: readonly Item[],
  holds: (item: Item) => boolean,
): { readonly those: readonly Item[]; readonly others: readonly Item[] } {
  const held = new Set(items.filter(holds));
  return { those: [...held], others: items.filter((item) => !held.has(item)) };
}

/**
 * Whether the other recording may have lost an exchange without a counterpart: its neighbours surround a hole of the
 * other recording. Or the exchange comes after a hole of either side and is about one object, whose generated name
 * may have been lost in the hole.
 */
function isInHole(
  { request }: LoggedExchange,
  pairs: readonly { readonly left: LoggedExchange; readonly right: LoggedExchange }[],
  { own, other }: { readonly own: readonly Hole[]; readonly other: readonly Hole[] },
): boolean {
  if (own.length + other.length === 0) return false;
  const before = pairs
    .filter(({ left }) => left.request.n < request.n)
    .reduce((last, { right }) => Math.max(last, right.request.n), 0);
  const after = pairs
    .filter(({ left }) => left.request.n > request.n)
    .reduce((first, { right }) => Math.min(first, right.request.n), Number.POSITIVE_INFINITY);
  if (other.some(({ since, until }) => until > before && since < after)) return true;
  const isOfOneObject = matchPath(splitTarget(request.target).path)?.name !== undefined;
  return isOfOneObject && (own.some(({ since }) => since < request.n) || other.some(({ since }) => since < before));
}

function pairable(side: ComparedSide): LoggedExchange[] {
  const { lines, losses = NO_LOSSES } = side;
  return exchangesOf(lines).filter(
    (exchange) => losses.incomplete.has(exchange.id) || reasonToSkip(exchange, NO_LOSSES) === undefined,
  );
}

/**
 * Pairs the exchanges of two sides by id. `recorded`, the expected side or the recording of both, decides which can
 * be compared. A missing response counts as one.
 */
export function pairsById(
  expected: ComparedSide,
  actual: ComparedSide,
  recorded: Pick<ComparedSide, 'lines' | 'losses'> = expected,
): Pairing {
  const here = new Map(exchangesOf(actual.lines).map((exchange) => [exchange.id, exchange]));
  const pairs: Pairing['pairs'][number][] = [];
  const missing: LoggedExchange[] = [];
  const wanted = new Set(comparable(recorded).map(({ id }) => id));
  for (const exchange of exchangesOf(expected.lines)) {
    if (!wanted.has(exchange.id)) continue;
    const other = here.get(exchange.id);
    if (other === undefined) missing.push(exchange);
    else pairs.push({ expected: exchange, actual: other });
  }
  return { pairs, missing, extra: [] };
}

/** Compares the pairs. */
export function comparePairs(
  pairing: Pairing,
  expected: ComparedSide,
  actual: ComparedSide,
): Promise<HistoryComparison> {
  return compareHistories(
    pairing,
    {
      expected: (exchange) => observed(exchange, expected.path, expected.namespaces),
      actual: (exchange) => observed(exchange, actual.path, actual.namespaces),
    },
    { expected: expected.losses?.holes ?? [], actual: actual.losses?.holes ?? [] },
  );
}

/** The exchanges of a side that can be compared. */
function comparable({ lines, losses = NO_LOSSES }: Pick<ComparedSide, 'lines' | 'losses'>): LoggedExchange[] {
  return exchangesOf(lines).filter((exchange) => reasonToSkip(exchange, losses) === undefined);
}
