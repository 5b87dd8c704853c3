import type { WireExchange } from './wire-case.ts';

/**
 * Requests that one client sends one after the other, which a script sends by one curl: a new process for each would
 * leave the target time to hide what it does late. Gives the steps of each chain, in the order of their first steps.
 *
 *     POST, then PATCH beside PATCH, then GET after the first PATCH   ->   [[0], [1, 3], [2]]
 *
 * `needs` gives the steps whose responses a request quotes.
 */
export function chainsOf(
  exchanges: readonly WireExchange[],
  needs: (step: number) => readonly number[],
  longestPause: number,
): number[][] {
  const chains: number[][] = [];
  for (const [step, exchange] of exchanges.entries()) {
    const chain = chains.find(
      (each) => canFollow(exchanges, each, step) && !needs(step).some((other) => other >= (each[0] ?? 0)),
    );
    if (chain === undefined || exchange.pause >= longestPause) chains.push([step]);
    else chain.push(step);
  }
  return chains;
}

function canFollow(exchanges: readonly WireExchange[], chain: readonly number[], step: number): boolean {
  const [next, first, last] = [exchanges[step], exchanges[chain[0] ?? -1], exchanges[chain.at(-1) ?? -1]];
  if (next === undefined || first === undefined || last === undefined) return false;
  if (next.isWatch || first.isWatch || last.ended > next.began) return false;
  return exchanges.every((other, index) => {
    if (index === step || chain.includes(index)) return true;
    const isOpenWatch = other.isWatch && other.began < next.began && other.ended > first.began;
    const endsBetween = other.ended > first.began && other.ended <= next.began;
    const waitsForLast = other.began >= last.ended && other.began < next.ended;
    return !isOpenWatch && !endsBetween && !waitsForLast;
  });
}
