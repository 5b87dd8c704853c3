import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import type { Comparison } from '../diff/compare-histories.ts';
import { compareHistories } from '../diff/compare-histories.ts';
import type { ObservedExchange } from '../diff/observed-exchange.ts';
import { observed } from '../diff/observed-exchange.ts';
import { pairExchanges } from '../diff/pair-exchanges.ts';
import type { Skipped } from '../diff/render-comparison.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { reasonToSkip } from './replay-log.ts';

/** One side of a comparison: lines, and the log beside which their body files stand. */
export interface Side {
  readonly lines: readonly HappeningLine[];
  readonly path: string;
}

/** Compares two histories whose exchanges have the same ids: a recording and its replay, or two replays of one recording. */
export async function compareById(expected: Side, actual: Side): Promise<Comparison> {
  const here = new Map((await allObserved(actual)).map((exchange) => [exchange.id, exchange]));
  const pairs = (await allObserved(expected)).flatMap((exchange) => {
    const other = here.get(exchange.id);
    return other === undefined ? [] : [{ expected: exchange, actual: other }];
  });
  return compareHistories({ pairs, missing: [], extra: [] });
}

/** Compares two recordings of the same client. */
export async function compareFiles(expected: Side, actual: Side): Promise<{ readonly comparison: Comparison; readonly skipped: Skipped }> {
  const comparison = compareHistories(pairExchanges(await allObserved(expected), await allObserved(actual)));
  const skipped = exchangesOf(expected.lines).flatMap((exchange) => {
    const reason = reasonToSkip(exchange);
    return reason === undefined ? [] : [{ exchange: exchange.id, reason }];
  });
  return { comparison, skipped };
}

/** The exchanges that can be compared, read. */
async function allObserved({ lines, path }: Side): Promise<ObservedExchange[]> {
  const comparable = exchangesOf(lines).filter((exchange) => reasonToSkip(exchange) === undefined);
  return Promise.all(comparable.map((exchange) => observed(exchange, path)));
}
