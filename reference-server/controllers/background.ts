import { ApiError } from '../resources/api-error.ts';
import { SYSTEM_CLOCK } from '../objects/clock.ts';
import { EtcdError } from '../store/etcd/etcd-error.ts';

/** A piece of work is taken up again after so long where the storage was away, then after twice as long each time. */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Work that nobody waits for. */
export interface Background {
  /** Work must read anew what it acts on: where the storage is away it is begun again later, by real time, until it is done. */
  run(work: () => Promise<unknown>): void;
}

/** Nothing is begun again once `signal` has aborted; `report` is told of what is not a refusal. */
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
 * Runs a piece of background work. That its object is gone or has been changed by others is not a fault: whatever they did is a
 * change that is seen in its turn. Anything else is reported.
 */
export function inBackground(work: Promise<unknown>, report: (error: unknown) => void): void {
  work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) report(error);
  });
}
