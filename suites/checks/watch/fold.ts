import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';
import { deletionsOf } from './deletions.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { caughtUpTo } from './overdue.ts';
import type { WatchContext } from './per-watch.ts';
import { isDeletedEvent } from './due-changes.ts';
import { type Watch, type WatchedEvent, watches } from './watches.ts';
import { isSelected } from '../selectors.ts';

/**
 * Judges the state of a client that applies the events of a stream, once the stream has delivered everything before
 * some write. It holds no replaced state and no deleted object. If the stream began with existing objects, it holds
 * each of them.
 *
 *     ADDED a 1, ADDED b 2, MODIFIED a 3, DELETED b; then a change of c -> a is at 3, b is not there
 */
export function* judgeFold(watch: Watch, context: WatchContext): Iterable<Finding> {
  const { observed } = context;
  const position = caughtUpTo(watch, observed);
  if (watch.start.from === 'unknown' || position === 0) return;
  const { call } = watch.exchange;
  const keys = observed.keysOf(call.resource.kind, call.namespace).filter((key) => watches(watch, key));
  const faults = keys.flatMap((key) => faultIn(watch, key, position, context) ?? []);
  const [first] = faults;
  if (first !== undefined) yield violated(watch.exchange, first.expected, first.actual, first.cause);
  else if (keys.length > 0)
    yield held(watch.exchange, `${watch.form}, from ${watch.start.from}${watch.selects ? ', with a selector' : ''}`);
}

interface FoldError {
  readonly expected: string;
  readonly actual: string;
  readonly cause: string;
}

function faultIn(watch: Watch, key: ObjectKey, position: number, context: WatchContext): FoldError | undefined {
  const { observed, history, updates } = context;
  const last = lastDeliveredBy(watch, key, position, context);
  const shown = last !== undefined && !isDeletedEvent(last, updates) ? last : undefined;
  if (shown?.version !== undefined && observed.wasReplaced(key, shown.version, position))
    return {
      expected: `a later state of ${key.name} than version ${shown.version}, which was replaced`,
      actual: `${shown.type} at that version as its last event`,
      cause: 'ends at an old state',
    };
  const gone =
    shown === undefined
      ? undefined
      : deletionsOf(history, observed, key).find(
          (each) => each.last.uid === shown.uid && each.gone.position < position,
        );
  if (shown !== undefined && gone !== undefined)
    return {
      expected: `the end of ${key.name}, which was gone`,
      actual: `${shown.type} as its last event`,
      cause: 'keeps what is gone',
    };
  // A stream that was already open when the recording began may have delivered the object before.
  const owesWhatExists = watch.start.from === 'existing' && watch.exchange.joined === undefined;
  const there = owesWhatExists && shown === undefined ? observed.expectedAt(key, position) : undefined;
  if (
    there !== undefined &&
    isSelected(watch, there.content) === true &&
    observed.surelyExists(key, position) &&
    (last === undefined || isStill(there, last.ended, observed))
  )
    return {
      expected: `${key.name}, which was there at version ${there.version ?? ''}`,
      actual: last === undefined ? 'no event of it' : `${last.type} as its last event`,
      cause: 'lacks what is there',
    };
  return undefined;
}

/**
 * Whether a state certainly lasted until that position. A stream that has delivered everything before some write may
 * have delivered later events too, such as a deletion.
 */
function isStill({ key, version }: Observation, position: number, observed: ObservedState): boolean {
  return observed.expectedAt(key, position)?.version === version && observed.surelyExists(key, position);
}

/** The last event of an object up to the event that proves the stream's progress. */
function lastDeliveredBy(
  { events }: Watch,
  key: ObjectKey,
  position: number,
  { observed }: WatchContext,
): WatchedEvent | undefined {
  const until = events.find((event) =>
    observed
      .writesTo(event.key)
      .some(
        ({ began, response }) =>
          began === position && response?.uid === event.uid && response?.version === event.version,
      ),
  );
  return events.findLast((event) => event.key.id === key.id && event.index <= (until?.index ?? -1));
}
