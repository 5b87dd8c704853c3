import type { History } from '../../oracle/history.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { isSelected } from '../selectors.ts';
import { held, violated } from '../findings.ts';
import { overdueViolation } from './overdue.ts';
import { type DueChange, dueChanges } from './due-changes.ts';
import { type Watch, type WatchedEvent, watchesIn } from './watches.ts';

/** Judges that the matching watches deliver every acknowledged create and change in their scope after their start. */
export function* judgeDelivered(history: History, wanted: (watch: Watch) => boolean): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const watch of watchesIn(history).filter(wanted)) yield* judgeChanges(watch, observed);
}

/** Judges that one watch delivers every acknowledged create and change in its scope after its start, or some of them. */
export function* judgeChanges(
  watch: Watch,
  observed: ObservedState,
  wanted: (change: DueChange) => boolean = () => true,
): Iterable<Finding> {
  for (const change of dueChanges(watch, observed).filter(wanted)) {
    if (change.delivered !== undefined)
      yield held(watch.exchange, `${howWritten(watch, change)}, ${watch.form}, from ${watch.start.from}`);
    else if (change.overdue)
      yield overdueViolation(
        change.overdue,
        violated(
          watch.exchange,
          `version ${change.write.response.version ?? ''} of ${change.write.response.key.name}, which a ${howWritten(watch, change)} made, in the watch`,
          `${watch.events.length} events without it`,
          'a change is not told',
        ),
      );
  }
}

function howWritten({ exchange }: Watch, { write }: DueChange): string {
  return `${write.verb}${write.resource.id === exchange.call.resource.id ? '' : ' through the other view'}`;
}

/** Judges that watches from a version deliver no event that the version already covers. */
export function* judgeStart(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const watch of watchesIn(history)) yield* judgeStartOf(watch, observed);
}

/** Judges that one watch from a version delivers no event that the version already covers. */
export function* judgeStartOf(watch: Watch, observed: ObservedState): Iterable<Finding> {
  const { start } = watch;
  if (start.from === 'existing' || start.from === 'unknown' || start.before === undefined) return;
  const old = oldNews(watch, observed, start.before);
  if (old !== undefined)
    yield violated(
      watch.exchange,
      'only what is later than the version named',
      `${old.type} of ${old.key.name} at version ${old.version ?? ''}, which is not`,
      'older than its start',
    );
  else if (watch.events.length > 0) yield held(watch.exchange, `nothing older, ${watch.form}, from ${start.from}`);
}

/**
 * An event of a state that the start version covers (delivered by the version itself, or replaced by then), or the
 * DELETED event of an object that was gone, or whose labels were out of the selection, by then. A DELETED event may
 * carry an old state, so objects that any client may have deleted since are skipped, and with a selector those that
 * any client may have changed since.
 */
function oldNews(watch: Watch, observed: ObservedState, before: number): WatchedEvent | undefined {
  return watch.events.find((event) => {
    if (watch.selects && event.source !== 'event') return hadLeft(watch, observed, event, before);
    const writes = observed.writesTo(event.key);
    if (event.source === 'deleted-event' && wasGone(observed, event, before)) return true;
    if (writes.some(({ verb, settled }) => (verb === 'delete' || verb === 'deleteCollection') && settled > before))
      return false;
    return writes.some(
      ({ response, settled }) =>
        response !== undefined && response.uid === event.uid && response.version === event.version && settled < before,
    );
  });
}

/**
 * Whether the labels of an object were out of the selection at that position, and no write since may have changed them.
 * Controllers write fields, such as `status.phase`, at any time.
 */
function hadLeft(watch: Watch, observed: ObservedState, { key, uid, ended }: WatchedEvent, before: number): boolean {
  const then = observed.expectedAt(key, before);
  return (
    watch.fields?.length === 0 &&
    then?.uid !== undefined &&
    then.uid === uid &&
    isSelected(watch, then.content) === false &&
    !observed
      .writesTo(key)
      .some((write) => write.outcome !== 'refused' && write.settled > before && write.began < ended)
  );
}

/**
 * Whether the deleted object of an event, by its uid, existed and was gone before the position. Another object may
 * have the name since.
 */
function wasGone(observed: ObservedState, { key, uid }: WatchedEvent, before: number): boolean {
  const made = observed
    .writesTo(key)
    .some(({ response, settled }) => response !== undefined && response.uid === uid && settled < before);
  return made && uid !== undefined && observed.surelyGone(key, before);
}
