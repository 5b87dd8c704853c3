import { UPDATE_VERBS } from '../../../spec/surface/operations.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Write } from '../../oracle/state/writes.ts';
import type { History } from '../../oracle/history.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import type { Finding } from '../finding.ts';
import { violated } from '../findings.ts';
import { callsOf, foundWrong, type ResourceCalled, responseOf, statusOf } from '../responses.ts';
import { turnedDownAsStale } from './locks.ts';
import { isBeyondItsSurface } from '../unserved.ts';
import { wayOf } from '../way-of.ts';

/**
 * Judges that a server accepts the writes of a rule's own cases, all of which are legal. After a failed write of an
 * object, such as a conflict, later writes may no longer fit the object. `fits` tells whether a write does, and
 * `isIntended` whether an earlier write had the outcome on which later ones build: by default, success.
 */
export function* judgeRefusedWrites(
  history: History,
  rule: string,
  expected: string,
  fits: (exchange: ResourceCalled) => boolean = () => true,
  isIntended: (earlier: Write) => boolean = ({ outcome }) => outcome === 'acknowledged',
): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'create', ...UPDATE_VERBS)) {
    if (!sentFor(exchange, rule) || !foundWrong(exchange) || isBeyondItsSurface(exchange)) continue;
    if (turnedDownAsStale(history, exchange)) continue;
    const key = observed.writeOf(exchange)?.key;
    const earlier = key === undefined ? [] : observed.writesTo(key).filter(({ began }) => began < exchange.began);
    if (!earlier.every(isIntended) || !fits(exchange)) continue;
    yield violated(
      exchange,
      expected,
      responseOf(exchange),
      `refused by ${wayOf(exchange)} with ${statusOf(exchange)}`,
    );
  }
}
