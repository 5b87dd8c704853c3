import type { ObservedState } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { type DueChange, dueChanges } from './due-changes.ts';
import type { Watch } from './watches.ts';

/** Judges that a watch delivers each new object as ADDED, and never delivers a change of a known object as ADDED. */
export function* judgeTypes(watch: Watch, observed: ObservedState): Iterable<Finding> {
  for (const change of dueChanges(watch, observed)) {
    const { write, delivered } = change;
    if (delivered === undefined) continue;
    const name = write.response.key.name;
    if (write.verb === 'create') {
      if (delivered.type === 'ADDED') yield held(watch.exchange, `appearance, ${watch.form}`);
      else
        yield violated(
          watch.exchange,
          `type "ADDED" for ${name}, which was created`,
          `type ${show(delivered.type)}`,
          'type of an appearance',
        );
    } else if (isKnownToTheStream(watch, change)) {
      if (delivered.type === 'ADDED')
        yield violated(
          watch.exchange,
          `another type than "ADDED" for a ${write.exchange.request.method} of ${name}, which the watch has delivered before`,
          'type "ADDED"',
          'type of a change',
        );
      else yield held(watch.exchange, `change, ${watch.form}`);
    }
  }
}

/** Whether the stream delivered the object before the event of the change. */
function isKnownToTheStream({ events }: Watch, { delivered }: DueChange): boolean {
  return delivered !== undefined && events.some(({ uid, index }) => uid === delivered.uid && index < delivered.index);
}
