import type { ObservedState } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { dueChanges } from './due-changes.ts';
import { isKnown, type Watch } from './watches.ts';

/**
 * Judges that a watch delivers each new object as ADDED, and never delivers a change of a known object as ADDED. The
 * response to a create may show a later version, which a controller made: then that version is a change.
 */
export function* judgeTypes(watch: Watch, observed: ObservedState): Iterable<Finding> {
  for (const { write, delivered } of dueChanges(watch, observed)) {
    if (delivered === undefined) continue;
    const name = write.response.key.name;
    const known = isKnown(watch, delivered);
    if (write.verb === 'create' && !known) {
      if (delivered.type === 'ADDED') yield held(watch.exchange, `appearance, ${watch.form}`);
      else
        yield violated(
          watch.exchange,
          `type "ADDED" for ${name}, which was created`,
          `type ${show(delivered.type)}`,
          'type of an appearance',
        );
    } else if (known) {
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
