import { ApiError } from '../../resources/api-error.ts';
import { SYSTEM_CLOCK } from '../../objects/clock.ts';
import { EtcdError } from '../../store/etcd/etcd-error.ts';

/** Pause before work is repeated while the storage is unavailable; it doubles each time. */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Work that no request waits for. */
export interface Background {
  /**
   * Work must read the state anew: while the storage is unavailable it is repeated later, by real time, until it
   * succeeds.
   */
  run(work: () => Promise<unknown>): void;
}

/** Nothing is repeated after `signal` has aborted; `report` gets errors that are no refusals. */
export function backgroundWork(report: (error: unknown) => void, signal: AbortSignal): Background {
  const begin = (work: () => Promise<unknown>, retryMs: number): void => {
    const failed = (error: unknown): void => {
      report(error);
      if (!(error instanceof EtcdError)) return;
      SYSTEM_CLOCK.after(retryMs, () => {
        if (!signal.aborted) begin(work, Math.min(2 * retryMs, LAST_RETRY_MS));
      });
    };
    inBackground(work(), failed);
  };
  return { run: (work) => begin(work, FIRST_RETRY_MS) };
}

/**
 * Runs a piece of background work. Refusals because its object is gone or changed are no errors: those changes
 * trigger their own work. All other errors are reported.
 */
export function inBackground(work: Promise<unknown>, report: (error: unknown) => void): void {
  work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) report(error);
  });
}
