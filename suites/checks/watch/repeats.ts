import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { stateId, type Watch, type WatchedEvent } from './watches.ts';

/**
 * Judges that a stream repeats no event: it delivers no state of an object twice, under whatever types, and no
 * deletion twice under one version. (The DELETED event may carry a version that was delivered before.)
 */
export function* judgeRepeats(watch: Watch): Iterable<Finding> {
  const twin = repeated(watch);
  if (twin !== undefined)
    yield violated(
      watch.exchange,
      'each event once',
      `${twin.type} of ${twin.key.name} at version ${twin.version ?? ''}, which was delivered before`,
      'an event is repeated',
    );
  else if (watch.events.length > 1)
    yield held(watch.exchange, `${watch.form}, from ${watch.start.from}${watch.selects ? ', with a selector' : ''}`);
}

function repeated({ events }: Watch): WatchedEvent | undefined {
  const seen = new Set<string>();
  return events.find((event) => {
    const identity = `${event.source === 'event' ? 'state' : event.type} ${stateId(event)}`;
    const known = seen.has(identity);
    seen.add(identity);
    return known && event.uid !== undefined && event.version !== undefined;
  });
}
