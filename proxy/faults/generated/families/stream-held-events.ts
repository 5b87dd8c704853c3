import type { Writable } from 'node:stream';
import { keyOf } from '../../bend.ts';
import type { FaultyRequest, Hooks, WatchFrame } from '../../fault.ts';
import type { AffectedEvents, NeighbourEvent } from './stream-defect.ts';
import { followWatches } from './stream-progress.ts';

/** A held event without a next one is sent unchanged after so many milliseconds. */
const HELD_MS = 300;

interface HeldEvent {
  readonly frame: WatchFrame;
  readonly timer: NodeJS.Timeout;
}

/** Replaces an affected event and the event after it. */
export interface BendNeighbours {
  readonly whose: NeighbourEvent['whose'];
  /** `undefined` leaves both as they are. */
  readonly bend: (first: WatchFrame, second: WatchFrame) => readonly WatchFrame[] | undefined;
}

/** Hooks that hold back each event of one type at one moment until the next event, and change both. */
export function bendingNeighbours({ picks, type, moment }: AffectedEvents, { whose, bend }: BendNeighbours): Hooks {
  const watches = followWatches();
  const readers = new WeakMap<FaultyRequest, Writable>();
  return {
    ...watches.hooks,
    began: (request, reader) => {
      watches.hooks.began(request, reader);
      readers.set(request, reader);
    },
    event: (frame, request, stream) => {
      if (!picks(request)) return [frame];
      const isNow = moment.is(watches.progressOf(request));
      const held = released(stream);
      const areNeighbours = held !== undefined && isNow && isOwn(held, frame) === (whose === 'own');
      const both = areNeighbours ? bend(held, frame) : undefined;
      if (both !== undefined) return both;
      const before = held === undefined ? [] : [held];
      if (!isNow || frame.type !== type) return [...before, frame];
      hold(frame, stream, readers.get(request));
      return before;
    },
    closingFrames: (stream) => {
      const held = released(stream);
      return held === undefined ? [] : [held];
    },
  };
}

function isOwn(one: WatchFrame, other: WatchFrame): boolean {
  return keyOf(one.object) === keyOf(other.object);
}

function hold(frame: WatchFrame, stream: Map<string, unknown>, reader: Writable | undefined): void {
  const timer = setTimeout(() => {
    const held = released(stream);
    if (held !== undefined && reader?.writable === true) reader.write(`${JSON.stringify(held)}\n`);
  }, HELD_MS).unref();
  stream.set('held', { frame, timer } satisfies HeldEvent);
}

/** Takes the held event of a watch, if it has one. */
function released(stream: Map<string, unknown>): WatchFrame | undefined {
  const held = stream.get('held') as HeldEvent | undefined;
  if (held === undefined) return undefined;
  clearTimeout(held.timer);
  stream.delete('held');
  return held.frame;
}
