import type { Writable } from 'node:stream';
import type { FaultyRequest, Hooks } from '../../fault.ts';
import { BURST_MS, INITIAL_MS, type WatchProgress } from './stream-moments.ts';

/** The state of one open watch. */
interface OpenWatch {
  readonly since: number;
  /** The number of writes that the server had received when the watch began. */
  readonly writes: number;
  /** The times of its events of the last second. */
  lately: readonly number[];
}

/** Follows the watches of a server. */
export interface FollowedWatches {
  /** The state of a watch at one of its events; must be called once for each event. */
  readonly progressOf: (request: FaultyRequest) => WatchProgress;
  /** Hooks that note when a watch begins and ends, and when a client writes. */
  readonly hooks: Required<Pick<Hooks, 'began' | 'request'>>;
}

export function followWatches(): FollowedWatches {
  const open = new WeakMap<FaultyRequest, OpenWatch>();
  let left = 0;
  let writes = 0;
  return {
    progressOf: (request) => {
      const now = performance.now();
      const watch = open.get(request) ?? { since: now, writes, lately: [] };
      const lately = watch.lately.filter((time) => now - time < BURST_MS);
      watch.lately = [...lately, now];
      const openMs = now - watch.since;
      const endsInMs = Number(request.query.get('timeoutSeconds') ?? Infinity) * 1000 - openMs;
      const isInitial = !request.query.has('resourceVersion') && (openMs < INITIAL_MS || writes === watch.writes);
      return { openMs, lately: lately.length, isInitial, left, endsInMs };
    },
    hooks: {
      began: (request: FaultyRequest, reader: Writable) => {
        open.set(request, { since: performance.now(), writes, lately: [] });
        reader.once('close', () => void (left += 1));
      },
      request: ({ method }) => {
        if (method !== 'GET') writes += 1;
        return undefined;
      },
    },
  };
}
