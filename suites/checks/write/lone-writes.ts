import type { History } from '../../oracle/history.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, observed, violated } from '../findings.ts';
import { forbidden, isBeyondLimit, responseOf, statusOf, succeeded, turnedDown } from '../responses.ts';
import { type LockedWrite, lockedWrites, mayBeConflict } from './locks.ts';

/**
 * Judges that PUTs of the current version succeed if nobody else writes. `isWellMade`: whether nothing in the body can
 * be the reason of a refusal. Otherwise a refusal proves nothing.
 */
export function* judgeLoneWrites(
  history: History,
  verb: 'replace' | 'replaceStatus',
  { choices }: CheckContext,
  isWellMade: (write: LockedWrite) => boolean,
): Iterable<Finding> {
  for (const write of lockedWrites(history, verb)) {
    const { exchange, state } = write;
    // A request under way at the end of the history may still succeed.
    if (state !== 'current' || exchange.end === undefined) continue;
    if (succeeded(exchange)) yield held(exchange, 'lone client');
    else if (choices['replace.lone-writer'] === 'may-be-refused' || forbidden(exchange) || isBeyondLimit(exchange))
      yield observed(exchange, `refused: ${statusOf(exchange)}`);
    // A controller's write makes the version stale for a moment.
    else if (turnedDown(exchange) && mayBeConflict(history, exchange))
      yield observed(exchange, 'refused, because another version came between');
    else if (!isWellMade(write))
      yield observed(exchange, `refused, perhaps because of its body: ${statusOf(exchange)}`);
    else
      yield violated(
        exchange,
        'success: the version is the current one, and nobody else writes',
        responseOf(exchange),
        `refused with ${statusOf(exchange)}`,
      );
  }
}
