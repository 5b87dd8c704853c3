import { firstIndexFrom } from '../oracle/first-index.ts';
import { textAt } from '../oracle/json.ts';
import type { Sighting, World, Write } from '../oracle/world.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { eventOf, watches } from './watches.ts';

/** How long a server may take to tell a change, in milliseconds, where nothing that came later has been told yet. */
export const LATE_MS = 5000;

/** An acknowledged write in the scope of a watch, later than its start, that made a new version: what the stream has to tell. */
export interface DueChange {
  readonly write: Write & { readonly answer: Sighting };
  readonly told: WatchedEvent | undefined;
  /**
   * Whether it must have been told by now: a change that began after this one settled has been told, or the stream stayed open for
   * `LATE_MS` after it.
   */
  readonly overdue: boolean;
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
  const due = writesDuring(watch, world, start.after).filter((write): write is DueChange['write'] => changesInScope(watch, world, write));
  return due.map((write) => ({ write, told: eventOf(watch, write.answer.uid, write.answer.version), overdue: isOverdue(watch, world, settledAt(write)) }));
}

/** The writes that began after that position and before the stream ended. */
function writesDuring({ exchange }: Watch, { writes }: World, after: number): readonly Write[] {
  const indexOf = (position: number): number => firstIndexFrom(writes, position, ({ began }) => began);
  return writes.slice(indexOf(after + 0.5), indexOf(exchange.ended));
}

function changesInScope(watch: Watch, world: World, write: Write): boolean {
  const { answer, key } = write;
  if (key === undefined || !watches(watch, key) || write.outcome !== 'acknowledged' || answer?.version === undefined || answer.uid === undefined || isLeaving(answer)) return false;
  return madeNewVersion(world, write, answer);
}

/** Whether an object is being deleted: the write that takes its last finalizer off is told as a removal, under the version that it answers. */
export function isLeaving({ content }: Sighting): boolean {
  return textAt(content, 'metadata', 'deletionTimestamp') !== undefined;
}

/** Whether the version that a write answered was never seen before the write: no no-op. */
function madeNewVersion(world: World, write: Write, answer: Sighting): boolean {
  if (write.verb === 'create') return true;
  const seen = world.sightingsOf(answer.key).filter(({ uid, exchange }) => uid === answer.uid && exchange !== write.exchange);
  return seen.some(({ ended }) => ended < write.began) && !seen.some(({ version, ended }) => version === answer.version && ended < write.settled);
}

/** A moment in a history: a position in the order of observation, and its time. */
export interface Moment {
  readonly position: number;
  /** Milliseconds since the log began; absent where it never came. */
  readonly t: number | undefined;
}

/** When a write had been answered. */
export function settledAt({ settled, exchange }: Write): Moment {
  return { position: settled, t: exchange.end?.t };
}

/** Whether a stream must have told by now of what was so at that moment. */
export function isOverdue(watch: Watch, world: World, since: Moment): boolean {
  return !watch.gaveUp && (isFenced(watch, world, since.position) || stayedOpen(watch, since.t));
}

/** Whether the stream has told of a change, in its own scope, that began after that position. */
function isFenced(watch: Watch, world: World, position: number): boolean {
  return watch.events.some((event) =>
    world.writesTo(event.key).some(({ began, answer }) => began > position && answer !== undefined && answer.uid === event.uid && answer.version === event.version),
  );
}

/** A stream that the server ended in good order by itself, or that was hung up on, was open until then. */
function stayedOpen({ exchange: { end, response } }: Watch, since: number | undefined): boolean {
  if (since === undefined || end === undefined || response === undefined) return false;
  return (end.reason === 'client-abort' || end.reason === 'complete') && end.t - Math.max(since, response.t) >= LATE_MS;
}

/** An acknowledged delete in the scope of a watch, later than its start, of an object that was surely there and nothing held. */
export interface DueRemoval {
  readonly write: Write;
  /** The object as it was last known. */
  readonly last: Sighting;
  readonly told: WatchedEvent | undefined;
  readonly overdue: boolean;
}

/** What a watch without selectors has to tell of objects that were removed. */
export function dueRemovals(watch: Watch, world: World, updateTypes: ReadonlySet<string>): DueRemoval[] {
  const { start } = watch;
  if (start.from === 'unknown' || watch.selects) return [];
  return writesDuring(watch, world, start.after).flatMap((write) => {
    const last = removed(watch, world, write);
    if (last === undefined) return [];
    return [{ write, last, told: removalOf(watch, last, updateTypes), overdue: isOverdue(watch, world, settledAt(write)) }];
  });
}

/** The object that a delete surely removed, if it is in the scope. */
function removed(watch: Watch, world: World, write: Write): Sighting | undefined {
  if (write.verb !== 'delete' || write.outcome !== 'acknowledged' || write.key === undefined || !watches(watch, write.key)) return undefined;
  const last = world.expectedAt(write.key, write.began);
  return last !== undefined && world.surelyGone(write.key, write.settled + 0.5) ? last : undefined;
}

/** The event that tells of an object's removal: of its uid, and of a type by which neither appearances nor updates are told. */
export function removalOf(watch: Watch, { uid }: Sighting, updateTypes: ReadonlySet<string>): WatchedEvent | undefined {
  return watch.events.findLast((event) => event.uid === uid && isRemoval(event.type, updateTypes));
}

/** Whether a type is one by which neither appearances nor updates are told. */
export function isRemoval(type: string, updateTypes: ReadonlySet<string>): boolean {
  return type !== 'ADDED' && !updateTypes.has(type);
}

/** The types by which the streams of a history tell acknowledged updates; which they are is left open (document, Events 6). */
export function updateTypesIn(streams: readonly Watch[], world: World): ReadonlySet<string> {
  const types = streams.flatMap((watch) => dueChanges(watch, world).flatMap(({ write, told }) => (write.verb === 'create' || told === undefined || told.type === 'ADDED' ? [] : [told.type])));
  return new Set(types);
}

/** The types by which a stream tells removals. */
export function removalTypes(watch: Watch, world: World, updateTypes: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(dueRemovals(watch, world, updateTypes).flatMap(({ told }) => (told === undefined ? [] : [told.type])));
}
