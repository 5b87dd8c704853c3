import type { HeaderPair } from '../../shared/exchange-log/exchange-log.ts';

/**
 * The name-value pairs of node's flat `rawHeaders` and `rawTrailers` lists: wire order, the sender's case, duplicates
 * kept.
 */
export function headerPairs(raw: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}
