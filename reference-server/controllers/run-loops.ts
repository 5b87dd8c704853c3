import type { ServerContext } from '../objects/server-context.ts';
import { workloadControllers } from './workload-controllers.ts';
import { runControllers } from './run-controllers.ts';

export interface RunningLoops {
  /** Resolves with true when all has been done that there is to do now, with false where that takes ten seconds, or a moment for who is not `patient`. */
  settled(patient?: boolean): Promise<boolean>;
  stop(): void;
}

/** Lets the control loops act on the world as it is and as it changes, until they are stopped. */
export function runLoops(context: ServerContext, report: (error: unknown) => void): RunningLoops {
  const stop = new AbortController();
  const loops = workloadControllers(context, report);
  runControllers(context.store, [loops], stop.signal).catch(report);
  return {
    settled: (patient) => loops.settled(patient),
    stop() {
      loops.stop();
      stop.abort();
    },
  };
}
