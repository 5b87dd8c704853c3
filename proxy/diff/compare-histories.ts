import type { ExchangePair } from './compare-exchanges.ts';
import { compareExchanges } from './compare-exchanges.ts';
import { Correspondence } from './correspondence.ts';
import type { Difference } from './difference.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { settleRaces } from './race-groups.ts';
import { WriteIndex } from './write-index.ts';

/** What is to be compared: pairs in order of the expected side, and what has no counterpart. */
export interface Pairing {
  readonly pairs: readonly ExchangePair[];
  readonly missing: readonly ObservedExchange[];
  readonly extra: readonly ObservedExchange[];
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** Pairs whose bodies were compared. */
  readonly compared: number;
  /** Answers of which only status and media type were compared, since their bodies cannot be read: protobuf, binary. */
  readonly opaque: number;
}

/** Compares two histories pair by pair. Answers come before streams, so that the identities that events refer to are known. */
export function compareHistories({ pairs, missing, extra }: Pairing): Comparison {
  const correspondence = new Correspondence();
  const writes = { expected: new WriteIndex(pairs.map(({ expected }) => expected)), actual: new WriteIndex(pairs.map(({ actual }) => actual)) };
  const { settled, differences: races } = settleRaces(pairs);
  const inOrder = [...settled].sort((a, b) => Number(a.expected.streaming) - Number(b.expected.streaming) || a.expected.ended - b.expected.ended || a.expected.began - b.expected.began);
  const differences = [...races, ...inOrder.flatMap((pair) => compareExchanges(pair, correspondence, writes))];
  return {
    differences: [...differences.sort((a, b) => a.exchange - b.exchange), ...missing.map((each) => unpaired(each, 'missing-exchange')), ...extra.map((each) => unpaired(each, 'extra-exchange'))],
    compared: pairs.length,
    opaque: pairs.filter(({ expected }) => expected.content !== undefined && 'opaque' in expected.content).length,
  };
}

function unpaired(exchange: ObservedExchange, kind: 'missing-exchange' | 'extra-exchange'): Difference {
  const here = `exchange ${exchange.id}`;
  const sides = kind === 'missing-exchange' ? { expected: here, actual: 'no such request' } : { expected: 'no such request', actual: here };
  return { exchange: exchange.id, request: `${exchange.method} ${exchange.target}`, kind, place: 'request', ...sides };
}
