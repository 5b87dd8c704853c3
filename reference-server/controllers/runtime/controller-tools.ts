import type { ServerContext } from '../../objects/server-context.ts';
import type { EventRecorder } from './event-recorder.ts';
import type { ControllerWrites } from './controller-writes.ts';
import type { InformerCache } from './informer-cache.ts';

/** The shared tools of workload controllers. */
export interface ControllerTools {
  readonly context: ServerContext;
  readonly cache: InformerCache;
  readonly events: EventRecorder;
  readonly writes: ControllerWrites;
}
