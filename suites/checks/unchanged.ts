import type { ObjectKey, ObservedState } from '../oracle/observed-state.ts';
import { knownAt } from './known-state.ts';

/** The given objects that existed with one known content between the two positions. */
export function unchangedBetween(
  observed: ObservedState,
  keys: readonly ObjectKey[],
  from: number,
  to: number,
): readonly ObjectKey[] {
  return keys.filter((key) => {
    if (!observed.surelyExists(key, from) || !observed.surelyExists(key, to)) return false;
    const version = knownAt(observed, key, from)?.version;
    return version !== undefined && knownAt(observed, key, to)?.version === version;
  });
}
