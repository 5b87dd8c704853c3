import { textAt } from '../../oracle/json.ts';
import type { ObservedState } from '../../oracle/observed-state.ts';
import type { WriteOutcome } from '../fresh-reads.ts';
import { sent } from '../responses.ts';

/**
 * Whether no controller can have written between the previous state and the returned one: the write was a PUT of
 * exactly the previous version, or a watch delivered the two versions in sequence.
 */
export function followsDirectly(observed: ObservedState, { exchange, key, before, response }: WriteOutcome): boolean {
  if (before.version === undefined || before.version === response.version) return false;
  if (exchange.call.verb === 'replace') return textAt(sent(exchange), 'metadata', 'resourceVersion') === before.version;
  // Of any type: the document leaves the types of changes open, and no DELETED event carries a write's version first.
  const events = observed.observationsOf(key).filter(({ event }) => event !== undefined);
  return events.some((event) => {
    if (event.version !== response.version) return false;
    const last = events.findLast((other) => other.exchange === event.exchange && other.ended < event.ended);
    return (last === undefined ? event.exchange.request.query.get('resourceVersion') : last.version) === before.version;
  });
}
