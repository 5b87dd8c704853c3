import type { Observation } from '../../oracle/observed-state.ts';
import { type ProvenDeletion, deletionsOf } from './deletions.ts';
import { isOverdue, type Overdue } from './overdue.ts';
import type { WatchContext } from './per-watch.ts';
import { isSelected } from '../selectors.ts';
import { isDeletedEvent } from './due-changes.ts';
import { mayTakeIn, type Watch, type WatchedEvent, watches } from './watches.ts';

/**
 * The end of an object that a stream must deliver. The object is in scope, and either the stream has delivered it or
 * it was deleted after the start.
 */
export interface DueDeletedEvent extends ProvenDeletion {
  readonly delivered: WatchedEvent | undefined;
  /** Whether it must have been delivered by now. */
  readonly overdue: Overdue;
}

/**
 * The DELETED events that a watch owes, however the objects were deleted. With a selector, only objects count that
 * the stream has shown or that were selected after its start: such an object either stopped matching or was deleted.
 */
export function dueDeletedEvents(watch: Watch, context: WatchContext): readonly DueDeletedEvent[] {
  const { start, exchange } = watch;
  if (start.from === 'unknown') return [];
  const { history, observed } = context;
  const keys = observed
    .keysOf(exchange.call.resource.kind, exchange.call.namespace)
    .filter((key) => watches(watch, key));
  return keys.flatMap((key) =>
    deletionsOf(history, observed, key).flatMap((deletedEvent): DueDeletedEvent[] => {
      const { after, gone, last } = deletedEvent;
      const wentLater =
        isSelected(watch, last.content) === true &&
        after > start.after &&
        after < exchange.ended &&
        !mayTakeIn(watch, gone.position);
      if (!wentLater && !hasShown(watch, last, context)) return [];
      return [
        {
          ...deletedEvent,
          delivered: deletedEventOf(watch, last, context.updates),
          overdue: isOverdue(watch, observed, gone),
        },
      ];
    }),
  );
}

/** Whether a stream has delivered a state of an object, so that its client believes that the object exists. */
function hasShown({ events }: Watch, { uid }: Observation, { updates }: WatchContext): boolean {
  return events.some((event) => event.uid === uid && !isDeletedEvent(event, updates));
}

/** The event that delivers an object's deletion: with its uid, and a type that is neither ADDED nor an update. */
function deletedEventOf(
  { events }: Watch,
  { uid }: Observation,
  updates: ReadonlySet<string>,
): WatchedEvent | undefined {
  const own = events.filter((event) => event.uid === uid);
  const deletedEvent = own.findLast((event) => isDeletedEvent(event, updates));
  return own.some((event) => deletedEvent !== undefined && event.index > deletedEvent.index) ? undefined : deletedEvent;
}

/** The event types with which a stream delivers deletions. */
export function deletedEventTypes(watch: Watch, context: WatchContext): ReadonlySet<string> {
  return new Set(
    dueDeletedEvents(watch, context).flatMap(({ delivered }) => (delivered === undefined ? [] : [delivered.type])),
  );
}
