import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { isDeletedEvent } from './due-changes.ts';
import { stateId } from '../../oracle/state/state-id.ts';
import type { Watch, WatchedEvent } from './watches.ts';

/**
 * Judges that a stream repeats no event: it delivers no state of an object twice, under whatever types, and no
 * deletion twice until the object appears again. (The DELETED event may carry a version that was delivered before.)
 * `updates` are the types with which the history delivers updates.
 */
export function* judgeRepeats(watch: Watch, updates: ReadonlySet<string>): Iterable<Finding> {
  const twin = repeated(watch);
  const again = deletedAgain(watch, updates);
  if (twin !== undefined)
    yield violated(
      watch.exchange,
      'each event once',
      `${twin.type} of ${twin.key.name} at version ${twin.version ?? ''}, which was delivered before`,
      'an event is repeated',
    );
  else if (again !== undefined)
    yield violated(
      watch.exchange,
      `one ${again.type} of ${again.key.name} until it appears again`,
      `two ${again.type} events in a row`,
      'a deletion is repeated',
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

/** The second of two deletions of an object in a row, such as one as it leaves the selection and one as it goes. */
function deletedAgain({ events }: Watch, updates: ReadonlySet<string>): WatchedEvent | undefined {
  const gone = new Set<string>();
  return events.find((event) => {
    if (event.uid === undefined) return false;
    if (!isDeletedEvent(event, updates)) gone.delete(event.uid);
    else if (gone.has(event.uid)) return true;
    else gone.add(event.uid);
    return false;
  });
}
