import type { Writable } from 'node:stream';
import type { FaultyRequest, Hooks, WatchFrame } from '../../fault.ts';

/** The chosen watches that are open, and a way to deliver a frame in JSON to those of them that it concerns. */
export function openWatches(isChosen: (watch: FaultyRequest) => boolean = () => true): {
  readonly open: ReadonlyMap<FaultyRequest, Writable>;
  readonly hooks: Required<Pick<Hooks, 'began'>>;
  readonly tell: (concerns: (watch: FaultyRequest) => boolean, frame: WatchFrame) => void;
} {
  const open = new Map<FaultyRequest, Writable>();
  return {
    open,
    hooks: {
      began: (watch, reader) => {
        if (!isChosen(watch)) return;
        open.set(watch, reader);
        reader.once('close', () => open.delete(watch));
      },
    },
    tell: (concerns, frame) => {
      for (const [watch, reader] of open)
        if (concerns(watch) && !reader.writableEnded) reader.write(`${JSON.stringify(frame)}\n`);
    },
  };
}
