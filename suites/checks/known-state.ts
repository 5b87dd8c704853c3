import type { ObjectKey, Sighting, World } from '../oracle/world.ts';

/** The state of an object at a position, where the history settles it: seen before and after alike, or left alone by all who write it. */
export function knownAt(world: World, key: ObjectKey, position: number): Sighting | undefined {
  return world.currentAt(key, position) ?? world.expectedAt(key, position);
}
