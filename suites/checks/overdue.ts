import { differences } from '../oracle/comparison.ts';
import { at } from '../oracle/json.ts';
import type { World, Write } from '../oracle/world.ts';
import { changedByClients, stateBefore } from './looks.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { mayTakeIn, stateId } from './watches.ts';

/** How long a server may take to tell a change, in milliseconds, where nothing that came later has been told yet. */
export const LATE_MS = 5000;

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

/**
 * Whether a stream must have told by now of what was so at that moment: it has told of a change that began later, or it stayed open, and
 * had nothing more to tell, for `LATE_MS`. A stream that gave up owes nothing beyond what it told.
 */
export function isOverdue(watch: Watch, world: World, since: Moment): boolean {
  return caughtUpTo(watch, world) > since.position || (!watch.gaveUp && stayedQuiet(watch, since.t));
}

/** Everything that settled before that position the stream must have told: the latest beginning of a write that it told as a change. */
export function caughtUpTo(watch: Watch, world: World): number {
  const known = CAUGHT_UP.get(watch) ?? Math.max(0, ...watch.events.map((event) => liveWriteOf(watch, world, event)?.began ?? 0));
  CAUGHT_UP.set(watch, known);
  return known;
}

/** A watch is of one history, so of one world. */
const CAUGHT_UP = new WeakMap<Watch, number>();

/** The acknowledged write that surely made the state of an event, unless the stream may have begun with that state. */
function liveWriteOf(watch: Watch, world: World, event: WatchedEvent): Write | undefined {
  const write = event.source === 'event' ? makerOfState(world, event) : undefined;
  return write === undefined || mayTakeIn(watch, write.began) ? undefined : write;
}

/** The acknowledged write that answered that state of an object; of several, as no-ops are, the first. */
export function writeOfState(world: World, state: Parameters<typeof stateId>[0]): Write | undefined {
  const known = BY_STATE.get(world) ?? new Map(world.writes.toReversed().flatMap((write) => (write.answer?.version === undefined ? [] : [[stateId(write.answer), write] as const])));
  BY_STATE.set(world, known);
  return known.get(stateId(state));
}

/** The same where that write surely made it: not where it may have changed nothing, and answered what a control loop had made before. */
export function makerOfState(world: World, state: Parameters<typeof stateId>[0]): Write | undefined {
  const write = writeOfState(world, state);
  return write === undefined || mayBeVain(world, write) ? undefined : write;
}

const BY_STATE = new WeakMap<World, ReadonlyMap<string, Write>>();

/** Whether a write left all that clients write, and for a write of the status that too, as it was. */
function mayBeVain(world: World, write: Write): boolean {
  const known = VAIN.get(write);
  if (known !== undefined) return known;
  const isVain = changesNothing(world, write);
  VAIN.set(write, isVain);
  return isVain;
}

/** A write is of one history, so of one world. */
const VAIN = new WeakMap<Write, boolean>();

const OF_STATUS: ReadonlySet<string> = new Set(['replaceStatus', 'patchStatus']);
const OF_OBJECT: ReadonlySet<string> = new Set(['replace', 'patch']);

function changesNothing(world: World, { verb, key, answer, exchange }: Write): boolean {
  if (!(OF_STATUS.has(verb) || OF_OBJECT.has(verb)) || key === undefined || answer === undefined) return false;
  const before = stateBefore(world, key, exchange);
  if (before === undefined || before.uid !== answer.uid || changedByClients(before, answer) !== undefined) return false;
  return OF_OBJECT.has(verb) || differences(at(before.content, 'status'), at(answer.content, 'status')).length === 0;
}

/** A stream that the server ended in good order by itself, or that was hung up on, was open until then. */
function stayedQuiet({ exchange: { end, response, events } }: Watch, since: number | undefined): boolean {
  if (since === undefined || end === undefined || response === undefined) return false;
  return (end.reason === 'client-abort' || end.reason === 'complete') && end.t - Math.max(since, response.t, events.at(-1)?.t ?? 0) >= LATE_MS;
}
