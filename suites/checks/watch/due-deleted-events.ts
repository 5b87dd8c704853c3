import type { Observation } from '../../oracle/observed-state.ts';
import type { Removal } from './removals.ts';
import { removalsOf } from './removals.ts';
import type { Overdue } from './overdue.ts';
import { isOverdue } from './overdue.ts';
import type { WatchContext } from './per-watch.ts';
import { isDeletedEvent } from './due-changes.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { mayTakeIn, watches } from './watches.ts';

/** The end of an object that a stream has to tell: it is in the scope, and either the stream has told of the object or it went after the start. */
export interface DueDeletedEvent extends Removal {
  readonly delivered: WatchedEvent | undefined;
  /** Whether it must have been told by now. */
  readonly overdue: Overdue;
}

/**
 * What a watch has to tell of objects that are gone, however they went. With a selector only what the stream itself has shown has to
 * be taken back: an object that it shows, and that is gone, has either stopped to match or was removed.
 */
export function dueDeletedEvents(watch: Watch, context: WatchContext): readonly DueDeletedEvent[] {
  const { start, exchange } = watch;
  if (start.from === 'unknown') return [];
  const { history, observed } = context;
  const keys = observed
    .keysOf(exchange.call.resource.kind, exchange.call.namespace)
    .filter((key) => watches(watch, key));
  return keys.flatMap((key) =>
    removalsOf(history, observed, key).flatMap((removal): DueDeletedEvent[] => {
      const { after, gone, last } = removal;
      const wentLater =
        !watch.selects && after > start.after && after < exchange.ended && !mayTakeIn(watch, gone.position);
      if (!wentLater && !hasShown(watch, last, context)) return [];
      return [
        { ...removal, delivered: removalOf(watch, last, context.updates), overdue: isOverdue(watch, observed, gone) },
      ];
    }),
  );
}

/** Whether a stream has told a state of an object, by which its reader takes it to be there. */
function hasShown({ events }: Watch, { uid }: Observation, { updates }: WatchContext): boolean {
  return events.some((event) => event.uid === uid && !isDeletedEvent(event, updates));
}

/** The event that tells of an object's removal: of its uid, and of a type by which neither appearances nor updates are told. */
export function removalOf(
  { events }: Watch,
  { uid }: Observation,
  updates: ReadonlySet<string>,
): WatchedEvent | undefined {
  const own = events.filter((event) => event.uid === uid);
  const removal = own.findLast((event) => isDeletedEvent(event, updates));
  return own.some((event) => removal !== undefined && event.index > removal.index) ? undefined : removal;
}

/** The types by which a stream tells removals. */
export function removalTypes(watch: Watch, context: WatchContext): ReadonlySet<string> {
  return new Set(
    dueDeletedEvents(watch, context).flatMap(({ delivered }) => (delivered === undefined ? [] : [delivered.type])),
  );
}
