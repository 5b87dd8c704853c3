import { ApiError } from '../objects/api-error.ts';

/**
 * Runs a piece of background work. That its object is gone or has been changed by others is not a fault: whatever they did is a
 * change that is seen in its turn. Anything else is reported.
 */
export function inBackground(work: Promise<unknown>, report: (error: unknown) => void): void {
  work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) report(error);
  });
}
