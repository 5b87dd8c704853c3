import type { ObjectKey, Observation, ObservedState } from '../oracle/observed-state.ts';

/**
 * The state of an object at a position, if the history proves it: the same version was seen before and after, or no
 * writer changed it.
 */
export function knownAt(observed: ObservedState, key: ObjectKey, position: number): Observation | undefined {
  return observed.currentAt(key, position) ?? observed.expectedAt(key, position);
}
