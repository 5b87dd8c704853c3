import type { Writable } from 'node:stream';
import type { Asked, Fault, Hooks } from '../fault.ts';
import { faults } from '../named.ts';

/** How long a watch lasts that delivers only the existing objects, in milliseconds. */
const OPENING_MS = 20;

/** How much too long a watch lasts that ends late, in milliseconds. */
const TOO_LONG_MS = 4_000;

const isTimed = (asked: Asked): boolean =>
  asked.call?.watching === true && Number(asked.query.get('timeoutSeconds') ?? 0) > 0;

/** Hooks that remove the timeout of a watch before the upstream sees it, and end the watch themselves. */
function ownTimeout(act: (reader: Writable, ms: number, asked: Asked) => void, event?: (asked: Asked) => void): Hooks {
  const seconds = new WeakMap<Asked, number>();
  return {
    request: (asked) => {
      if (!isTimed(asked)) return;
      seconds.set(asked, Number(asked.query.get('timeoutSeconds')));
      asked.query.delete('timeoutSeconds');
    },
    began: (asked, reader) => {
      const asks = seconds.get(asked);
      if (asks !== undefined) act(reader, asks * 1000, asked);
    },
    event: (frame, asked) => {
      event?.(asked);
      return [frame];
    },
  };
}

function endIn(ms: number, reader: Writable, last: Buffer | string = ''): NodeJS.Timeout {
  return setTimeout(() => reader.end(last), ms).unref();
}

/** Watches that end at the wrong time or in the wrong way. */
export const WATCH_END_FAULTS: readonly Fault[] = faults({
  'watch-ends-when-it-told-what-exists': {
    summary: 'a watch ends in good order as soon as it has told what exists, and tells no change that comes later',
    caughtBy: 'watch/stays-open-for-changes',
    hooks: () => ({ lasting: (asked) => (asked.query.has('timeoutSeconds') ? undefined : OPENING_MS) }),
  },
  'watch-counts-its-timeout-from-the-last-event': {
    summary: 'each event starts the timeout of a watch anew, so that a watch of an object that changes goes on',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => {
      const again = new WeakMap<Asked, () => void>();
      return ownTimeout(
        (reader, ms, asked) => {
          let timer = endIn(ms, reader);
          again.set(asked, () => {
            clearTimeout(timer);
            timer = endIn(ms, reader);
          });
        },
        (asked) => again.get(asked)?.(),
      );
    },
  },
  'watch-ends-long-after-its-timeout': {
    summary: 'a watch goes on for four seconds after its timeoutSeconds',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(ms + TOO_LONG_MS, reader)),
  },
  'watch-ends-before-its-timeout': {
    summary: 'a watch ends when two thirds of its timeoutSeconds are over',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn((ms * 2) / 3, reader)),
  },
  'watch-timeout-is-capped': {
    summary: 'a watch ends after two seconds, whatever longer timeoutSeconds it was given',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(Math.min(ms, 2_000), reader)),
  },
  'watch-ends-within-an-event': {
    summary: 'a watch that comes to its timeoutSeconds is ended in good order in the middle of an event',
    caughtBy: 'watch/ends-at-its-timeout',
    hooks: () => ownTimeout((reader, ms) => void endIn(ms, reader, '{"type":"MODIFIED","object":{"kind":"Conf')),
  },
});
