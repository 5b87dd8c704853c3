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

/** The exchanges of two sides whose ids are the same, as pairs. */
export function pairsById(expected: Side, actual: Side): Pairing {
  const here = new Map(comparable(actual).map((exchange) => [exchange.id, exchange]));
  const pairs = comparable(expected).flatMap((exchange) => {
    const other = here.get(exchange.id);
    return other === undefined ? [] : [{ expected: exchange, actual: other }];
  });
  return { pairs, missing: [], extra: [] };
}

/** Compares what was paired. */
export function comparePairs(pairing: Pairing, expected: Side, actual: Side): Promise<Comparison> {
  return compareHistories(pairing, {
    expected: (exchange) => observed(exchange, expected.path, expected.view),
    actual: (exchange) => observed(exchange, actual.path, actual.view),
  });
}

/** The exchanges of a side that can be compared. */
export function comparable({ lines }: Side): LoggedExchange[] {
  return exchangesOf(lines).filter((exchange) => reasonToSkip(exchange) === undefined);
}
