import { keyOf } from '../../bend.ts';
import type { Hooks, WatchFrame } from '../../fault.ts';
import type { AffectedEvents } from './stream-defect.ts';
import { followWatches } from './stream-progress.ts';

/** The events of a watch before one event, as the upstream sent them. */
export interface EarlierEvents {
  /** The last event of an object of the same name. */
  readonly own: WatchFrame | undefined;
  /** The last event of any other object. */
  readonly other: WatchFrame | undefined;
}

/** Replaces an affected event. */
export type BendEvent = (
  frame: WatchFrame,
  earlier: EarlierEvents,
) => readonly WatchFrame[] | Promise<readonly WatchFrame[]>;

/** Hooks that change the events of one type at one moment. */
export function bendingEvents({ picks, type, moment }: AffectedEvents, bend: BendEvent): Hooks {
  const watches = followWatches();
  return {
    ...watches.hooks,
    event: async (frame, request, stream) => {
      if (!picks(request)) return [frame];
      const progress = watches.progressOf(request);
      const earlier = noteEvent(frame, stream);
      return frame.type === type && moment.is(progress) ? bend(frame, earlier) : [frame];
    },
  };
}

/** The events before this one; keeps the event for the next ones. */
function noteEvent(frame: WatchFrame, stream: Map<string, unknown>): EarlierEvents {
  const key = keyOf(frame.object);
  const last = (stream.get('last') ?? new Map()) as Map<string, WatchFrame>;
  const own = last.get(key);
  const newest = stream.get('newest') as WatchFrame | undefined;
  const other =
    newest === undefined || keyOf(newest.object) !== key ? newest : (stream.get('other') as WatchFrame | undefined);
  stream.set('last', last.set(key, frame)).set('newest', frame).set('other', other);
  return { own, other };
}
