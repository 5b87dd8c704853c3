import type { Sighting } from '../../oracle/world.ts';
import type { Departure } from './departures.ts';
import { departures } from './departures.ts';
import type { Overdue } from './overdue.ts';
import { isOverdue } from './overdue.ts';
import type { WatchContext } from './per-watch.ts';
import { isRemoval } from './told.ts';
import type { Watch, WatchedEvent } from './watches.ts';
import { mayTakeIn, watches } from './watches.ts';

/** The end of an object that a stream has to tell: it is in the scope, and either the stream has told of the object or it went after the start. */
export interface DueRemoval extends Departure {
  readonly told: WatchedEvent | undefined;
  /** Whether it must have been told by now. */
  readonly overdue: Overdue;
}

/**
 * What a watch has to tell of objects that are gone, however they went. With a selector only what the stream itself has shown has to
 * be taken back: an object that it shows, and that is gone, has either stopped to match or was removed.
 */
export function dueRemovals(watch: Watch, context: WatchContext): readonly DueRemoval[] {
  const { start, exchange } = watch;
  if (start.from === 'unknown') return [];
  const { history, world } = context;
  const keys = world.keysOf(exchange.call.resource.kind, exchange.call.namespace).filter((key) => watches(watch, key));
  return keys.flatMap((key) =>
    departures(history, world, key).flatMap((departure): DueRemoval[] => {
      const { after, gone, last } = departure;
      const wentLater =
        !watch.selects && after > start.after && after < exchange.ended && !mayTakeIn(watch, gone.position);
      if (!wentLater && !hasShown(watch, last, context)) return [];
      return [{ ...departure, told: removalOf(watch, last, context.updates), overdue: isOverdue(watch, world, gone) }];
    }),
  );
}

/** Whether a stream has told a state of an object, by which its reader takes it to be there. */
function hasShown({ events }: Watch, { uid }: Sighting, { updates }: WatchContext): boolean {
  return events.some((event) => event.uid === uid && !isRemoval(event, updates));
}

/** The event that tells of an object's removal: of its uid, and of a type by which neither appearances nor updates are told. */
export function removalOf(
  { events }: Watch,
  { uid }: Sighting,
  updates: ReadonlySet<string>,
): WatchedEvent | undefined {
  const own = events.filter((event) => event.uid === uid);
  const removal = own.findLast((event) => isRemoval(event, updates));
  return own.some((event) => removal !== undefined && event.index > removal.index) ? undefined : removal;
}

/** The types by which a stream tells removals. */
export function removalTypes(watch: Watch, context: WatchContext): ReadonlySet<string> {
  return new Set(dueRemovals(watch, context).flatMap(({ told }) => (told === undefined ? [] : [told.type])));
}
