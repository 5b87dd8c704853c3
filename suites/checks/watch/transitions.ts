import type { Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { stateBefore } from '../fresh-reads.ts';
import type { ResourceCalled } from '../responses.ts';
import { makerOfState } from './makers.ts';
import type { Overdue } from './overdue.ts';
import { isOverdue, settledAt } from './overdue.ts';
import { isTerminating, isDeletedEvent, mayNeverShow } from './due-changes.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { eventOf, isSelected, mayTakeIn, watches } from './watches.ts';

/** What an acknowledged write did to the selection of a watch with selectors. */
export type Transition = 'enters' | 'stays' | 'leaves' | 'stays out';

/** A write in the scope of a watch with selectors that surely changed something, and whose state before and after is known. */
export interface SelectedChange {
  readonly write: Write;
  readonly transition: Transition;
  readonly before: Observation | undefined;
  readonly after: Observation;
  /** The event of the version that the write made. */
  readonly delivered: WatchedEvent | undefined;
  /** Whether the stream tells it as what it begins with, as far as one can know. */
  readonly isBeginning: boolean;
  /** The event by which the stream tells that the object left, after anything else that it tells of it before the write. */
  readonly removal: WatchedEvent | undefined;
  readonly overdue: Overdue;
}

/** What the watches with selectors have to tell of acknowledged creates and updates. */
export function selectedChanges(watch: Watch, observed: ObservedState, updates: ReadonlySet<string>): SelectedChange[] {
  const { start } = watch;
  if (start.from === 'unknown' || !watch.selects) return [];
  return observed.writes.flatMap((write): SelectedChange[] => {
    const { response: after, key, outcome } = write;
    if (
      key === undefined ||
      !watches(watch, key) ||
      outcome !== 'acknowledged' ||
      after === undefined ||
      isTerminating(after)
    )
      return [];
    if (write.began <= start.after || write.began >= watch.exchange.ended) return [];
    const before = write.verb === 'create' ? undefined : stateBefore(observed, key, write.exchange as ResourceCalled);
    if (write.verb !== 'create' && (before === undefined || before.version === after.version)) return [];
    if (makerOfState(observed, after) !== write) return [];
    const transition = transitionOf(watch, before, after);
    if (transition === undefined) return [];
    const delivered = eventOf(watch, after.uid, after.version);
    if (isTakenIn(watch, observed, write, transition, delivered)) return [];
    const isBeginning =
      delivered !== undefined &&
      mayTakeIn(watch, write.began) &&
      !watch.events.some(({ uid, index }) => uid === delivered.uid && index < delivered.index);
    return [
      {
        write,
        transition,
        before,
        after,
        delivered,
        isBeginning,
        removal: removalAfter(watch, observed, write, after, updates),
        overdue: isOverdue(watch, observed, settledAt(write)),
      },
    ];
  });
}

/** Whether the stream may have begun after the write, and have nothing to tell of it: the state was replaced, or is not selected. */
function isTakenIn(
  watch: Watch,
  observed: ObservedState,
  write: Write,
  transition: Transition,
  delivered: WatchedEvent | undefined,
): boolean {
  if (delivered !== undefined || !mayTakeIn(watch, write.began)) return false;
  return transition === 'leaves'
    ? !watch.events.some(({ uid }) => uid === write.response?.uid)
    : mayNeverShow(watch, observed, write);
}

function transitionOf(watch: Watch, before: Observation | undefined, after: Observation): Transition | undefined {
  const was = before === undefined ? false : isSelected(watch, before.content);
  const is = isSelected(watch, after.content);
  if (was === undefined || is === undefined) return undefined;
  if (was) return is ? 'stays' : 'leaves';
  return is ? 'enters' : 'stays out';
}

/** A removal told of that object which no other write can be the cause of: the first after what was told of earlier writes. */
function removalAfter(
  watch: Watch,
  observed: ObservedState,
  write: Write,
  { key, uid }: Observation,
  updates: ReadonlySet<string>,
): WatchedEvent | undefined {
  const earlier = observed
    .writesTo(key)
    .filter(({ response, settled }) => response !== undefined && response.uid === uid && settled < write.began);
  // A removal may be told under the version that the object last had, which an earlier write made; it does not tell of that write.
  const delivered = earlier
    .map(({ response }) => eventOf(watch, uid, response?.version))
    .filter((event) => event !== undefined && !isDeletedEvent(event, updates));
  const last = Math.max(-1, ...delivered.map((event) => event?.index ?? -1));
  return watch.events.find((event) => event.uid === uid && event.index > last && isDeletedEvent(event, updates));
}
