import type { ServerContext } from '../objects/server-context.ts';
import { workloadControllers } from './workload-controllers.ts';
import { runControllers } from './run-controllers.ts';

export interface RunningLoops {
  /**
   * Resolves with true when all present work is done, with false after ten seconds, or after a moment if not
   * `patient`.
   */
  settled(patient?: boolean): Promise<boolean>;
  stop(): void;
}

/** Runs the workload controllers on the present state and its changes until they are stopped. */
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
