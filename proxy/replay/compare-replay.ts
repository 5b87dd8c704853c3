import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import type { Comparison } from '../diff/compare-histories.ts';
import { compareHistories } from '../diff/compare-histories.ts';
import { observed } from '../diff/observed-exchange.ts';
import { exchangesOf } from '../log/logged-exchange.ts';

/** One side of a comparison: lines, and the log beside which their body files stand. */
export interface Side {
  readonly lines: readonly HappeningLine[];
  readonly path: string;
}

/** Compares two histories whose exchanges have the same ids: a recording and its replay, or two replays of one recording. */
export async function compareById(expected: Side, actual: Side): Promise<Comparison> {
  const there = await Promise.all(exchangesOf(expected.lines).map((exchange) => observed(exchange, expected.path)));
  const here = new Map((await Promise.all(exchangesOf(actual.lines).map((exchange) => observed(exchange, actual.path)))).map((exchange) => [exchange.id, exchange]));
  const pairs = there.flatMap((exchange) => {
    const other = here.get(exchange.id);
    return other === undefined ? [] : [{ expected: exchange, actual: other }];
  });
  return compareHistories({ pairs, missing: [], extra: [] });
}
