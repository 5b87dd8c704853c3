import type { HistoryComparison } from '../diff/compare/compare-histories.ts';
import { comparePairs, type ComparedSide, pairsById } from './compare-replay.ts';

/** Compares two histories whose exchanges have the same ids: a recording and its replay, or two replays of one recording. */
export function compareById(expected: ComparedSide, actual: ComparedSide): Promise<HistoryComparison> {
  return comparePairs(pairsById(expected, actual), expected, actual);
}
