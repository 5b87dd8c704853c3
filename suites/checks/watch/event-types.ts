import type { ObservedState } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { dueChanges } from './due-changes.ts';
import { isKnown, type Watch, type WatchedEvent } from './watches.ts';

/**
 * Judges that a watch delivers each new object as ADDED, and never delivers a change of a known object as ADDED. The
 * response to a create may show a later version, which a controller made: then that version is a change.
 */
export function* judgeTypes(watch: Watch, observed: ObservedState): Iterable<Finding> {
  if (watch.selects) yield* judgeSelectedAppearances(watch, observed);
  for (const { write, delivered } of dueChanges(watch, observed)) {
    if (delivered === undefined) continue;
    const name = write.response.key.name;
    const known = isKnown(watch, delivered) || wasThere(watch, observed, delivered);
    if (write.verb === 'create' && !known) yield appearance(watch, name, delivered);
    else if (known) {
      if (delivered.type === 'ADDED')
        yield violated(
          watch.exchange,
          `another type than "ADDED" for a ${write.exchange.request.method} of ${name}, which ${isKnown(watch, delivered) ? 'the watch has delivered before' : 'existed at the version of the watch'}`,
          'type "ADDED"',
          'type of a change',
        );
      else yield held(watch.exchange, `change, ${watch.form}`);
    }
  }
}

/** The first events of new objects in a watch that selects: an object that a create has made, as the create left it. */
function* judgeSelectedAppearances(watch: Watch, observed: ObservedState): Iterable<Finding> {
  for (const event of watch.events) {
    const isNew = observed
      .writesTo(event.key)
      .some(
        ({ verb, outcome, response }) =>
          verb === 'create' &&
          outcome === 'acknowledged' &&
          response?.uid === event.uid &&
          response?.version === event.version,
      );
    if (isNew && !isKnown(watch, event)) yield appearance(watch, event.key.name, event);
  }
}

function appearance(watch: Watch, name: string, { type }: WatchedEvent): Finding {
  return type === 'ADDED'
    ? held(watch.exchange, `appearance, ${watch.form}`)
    : violated(
        watch.exchange,
        `type "ADDED" for ${name}, which was created`,
        `type ${show(type)}`,
        'type of an appearance',
      );
}

/** Whether the object of an event existed at the version from which the watch was requested. */
function wasThere({ start }: Watch, observed: ObservedState, { key, uid }: WatchedEvent): boolean {
  if (start.from === 'existing' || start.from === 'unknown' || start.before === undefined) return false;
  const moment = start.before;
  return observed.observationsOf(key).some((observation) => observation.uid === uid && observation.ended < moment);
}
