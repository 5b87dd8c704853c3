import { cached } from '../../../shared/cached.ts';
import { firstIndexFrom } from '../../oracle/values/first-index.ts';
import type { ObjectKey, Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { makerOfState } from './makers.ts';
import { isOverdue, LATE_MS, type Overdue, settledAt } from './overdue.ts';
import { stateId } from '../../oracle/state/state-id.ts';
import { eventOf, mayTakeIn, type Watch, type WatchedEvent, watches } from './watches.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/**
 * An acknowledged write in the scope of a watch, later than its start, that created a new version. The stream must
 * deliver it.
 */
export interface DueChange {
  readonly write: Write & { readonly response: Observation };
  readonly delivered: WatchedEvent | undefined;
  /** Whether it must have been delivered by now. */
  readonly overdue: Overdue;
}

/** The acknowledged creates and updates that a watch without selectors must deliver, in order of the writes. */
export function dueChanges(watch: Watch, observed: ObservedState): readonly DueChange[] {
  return cached(DUE, watch, () => findDueChanges(watch, observed));
}

/** A watch belongs to one history, and so to one observed state. */
const DUE = new WeakMap<Watch, readonly DueChange[]>();

function findDueChanges(watch: Watch, observed: ObservedState): DueChange[] {
  const after = watch.start.from === 'existing' ? watch.exchange.began : liveFrom(watch);
  if (after === undefined || watch.selects) return [];
  const due = writesDuring(watch, observed, after).filter((write): write is DueChange['write'] =>
    changesInScope(watch, observed, write),
  );
  return due.flatMap((write): DueChange[] => {
    const delivered = eventOf(watch, write.response.uid, write.response.version);
    const isMissing = delivered === undefined;
    if (isMissing && (mayNeverShow(watch, observed, write, LATE_MS) || isInBeginning(watch, write))) return [];
    const overdue = isGone(watch, write.response) ? 'overtaken' : isOverdue(watch, observed, settledAt(write));
    const restsOnTime = isMissing && overdue !== false && mayNeverShow(watch, observed, write);
    return [{ write, delivered, overdue: restsOnTime ? 'quiet' : overdue }];
  });
}

/** Whether the stream has delivered the DELETED event of that object. Every acknowledged change of it came before. */
function isGone({ events }: Watch, { uid }: Observation): boolean {
  return events.some((event) => event.type === 'DELETED' && event.uid === uid);
}

/** The position after which a stream from a version delivers every change, if it is known. */
export function liveFrom({ start, exchange }: Watch): number | undefined {
  return start.from === 'unknown' ? openFromZero(exchange) : start.after;
}

/**
 * When a stream from version 0 was open. The document gives 0 no moment for a watch, but a server that accepts it
 * delivers the changes after the head of the response (document, Events 4). `undefined` for other versions, which may
 * lie in the future, and for a stream whose beginning was not recorded.
 */
function openFromZero({ request, response, joined }: Watch['exchange']): number | undefined {
  return request.query.get('resourceVersion') === '0' && joined === undefined ? response?.n : undefined;
}

/** The writes that began after that position and before the stream ended. */
function writesDuring({ exchange }: Watch, { writes }: ObservedState, after: number): readonly Write[] {
  const indexOf = (position: number): number => firstIndexFrom(writes, position, ({ began }) => began);
  return writes.slice(indexOf(after + 0.5), indexOf(exchange.ended));
}

function changesInScope(watch: Watch, observed: ObservedState, write: Write): boolean {
  const { response, key } = write;
  if (
    key === undefined ||
    !watches(watch, key) ||
    write.outcome !== 'acknowledged' ||
    response?.version === undefined ||
    response.uid === undefined ||
    mayBeLast(observed, write, response)
  )
    return false;
  return madeNewVersion(observed, write, response);
}

/** Whether a write of a terminating object may have removed it; then a watch delivers DELETED. */
function mayBeLast(observed: ObservedState, { settled }: Write, { key, content }: Observation): boolean {
  return isTerminating(content) && !observed.surelyExists(key, settled);
}

/**
 * Whether the written state may have been replaced before the stream read its initial state. The stream reads it
 * within that time after the later of the end of the write and the head of its own response.
 */
export function mayNeverShow(
  watch: Watch,
  observed: ObservedState,
  { key, began, exchange }: Write,
  withinMs = Number.POSITIVE_INFINITY,
): boolean {
  if (key === undefined || !mayTakeIn(watch, began)) return false;
  const until = Math.max(exchange.end?.t ?? Number.POSITIVE_INFINITY, watch.exchange.response?.t ?? 0) + withinMs;
  return observed
    .writesTo(key)
    .some(
      (other) =>
        other.exchange !== exchange &&
        other.outcome !== 'refused' &&
        other.settled > began &&
        other.exchange.request.t < until &&
        mayTakeIn(watch, other.began),
    );
}

/**
 * Whether a write began before the head of the response came. The stream then begins with a later state of the object,
 * as after the write of a controller.
 */
function isInBeginning({ start, events }: Watch, { began, response }: DueChange['write']): boolean {
  return start.from === 'existing' && began < start.after && events.some(({ uid }) => uid === response.uid);
}

/**
 * Whether the returned version was never seen before the write, so the write was no no-op. If it was seen before the
 * response, it is new only if the write certainly changed something, because other responses may show the change
 * first.
 */
function madeNewVersion(observed: ObservedState, write: Write, response: Observation): boolean {
  if (write.verb === 'create') return true;
  const { lives, states } = firstObservations(observed, response.key);
  const before = (reads: readonly Observation[] | undefined, position: number): boolean =>
    reads?.some(({ exchange, ended }) => exchange !== write.exchange && ended < position) === true;
  const seen = states.get(stateId(response));
  return (
    before(lives.get(response.uid ?? ''), write.began) &&
    !before(seen, write.began) &&
    (!before(seen, write.settled) || makerOfState(observed, response) === write)
  );
}

/** The first observations of each uid and of each state of an object, from two exchanges each. */
interface FirstObservations {
  readonly lives: ReadonlyMap<string, readonly Observation[]>;
  readonly states: ReadonlyMap<string, readonly Observation[]>;
}

const FIRST_OBSERVATIONS = new WeakMap<ObservedState, Map<string, FirstObservations>>();

function firstObservations(observed: ObservedState, key: ObjectKey): FirstObservations {
  const ofState = cached(FIRST_OBSERVATIONS, observed, () => new Map());
  return cached(ofState, key.id, () => findFirstObservations(observed.observationsOf(key)));
}

/** Observations must be sorted by end. */
function findFirstObservations(observations: readonly Observation[]): FirstObservations {
  const lives = new Map<string, Observation[]>();
  const states = new Map<string, Observation[]>();
  for (const observation of observations) {
    note(lives, observation.uid ?? '', observation);
    note(states, stateId(observation), observation);
  }
  return { lives, states };
}

function note(reads: Map<string, Observation[]>, id: string, observation: Observation): void {
  const known = reads.get(id);
  if (known === undefined) reads.set(id, [observation]);
  else if (known.length === 1 && known[0]?.exchange !== observation.exchange) known.push(observation);
}

/** Whether an event is neither ADDED nor an update, by its type and by the types of known updates in the history. */
export function isDeletedEvent(
  { type, source }: Pick<WatchedEvent, 'type' | 'source'>,
  updates: ReadonlySet<string>,
): boolean {
  return source === 'deleted-event' && type !== 'ADDED' && !updates.has(type);
}

/**
 * The types with which the streams of a history deliver acknowledged updates; the document leaves them open
 * (document, Events 6).
 */
export function updateTypesIn(streams: readonly Watch[], observed: ObservedState): ReadonlySet<string> {
  return new Set(streams.flatMap((watch) => updateTypesOf(watch, observed)));
}

/** The type of each acknowledged update that a stream delivered. */
export function updateTypesOf(watch: Watch, observed: ObservedState): readonly string[] {
  return dueChanges(watch, observed).flatMap(({ write, delivered }) =>
    write.verb === 'create' || delivered === undefined || delivered.type === 'ADDED' ? [] : [delivered.type],
  );
}
