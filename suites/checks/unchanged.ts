import type { ObjectKey, World } from '../oracle/world.ts';
import { knownAt } from './known-state.ts';

/** Of these objects, those that were there, with one known content, from the one position to the other. */
export function unchangedBetween(
  world: World,
  keys: readonly ObjectKey[],
  from: number,
  to: number,
): readonly ObjectKey[] {
  return keys.filter((key) => {
    if (!world.surelyExists(key, from) || !world.surelyExists(key, to)) return false;
    const version = knownAt(world, key, from)?.version;
    return version !== undefined && knownAt(world, key, to)?.version === version;
  });
}
