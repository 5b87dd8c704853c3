import type { World } from '../../objects/world.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { LoopWrites } from './loop-writes.ts';
import type { ObjectCache } from './object-cache.ts';

/** What the loops of workloads work with: all of them with the same. */
export interface LoopTools {
  readonly world: World;
  readonly cache: ObjectCache;
  readonly events: EventRecorder;
  readonly writes: LoopWrites;
}
