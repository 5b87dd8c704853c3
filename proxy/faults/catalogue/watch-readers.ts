import { keyOf } from '../bend.ts';
import type { Fault, Hooks, WatchFrame } from '../fault.ts';
import { faults } from '../named.ts';

/** Hooks that replace each frame. */
function framing(event: NonNullable<Hooks['event']>): Fault['hooks'] {
  return () => ({ event });
}

/** The number of frames that other watches lose when one reader leaves. */
const LOST_WITH_A_READER = 3;

/** Frames within this many milliseconds of one another form a burst; its excess is lost. */
const BURST_MS = 5;

const BURST = 6;

/** Watches whose events depend on the speed of their reader, or on other readers. */
export const WATCH_READER_FAULTS: readonly Fault[] = faults({
  'watch-drops-what-a-slow-reader-has-no-room-for': {
    summary: 'events for which the buffer of a slow reader has no room are left out of its stream',
    caughtBy: 'watch/slow-reader-loses-nothing',
    seenIn: 'kubernetes/kubernetes#121688',
    hooks: () => ({ overflow: 'leave-out' }),
  },
  'watch-drops-what-an-ample-buffer-has-no-room-for': {
    summary: 'events are left out of the stream of a slow reader for whom 8 MB are kept already',
    caughtBy: 'watch/slow-reader-loses-nothing',
    seenIn: 'antrea-io/antrea#292',
    hooks: () => ({ overflow: 'leave-out', room: 8 * 1024 * 1024 }),
  },
  'watch-falls-silent-for-a-slow-reader': {
    summary: 'the stream of a reader that was too slow once stays open and tells nothing any more',
    caughtBy: 'watch/slow-reader-loses-nothing',
    hooks: () => ({ overflow: 'fall-silent' }),
  },
  'watch-loses-events-when-another-reader-leaves': {
    summary: 'when one client hangs up on its watch, the others of the kind miss the next events',
    caughtBy: 'watch/outlives-others-that-hang-up',
    seenIn: 'wzr1337/rsi.server#19',
    hooks: () => {
      let left = 0;
      return {
        left: () => void (left = LOST_WITH_A_READER),
        event: (frame) => {
          if (left === 0) return [frame];
          left -= 1;
          return [];
        },
      };
    },
  },
  'watch-is-cut-when-another-reader-leaves': {
    summary: 'when one client hangs up on its watch, the connections of others are cut as well',
    caughtBy: 'watch/outlives-others-that-hang-up',
    seenIn: 'scalecube/scalecube-services#272',
    hooks: () => {
      let left = 0;
      return {
        left: () => void (left += 1),
        event: (frame, _, stream) => {
          const known = Number(stream.get('left') ?? left);
          stream.set('left', known);
          if (left > known) throw new Error('cut with another');
          return [frame];
        },
      };
    },
  },
  'watch-loses-events-of-a-burst': {
    summary: 'when many changes come at once, a watch tells only the first of them',
    caughtBy: 'watch/keeps-up-with-parallel-writers',
    seenIn: 'k3s-io/kine#238',
    hooks: framing((frame, _, stream) => {
      const now = performance.now();
      const near = now - Number(stream.get('last') ?? 0) < BURST_MS;
      const count = near ? Number(stream.get('count') ?? 0) + 1 : 0;
      stream.set('last', now);
      stream.set('count', count);
      return count > BURST ? [] : [frame];
    }),
  },
  'watches-see-different-orders': {
    summary: 'every other watch tells neighbouring changes of different objects in the wrong order',
    caughtBy: 'watch/watches-agree-on-the-order',
    hooks: () => {
      let opened = 0;
      return {
        event: (frame, _, stream) => {
          if (!stream.has('number')) stream.set('number', (opened += 1));
          const held = stream.get('held') as WatchFrame | undefined;
          stream.delete('held');
          if (held !== undefined) return keyOf(held.object) === keyOf(frame.object) ? [held, frame] : [frame, held];
          if (frame.type !== 'MODIFIED' || Number(stream.get('number')) % 2 === 0) return [frame];
          stream.set('held', frame);
          return [];
        },
      };
    },
  },
});
