import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import type { Comparison, Pairing } from '../diff/compare-histories.ts';
import { compareHistories } from '../diff/compare-histories.ts';
import type { View } from '../diff/observed-exchange.ts';
import { observed } from '../diff/observed-exchange.ts';
import { pairExchanges } from '../diff/pair-exchanges.ts';
import type { Skipped } from '../diff/difference-report.ts';
import type { LoggedExchange } from '../log/logged-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { reasonToSkip, skippedOf } from './replay-log.ts';

/** One side of a comparison: lines, the log beside which their body files stand, and how they are seen. */
export interface Side {
  readonly lines: readonly HappeningLine[];
  readonly path: string;
  readonly view?: View;
}

/** Compares two histories whose exchanges have the same ids: a recording and its replay, or two replays of one recording. */
export async function compareById(expected: Side, actual: Side): Promise<Comparison> {
  return comparePairs(pairsById(expected, actual), expected, actual);
}

/** Compares two recordings of the same client. */
export async function compareFiles(expected: Side, actual: Side): Promise<{ readonly comparison: Comparison; readonly skipped: Skipped }> {
  const comparison = await comparePairs(pairExchanges(comparable(expected), comparable(actual)), expected, actual);
  return { comparison, skipped: skippedOf(expected.lines) };
}

/** The exchanges of two sides whose ids are the same, as pairs: those that can be compared in `recorded`, the expected side or the recording of both. One that got no answer is paired with that. */
export function pairsById(expected: Side, actual: Side, recorded: Pick<Side, 'lines'> = expected): Pairing {
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

/** Compares what was paired. */
export function comparePairs(pairing: Pairing, expected: Side, actual: Side): Promise<Comparison> {
  return compareHistories(pairing, {
    expected: (exchange) => observed(exchange, expected.path, expected.view),
    actual: (exchange) => observed(exchange, actual.path, actual.view),
  });
}

/** The exchanges of a side that can be compared. */
export function comparable({ lines }: Pick<Side, 'lines'>): LoggedExchange[] {
  return exchangesOf(lines).filter((exchange) => reasonToSkip(exchange) === undefined);
}
