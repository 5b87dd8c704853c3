import type { World } from '../../oracle/world.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import type { DueChange } from './told.ts';
import { dueChanges } from './told.ts';
import type { Watch } from './watches.ts';

/** Judges that a watch delivers each appearance as ADDED, and no change of an object that it has delivered before. */
export function* judgeTypes(watch: Watch, world: World): Iterable<Finding> {
  for (const change of dueChanges(watch, world)) {
    const { write, told } = change;
    if (told === undefined) continue;
    const name = write.answer.key.name;
    if (write.verb === 'create') {
      if (told.type === 'ADDED') yield held(watch.exchange, `appearance, ${watch.form}`);
      else
        yield violated(
          watch.exchange,
          `type "ADDED" for ${name}, which was created`,
          `type ${show(told.type)}`,
          'type of an appearance',
        );
    } else if (isKnownToTheStream(watch, change)) {
      if (told.type === 'ADDED')
        yield violated(
          watch.exchange,
          `another type than "ADDED" for a ${write.exchange.request.method} of ${name}, of which the watch has told before`,
          'type "ADDED"',
          'type of a change',
        );
      else yield held(watch.exchange, `change, ${watch.form}`);
    }
  }
}

/** Whether the stream had an event of the object before the one that tells of the change. */
function isKnownToTheStream({ events }: Watch, { told }: DueChange): boolean {
  return told !== undefined && events.some(({ uid, index }) => uid === told.uid && index < told.index);
}
