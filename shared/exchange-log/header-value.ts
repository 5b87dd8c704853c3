import type { HeaderPair } from './exchange-log.ts';

/** The first value of a header; names compare without case. */
export function headerValue(pairs: readonly HeaderPair[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return pairs.find(([each]) => each.toLowerCase() === wanted)?.[1];
}
