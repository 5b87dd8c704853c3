import { deletedEventTypes } from './due-deleted-events.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import type { WatchContext } from './per-watch.ts';
import type { Watch } from './watches.ts';

/** Judges that a stream uses one event type for all changes and another for all deletions. */
export function* judgeConsistency(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { updates } = context;
  const deletedEvents = deletedEventTypes(watch, context);
  if (updates.size > 1)
    yield violated(watch.exchange, 'one type for all changes', [...updates].join(', '), 'several types of changes');
  else if (deletedEvents.size > 1)
    yield violated(
      watch.exchange,
      'one event type for all deleted objects',
      [...deletedEvents].join(', '),
      'several types of removals',
    );
  else if (updates.size + deletedEvents.size > 0)
    yield held(watch.exchange, `${watch.form}${deletedEvents.size > 0 ? ', with a deletion' : ''}`);
}
