import { cached } from '../../../shared/cached.ts';
import type { ObservedState, Write } from '../../oracle/observed-state.ts';
import type { Violated } from '../finding.ts';
import { late } from '../findings.ts';
import { makerOfState } from './makers.ts';
import { mayTakeIn, type Watch, type WatchedEvent } from './watches.ts';

/** How long a server may take to deliver a change, in milliseconds, if it has delivered no later change. */
export const LATE_MS = 5000;

/** A moment in a history: a position in the order of observation, and its time. */
export interface ObservedMoment {
  readonly position: number;
  /** Milliseconds since the log began; absent if the moment never came. */
  readonly t: number | undefined;
}

/** The moment of a write's response. */
export function settledAt({ settled, exchange }: Write): ObservedMoment {
  return { position: settled, t: exchange.end?.t };
}

/**
 * Why a stream must have delivered a change by now. `overtaken`: it has delivered a later change, which is proof.
 * `quiet`: it delivered nothing for `LATE_MS`, which a very slow server may do too.
 */
export type Overdue = false | 'overtaken' | 'quiet';

/**
 * Whether a stream must have delivered a change that settled at that moment. It has delivered a change that began
 * later, or it stayed open without events for `LATE_MS`. A stream that reported an error owes nothing beyond what it
 * delivered.
 */
export function isOverdue(watch: Watch, observed: ObservedState, since: ObservedMoment): Overdue {
  if (caughtUpTo(watch, observed) > since.position) return 'overtaken';
  return !watch.gaveUp && stayedQuiet(watch, since.t) ? 'quiet' : false;
}

/** The violation for an overdue event. */
export function overdueViolation(overdue: Overdue, violation: Violated): Violated {
  return overdue === 'quiet' ? late(violation) : violation;
}

/**
 * The stream must have delivered every change that settled before this position: the latest beginning of a write
 * that it delivered as a change.
 */
export function caughtUpTo(watch: Watch, observed: ObservedState): number {
  return cached(CAUGHT_UP, watch, () =>
    Math.max(0, ...watch.events.map((event) => liveWriteOf(watch, observed, event)?.began ?? 0)),
  );
}

/** A watch belongs to one history, and so to one observed state. */
const CAUGHT_UP = new WeakMap<Watch, number>();

/**
 * The acknowledged write that certainly created the state of an event, unless the state may belong to the stream's
 * initial state.
 */
function liveWriteOf(watch: Watch, observed: ObservedState, event: WatchedEvent): Write | undefined {
  const write = event.source === 'event' ? makerOfState(observed, event) : undefined;
  return write === undefined || mayTakeIn(watch, write.began) ? undefined : write;
}

/**
 * Whether the stream was open without events for so long. A stream that the server ended normally, or that the
 * client closed, was open until then.
 */
function stayedQuiet({ exchange: { end, response, events } }: Watch, since: number | undefined): boolean {
  if (since === undefined || end === undefined || response === undefined) return false;
  return (
    (end.reason === 'client-abort' || end.reason === 'complete') &&
    end.t - Math.max(since, response.t, events.at(-1)?.t ?? 0) >= LATE_MS
  );
}
