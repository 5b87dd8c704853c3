import type { Shard } from '../../../shared/verdict-log/verdict-log.ts';
import type { Assignment } from '../../engine/run-config.ts';

/**
 * The part of a run that one shard judges. Pairs are dealt out in turn, in the order of their rules: pairs of one
 * rule cost about the same, so the parts do too. All parts together are the whole, and no pair is in two.
 *
 *     rule a on 1, 2, 3, 4; rule b on 1, 2   dealt to 2   ->   1/2: a1 a3 b1   2/2: a2 a4 b2
 */
export function shardOf(pairs: readonly Assignment[], { index, of }: Shard): Assignment[] {
  const place = new Map(pairs.toSorted(byRule).map((pair, position) => [pair, position]));
  return pairs.filter((pair) => (place.get(pair) ?? 0) % of === index - 1);
}

function byRule(a: Assignment, b: Assignment): number {
  const [left, right] = [`${a.rule}\n${a.operation}`, `${b.rule}\n${b.operation}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
