import type { ServerContext } from '../objects/server-context.ts';
import { workloadControllers } from './workload-controllers.ts';
import { runControllers } from './run-controllers.ts';

export interface RunningControllers {
  /**
   * Resolves with true when all present work is done, with false after ten seconds, or after a moment if not
   * `patient`.
   */
  settled(patient?: boolean): Promise<boolean>;
  stop(): void;
}

/** Runs the workload controllers on the present state and its changes until they are stopped. */
export function runWorkloadControllers(context: ServerContext, report: (error: unknown) => void): RunningControllers {
  const stop = new AbortController();
  const controllers = workloadControllers(context, report);
  runControllers(context.store, [controllers], stop.signal).catch(report);
  return {
    settled: (patient) => controllers.settled(patient),
    stop() {
      controllers.stop();
      stop.abort();
    },
  };
}
