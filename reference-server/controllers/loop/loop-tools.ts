import type { ServerContext } from '../../objects/server-context.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { LoopWrites } from './loop-writes.ts';
import type { InformerCache } from './informer-cache.ts';

/** The shared tools of workload controllers. */
export interface LoopTools {
  readonly context: ServerContext;
  readonly cache: InformerCache;
  readonly events: EventRecorder;
  readonly writes: LoopWrites;
}
