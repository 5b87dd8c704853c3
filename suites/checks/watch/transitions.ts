import type { Sighting, World, Write } from '../../oracle/world.ts';
import { stateBefore } from '../looks.ts';
import type { ResourceCalled } from '../answers.ts';
import { makerOfState } from './makers.ts';
import type { Overdue } from './overdue.ts';
import { isOverdue, settledAt } from './overdue.ts';
import { isLeaving, isRemoval, mayNeverShow } from './told.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { eventOf, isSelected, mayTakeIn, watches } from './watches.ts';

/** What an acknowledged write did to the selection of a watch with selectors. */
export type Transition = 'enters' | 'stays' | 'leaves' | 'stays out';

/** A write in the scope of a watch with selectors that surely changed something, and whose state before and after is known. */
export interface SelectedChange {
  readonly write: Write;
  readonly transition: Transition;
  readonly before: Sighting | undefined;
  readonly after: Sighting;
  /** The event of the version that the write made. */
  readonly told: WatchedEvent | undefined;
  /** Whether the stream tells it as what it begins with, as far as one can know. */
  readonly isBeginning: boolean;
  /** The event by which the stream tells that the object left, after anything else that it tells of it before the write. */
  readonly removal: WatchedEvent | undefined;
  readonly overdue: Overdue;
}

/** What the watches with selectors have to tell of acknowledged creates and updates. */
export function selectedChanges(watch: Watch, world: World, updates: ReadonlySet<string>): SelectedChange[] {
  const { start } = watch;
  if (start.from === 'unknown' || !watch.selects) return [];
  return world.writes.flatMap((write): SelectedChange[] => {
    const { answer: after, key, outcome } = write;
    if (
      key === undefined ||
      !watches(watch, key) ||
      outcome !== 'acknowledged' ||
      after === undefined ||
      isLeaving(after)
    )
      return [];
    if (write.began <= start.after || write.began >= watch.exchange.ended) return [];
    const before = write.verb === 'create' ? undefined : stateBefore(world, key, write.exchange as ResourceCalled);
    if (write.verb !== 'create' && (before === undefined || before.version === after.version)) return [];
    if (makerOfState(world, after) !== write) return [];
    const transition = transitionOf(watch, before, after);
    if (transition === undefined) return [];
    const told = eventOf(watch, after.uid, after.version);
    if (isTakenIn(watch, world, write, transition, told)) return [];
    const isBeginning =
      told !== undefined &&
      mayTakeIn(watch, write.began) &&
      !watch.events.some(({ uid, index }) => uid === told.uid && index < told.index);
    return [
      {
        write,
        transition,
        before,
        after,
        told,
        isBeginning,
        removal: removalAfter(watch, world, write, after, updates),
        overdue: isOverdue(watch, world, settledAt(write)),
      },
    ];
  });
}

/** Whether the stream may have begun after the write, and have nothing to tell of it: the state was replaced, or is not selected. */
function isTakenIn(
  watch: Watch,
  world: World,
  write: Write,
  transition: Transition,
  told: WatchedEvent | undefined,
): boolean {
  if (told !== undefined || !mayTakeIn(watch, write.began)) return false;
  return transition === 'leaves'
    ? !watch.events.some(({ uid }) => uid === write.answer?.uid)
    : mayNeverShow(watch, world, write);
}

function transitionOf(watch: Watch, before: Sighting | undefined, after: Sighting): Transition | undefined {
  const was = before === undefined ? false : isSelected(watch, before.content);
  const is = isSelected(watch, after.content);
  if (was === undefined || is === undefined) return undefined;
  if (was) return is ? 'stays' : 'leaves';
  return is ? 'enters' : 'stays out';
}

/** A removal told of that object which no other write can be the cause of: the first after what was told of earlier writes. */
function removalAfter(
  watch: Watch,
  world: World,
  write: Write,
  { key, uid }: Sighting,
  updates: ReadonlySet<string>,
): WatchedEvent | undefined {
  const earlier = world
    .writesTo(key)
    .filter(({ answer, settled }) => answer !== undefined && answer.uid === uid && settled < write.began);
  // A removal may be told under the version that the object last had, which an earlier write made; it does not tell of that write.
  const told = earlier
    .map(({ answer }) => eventOf(watch, uid, answer?.version))
    .filter((event) => event !== undefined && !isRemoval(event, updates));
  const last = Math.max(-1, ...told.map((event) => event?.index ?? -1));
  return watch.events.find((event) => event.uid === uid && event.index > last && isRemoval(event, updates));
}
