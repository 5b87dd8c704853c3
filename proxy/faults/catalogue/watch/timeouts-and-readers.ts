import type { FaultyRequest, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, isWatch, selects, selectionOf } from '../../requests.ts';
import { asking, framing, later, LONGEST_TIMER_MS } from '../../ways.ts';
import type { Writable } from 'node:stream';

/** How long a watch lasts that delivers only the existing objects, in milliseconds. */
const OPENING_MS = 20;

/** How much too long a watch lasts that ends late, in milliseconds. */
const TOO_LONG_MS = 4_000;

const isTimed = (request: FaultyRequest): boolean =>
  isWatch(request) && Number(request.query.get('timeoutSeconds') ?? 0) > 0;

/**
 * Hooks that remove the timeout of a watch before the upstream sees it, and end the watch themselves. `act` runs when
 * the watch begins, and what it returns at each event.
 */
function ownTimeout(act: (reader: Writable, ms: number) => void | (() => void)): Hooks {
  const seconds = new WeakMap<FaultyRequest, number>();
  const atEvents = new WeakMap<FaultyRequest, () => void>();
  return {
    request: (request) => {
      if (!isTimed(request)) return;
      seconds.set(request, Number(request.query.get('timeoutSeconds')));
      request.query.delete('timeoutSeconds');
    },
    began: (request, reader) => {
      const asks = seconds.get(request);
      const atEvent = asks === undefined ? undefined : act(reader, asks * 1000);
      if (atEvent !== undefined) atEvents.set(request, atEvent);
    },
    event: (frame, request) => {
      atEvents.get(request)?.();
      return [frame];
    },
  };
}

function endIn(ms: number, reader: Writable, last: Buffer | string = ''): NodeJS.Timeout {
  return later(ms, () => reader.end(last));
}

/** The number of frames that other watches lose when one reader leaves. */
const LOST_WITH_A_READER = 3;

/** When a reader leaves, the streams of its path that began later lose one frame each, their next. */
function losingBehindTheLeaver(): Hooks {
  let begun = 0;
  const numbers = new WeakMap<FaultyRequest, number>();
  const gone: { readonly path: string; readonly number: number; readonly last: number }[] = [];
  return {
    began: (request) => {
      begun += 1;
      numbers.set(request, begun);
    },
    left: (request) => void gone.push({ path: request.path, number: numbers.get(request) ?? 0, last: begun }),
    event: (frame, request, stream) => {
      const own = numbers.get(request) ?? 0;
      const leaver = gone.find(
        ({ path, number, last }) =>
          path === request.path && number < own && own <= last && !stream.has(`left ${number}`),
      );
      if (leaver === undefined) return [frame];
      stream.set(`left ${leaver.number}`, true);
      return [];
    },
  };
}

/** Each path of one object, with its selectors, has one reader: the last one that came. */
function oneReaderOfAnObject(): Hooks {
  const latest = new Map<string, FaultyRequest>();
  return {
    began: (request) => void latest.set(selectionOf(request), request),
    event: (frame, request) => (isOne(request, 'watch') && latest.get(selectionOf(request)) !== request ? [] : [frame]),
  };
}

/** Frames within this many milliseconds of one another form a burst; its excess is lost. */
const BURST_MS = 5;

const BURST = 6;

/** Watches that end at the wrong time, or suffer from slow, leaving or further readers. */
export const TIMEOUTS_AND_READERS: readonly Fault[] = faults({
  'watch-with-label-selector-ignores-its-timeout': {
    summary: 'a watch with a label selector does not end at its timeout; without one it does',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: asking(
      (request) => isWatch(request) && selects(request),
      ({ query }) => query.delete('timeoutSeconds'),
    ),
  },
  'watch-from-a-version-ignores-its-timeout': {
    summary: 'a watch that names a version does not end at its timeout; without a version it does',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: asking(
      (request) => isWatch(request) && (request.query.get('resourceVersion') ?? '') !== '',
      ({ query }) => query.delete('timeoutSeconds'),
    ),
  },
  'watch-ends-when-it-told-what-exists': {
    summary: 'a watch ends properly after the existing objects, and delivers no later change',
    caughtBy: 'watch/stays-open-for-changes',
    hooks: () => ({ lasting: (request) => (request.query.has('timeoutSeconds') ? undefined : OPENING_MS) }),
  },
  'watch-counts-its-timeout-from-the-last-event': {
    summary: 'each event restarts the timeout of a watch, so a watch of a changing object does not end',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () =>
      ownTimeout((reader, ms) => {
        let timer = endIn(ms, reader);
        return () => {
          clearTimeout(timer);
          timer = endIn(ms, reader);
        };
      }),
  },
  'silent-watch-does-not-end': {
    summary: 'a watch ends with the first event after its timeoutSeconds, so one without events stays open',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () =>
      ownTimeout((reader, ms) => {
        const over = Date.now() + ms;
        return () => {
          if (Date.now() >= over) reader.end();
        };
      }),
  },
  'watch-ends-long-after-its-timeout': {
    summary: 'a watch goes on for four seconds after its timeoutSeconds',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(ms + TOO_LONG_MS, reader)),
  },
  'watch-ends-before-its-timeout': {
    summary: 'a watch ends after two thirds of its timeoutSeconds',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn((ms * 2) / 3, reader)),
  },
  'watch-timeout-is-capped': {
    summary: 'a watch ends after two seconds, even if its timeoutSeconds is longer',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(Math.min(ms, 2_000), reader)),
  },
  'watch-with-the-longest-timeout-ends-at-once': {
    summary: 'a watch ends at once if its timeoutSeconds in milliseconds does not fit in 32 bits',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(ms > LONGEST_TIMER_MS ? OPENING_MS : ms, reader)),
  },
  'watch-ends-within-an-event': {
    summary: 'a watch that reaches its timeoutSeconds ends in the middle of an event, with a complete response',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(ms, reader, '{"type":"MODIFIED","object":{"kind":"Conf')),
  },
  'watch-drops-what-a-slow-reader-has-no-room-for': {
    summary: 'a watch leaves out events if the buffer of a slow reader is full',
    caughtBy: 'watch/slow-reader-loses-nothing',
    seenIn: 'kubernetes/kubernetes#121688',
    hooks: () => ({ overflow: 'leave-out' }),
  },
  'watch-drops-what-an-ample-buffer-has-no-room-for': {
    summary: 'a watch leaves out events once 8 MB are buffered for a slow reader',
    caughtBy: 'watch/slow-reader-loses-nothing',
    seenIn: 'antrea-io/antrea#292',
    hooks: () => ({ overflow: 'leave-out', room: 8 * 1024 * 1024 }),
  },
  'watch-falls-silent-for-a-slow-reader': {
    summary: 'a watch whose reader was once too slow stays open and delivers no more events',
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
  'reader-that-hangs-up-costs-the-others-an-event': {
    summary: 'when a client hangs up on its watch, each open watch of its path that began after it misses one event',
    caughtBy: 'watch/outlives-others-that-hang-up',
    hooks: losingBehindTheLeaver,
  },
  // Rules 5: "A watch on a single object (path with `/watch/` and `{name}`) streams changes to that object".
  'later-watch-of-an-object-silences-the-earlier': {
    summary: 'a watch of one object delivers nothing more once another watch of the same path begins',
    caughtBy: 'watch/outlives-others-that-hang-up',
    hooks: oneReaderOfAnObject,
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
    summary: 'if many changes come at once, a watch delivers only the first',
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
});
