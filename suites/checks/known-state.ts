import type { ObjectKey, Observation, ObservedState } from '../oracle/observed-state.ts';

/** The state of an object at a position, where the history settles it: seen before and after alike, or left alone by all who write it. */
export function knownAt(observed: ObservedState, key: ObjectKey, position: number): Observation | undefined {
  return observed.currentAt(key, position) ?? observed.expectedAt(key, position);
}
