import type { ObservedState, Write } from '../../oracle/observed-state.ts';
import type { Violated } from '../finding.ts';
import { late } from '../findings.ts';
import { makerOfState } from './makers.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { mayTakeIn } from './watches.ts';

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

/** Why a stream must have told of something by now: it has told of a later change (`overtaken`), which settles it, or it was `quiet` for `LATE_MS`, as a very slow server may be. */
export type Overdue = false | 'overtaken' | 'quiet';

/**
 * Whether a stream must have told by now of what was so at that moment: it has told of a change that began later, or it stayed open, and
 * had nothing more to tell, for `LATE_MS`. A stream that gave up owes nothing beyond what it told.
 */
export function isOverdue(watch: Watch, observed: ObservedState, since: Moment): Overdue {
  if (caughtUpTo(watch, observed) > since.position) return 'overtaken';
  return !watch.gaveUp && stayedQuiet(watch, since.t) ? 'quiet' : false;
}

/** The violation that something overdue is. */
export function overdueViolation(overdue: Overdue, violation: Violated): Violated {
  return overdue === 'quiet' ? late(violation) : violation;
}

/** Everything that settled before that position the stream must have told: the latest beginning of a write that it told as a change. */
export function caughtUpTo(watch: Watch, observed: ObservedState): number {
  const known =
    CAUGHT_UP.get(watch) ??
    Math.max(0, ...watch.events.map((event) => liveWriteOf(watch, observed, event)?.began ?? 0));
  CAUGHT_UP.set(watch, known);
  return known;
}

/** A watch is of one history, so of one world. */
const CAUGHT_UP = new WeakMap<Watch, number>();

/** The acknowledged write that surely made the state of an event, unless the stream may have begun with that state. */
function liveWriteOf(watch: Watch, observed: ObservedState, event: WatchedEvent): Write | undefined {
  const write = event.source === 'event' ? makerOfState(observed, event) : undefined;
  return write === undefined || mayTakeIn(watch, write.began) ? undefined : write;
}

/** A stream that the server ended in good order by itself, or that was hung up on, was open until then. */
function stayedQuiet({ exchange: { end, response, events } }: Watch, since: number | undefined): boolean {
  if (since === undefined || end === undefined || response === undefined) return false;
  return (
    (end.reason === 'client-abort' || end.reason === 'complete') &&
    end.t - Math.max(since, response.t, events.at(-1)?.t ?? 0) >= LATE_MS
  );
}
