import { firstIndexFrom } from '../../oracle/first-index.ts';
import { textAt } from '../../oracle/json.ts';
import type { ObjectKey, Sighting, World, Write } from '../../oracle/world.ts';
import { makerOfState } from './makers.ts';
import type { Overdue } from './overdue.ts';
import { isOverdue, settledAt } from './overdue.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { eventOf, mayTakeIn, stateId, watches } from './watches.ts';

/** An acknowledged write in the scope of a watch, later than its start, that made a new version: what the stream has to tell. */
export interface DueChange {
  readonly write: Write & { readonly answer: Sighting };
  readonly told: WatchedEvent | undefined;
  /** Whether it must have been told by now. */
  readonly overdue: Overdue;
}

/** What a watch without selectors has to tell of acknowledged creates and updates, in order of the writes. */
export function dueChanges(watch: Watch, world: World): readonly DueChange[] {
  const known = DUE.get(watch) ?? findDueChanges(watch, world);
  DUE.set(watch, known);
  return known;
}

/** A watch is of one history, so of one world. */
const DUE = new WeakMap<Watch, readonly DueChange[]>();

function findDueChanges(watch: Watch, world: World): DueChange[] {
  const { start } = watch;
  if (start.from === 'unknown' || watch.selects) return [];
  const due = writesDuring(watch, world, start.after).filter((write): write is DueChange['write'] =>
    changesInScope(watch, world, write),
  );
  return due.flatMap((write) => {
    const told = eventOf(watch, write.answer.uid, write.answer.version);
    if (told === undefined && mayNeverShow(watch, world, write)) return [];
    return [{ write, told, overdue: isOverdue(watch, world, settledAt(write)) }];
  });
}

/** The writes that began after that position and before the stream ended. */
export function writesDuring({ exchange }: Watch, { writes }: World, after: number): readonly Write[] {
  const indexOf = (position: number): number => firstIndexFrom(writes, position, ({ began }) => began);
  return writes.slice(indexOf(after + 0.5), indexOf(exchange.ended));
}

function changesInScope(watch: Watch, world: World, write: Write): boolean {
  const { answer, key } = write;
  if (
    key === undefined ||
    !watches(watch, key) ||
    write.outcome !== 'acknowledged' ||
    answer?.version === undefined ||
    answer.uid === undefined ||
    isLeaving(answer)
  )
    return false;
  return madeNewVersion(world, write, answer);
}

/** Whether the state that a write made may have been replaced before the stream looked at what it begins with. */
export function mayNeverShow(watch: Watch, world: World, { key, began, exchange }: Write): boolean {
  if (key === undefined || !mayTakeIn(watch, began)) return false;
  return world
    .writesTo(key)
    .some(
      (other) =>
        other.exchange !== exchange &&
        other.outcome !== 'refused' &&
        other.settled > began &&
        mayTakeIn(watch, other.began),
    );
}

/** Whether an object is being deleted: the write that takes its last finalizer off is told as a removal, under the version that it answers. */
export function isLeaving({ content }: Sighting): boolean {
  return textAt(content, 'metadata', 'deletionTimestamp') !== undefined;
}

/**
 * Whether the version that a write answered was never seen before the write: no no-op. Seen before its answer it is new where the write
 * surely changed something, for answers may come later than what else shows the change.
 */
function madeNewVersion(world: World, write: Write, answer: Sighting): boolean {
  if (write.verb === 'create') return true;
  const { lives, states } = firstLooks(world, answer.key);
  const before = (looks: readonly Sighting[] | undefined, position: number): boolean =>
    looks?.some(({ exchange, ended }) => exchange !== write.exchange && ended < position) === true;
  const seen = states.get(stateId(answer));
  return (
    before(lives.get(answer.uid ?? ''), write.began) &&
    !before(seen, write.began) &&
    (!before(seen, write.settled) || makerOfState(world, answer) === write)
  );
}

/** The first looks at each life and at each state of an object, of two exchanges each. */
interface FirstLooks {
  readonly lives: ReadonlyMap<string, readonly Sighting[]>;
  readonly states: ReadonlyMap<string, readonly Sighting[]>;
}

const FIRST_LOOKS = new WeakMap<World, Map<string, FirstLooks>>();

function firstLooks(world: World, key: ObjectKey): FirstLooks {
  const ofWorld = FIRST_LOOKS.get(world) ?? new Map<string, FirstLooks>();
  FIRST_LOOKS.set(world, ofWorld);
  const known = ofWorld.get(key.id) ?? findFirstLooks(world.sightingsOf(key));
  ofWorld.set(key.id, known);
  return known;
}

/** Sightings are in order of their end. */
function findFirstLooks(sightings: readonly Sighting[]): FirstLooks {
  const lives = new Map<string, Sighting[]>();
  const states = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    note(lives, sighting.uid ?? '', sighting);
    note(states, stateId(sighting), sighting);
  }
  return { lives, states };
}

function note(looks: Map<string, Sighting[]>, id: string, sighting: Sighting): void {
  const known = looks.get(id);
  if (known === undefined) looks.set(id, [sighting]);
  else if (known.length === 1 && known[0]?.exchange !== sighting.exchange) known.push(sighting);
}

/** Whether an event tells neither an appearance nor an update: by the type that it has, and by those that tell updates in the history. */
export function isRemoval(
  { type, source }: Pick<WatchedEvent, 'type' | 'source'>,
  updates: ReadonlySet<string>,
): boolean {
  return source === 'removal' && type !== 'ADDED' && !updates.has(type);
}

/** The types by which the streams of a history tell acknowledged updates; which they are is left open (document, Events 6). */
export function updateTypesIn(streams: readonly Watch[], world: World): ReadonlySet<string> {
  const types = streams.flatMap((watch) =>
    dueChanges(watch, world).flatMap(({ write, told }) =>
      write.verb === 'create' || told === undefined || told.type === 'ADDED' ? [] : [told.type],
    ),
  );
  return new Set(types);
}
