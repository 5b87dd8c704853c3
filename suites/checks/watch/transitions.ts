import type { Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { stateBefore } from '../fresh-reads.ts';
import type { ResourceCalled } from '../responses.ts';
import { makerOfState } from './makers.ts';
import { isOverdue, type Overdue, settledAt } from './overdue.ts';
import { isDeletedEvent, mayNeverShow, liveFrom } from './due-changes.ts';
import { eventOf, isKnown, mayTakeIn, type Watch, type WatchedEvent, watches } from './watches.ts';
import { isSelected } from '../selectors.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** The effect of an acknowledged write on the selection of a watch with selectors. */
type Transition = 'enters' | 'stays' | 'leaves' | 'stays out';

/**
 * A write in the scope of a watch with selectors that certainly changed something, with known states before and
 * after.
 */
export interface SelectedChange {
  readonly write: Write;
  readonly transition: Transition;
  readonly before: Observation | undefined;
  readonly after: Observation;
  /** The event with the version of the write. */
  readonly delivered: WatchedEvent | undefined;
  /** Whether the event may be part of the stream's initial state. */
  readonly isBeginning: boolean;
  /**
   * The event that delivers that the object left the selection, after all events of the object that precede the
   * write.
   */
  readonly deletedEvent: WatchedEvent | undefined;
  readonly overdue: Overdue;
}

/** The acknowledged creates and updates that a watch with selectors must deliver. */
export function selectedChanges(watch: Watch, observed: ObservedState, updates: ReadonlySet<string>): SelectedChange[] {
  const from = liveFrom(watch);
  if (from === undefined || !watch.selects) return [];
  return observed.writes.flatMap((write): SelectedChange[] => {
    const { response: after, key, outcome } = write;
    if (
      key === undefined ||
      !watches(watch, key) ||
      outcome !== 'acknowledged' ||
      after === undefined ||
      isTerminating(after.content)
    )
      return [];
    if (write.began <= from || write.began >= watch.exchange.ended) return [];
    const before = write.verb === 'create' ? undefined : stateBefore(observed, key, write.exchange as ResourceCalled);
    if (write.verb !== 'create' && (before === undefined || before.version === after.version)) return [];
    if (makerOfState(observed, after) !== write) return [];
    const transition = transitionOf(watch, before, after);
    if (transition === undefined) return [];
    const delivered = eventOf(watch, after.uid, after.version);
    if (isTakenIn(watch, observed, { write, transition, before, delivered })) return [];
    const isBeginning = delivered !== undefined && mayTakeIn(watch, write.began) && !isKnown(watch, delivered);
    return [
      {
        write,
        transition,
        before,
        after,
        delivered,
        isBeginning,
        deletedEvent: deletedEventAfter(watch, observed, write, after, updates),
        overdue: isOverdue(watch, observed, settledAt(write)),
      },
    ];
  });
}

/**
 * Whether the stream may have started after the write and need not deliver it, because the state was replaced or is
 * not selected. A stream that shows an earlier state of the object has started before.
 */
function isTakenIn(
  watch: Watch,
  observed: ObservedState,
  { write, transition, before, delivered }: Pick<SelectedChange, 'write' | 'transition' | 'before' | 'delivered'>,
): boolean {
  if (delivered !== undefined || !mayTakeIn(watch, write.began)) return false;
  if (transition !== 'leaves') return mayNeverShow(watch, observed, write);
  if (before === undefined) return true;
  const earlier = observed.writesTo(before.key).filter(({ settled }) => settled < write.began);
  return ![before, ...earlier.map(({ response }) => response)].some(
    (state) => eventOf(watch, before.uid, state?.version) !== undefined,
  );
}

function transitionOf(watch: Watch, before: Observation | undefined, after: Observation): Transition | undefined {
  const was = before === undefined ? false : isSelected(watch, before.content);
  const is = isSelected(watch, after.content);
  if (was === undefined || is === undefined) return undefined;
  if (was) return is ? 'stays' : 'leaves';
  return is ? 'enters' : 'stays out';
}

/** A DELETED event of that object that no other write explains: the first after the events of earlier writes. */
function deletedEventAfter(
  watch: Watch,
  observed: ObservedState,
  write: Write,
  { key, uid }: Observation,
  updates: ReadonlySet<string>,
): WatchedEvent | undefined {
  const earlier = observed
    .writesTo(key)
    .filter(({ response, settled }) => response !== undefined && response.uid === uid && settled < write.began);
  // A DELETED event may carry the last version of the object, which an earlier write created. It does not deliver that
  // write.
  const delivered = earlier
    .map(({ response }) => eventOf(watch, uid, response?.version))
    .filter((event) => event !== undefined && !isDeletedEvent(event, updates));
  const last = Math.max(-1, ...delivered.map((event) => event?.index ?? -1));
  return watch.events.find((event) => event.uid === uid && event.index > last && isDeletedEvent(event, updates));
}
