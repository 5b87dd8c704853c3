import { setTimeout as sleep } from 'node:timers/promises';
import { metadataOf, objectPath, succeeded } from './bend.ts';
import type { Asked, Fault } from './fault.ts';
import { GAP_MS, unversioned } from './races.ts';
import { conflict } from './responses.ts';

/** A PUT checks the version, and writes some time later without a second check. */
export function putInTwoSteps(only: (asked: Asked) => boolean): Fault['hooks'] {
  return () => ({
    request: async (asked, upstream) => {
      const version = metadataOf(asked.json)['resourceVersion'];
      if (!only(asked) || typeof version !== 'string') return undefined;
      const stored = await upstream.send('GET', objectPath(asked));
      if (succeeded(stored) && metadataOf(stored.json)['resourceVersion'] !== version) return conflict();
      await sleep(GAP_MS);
      delete metadataOf(asked.json)['resourceVersion'];
      return undefined;
    },
  });
}

/**
 * A write reads the object, and stores the changed copy some time later: it overwrites other writes in between. Each
 * write stores atomically, so of concurrent ones only the last survives.
 */
export function readsThenWrites(only: (asked: Asked) => boolean): Fault['hooks'] {
  return () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request: async (asked, upstream) => {
        if (!only(asked)) return undefined;
        const path = objectPath(asked);
        const before = await upstream.send('GET', path);
        const version = metadataOf(asked.json)['resourceVersion'];
        if (
          !succeeded(before) ||
          (typeof version === 'string' && version !== metadataOf(before.json)['resourceVersion'])
        )
          return undefined;
        await sleep(GAP_MS);
        const stored = last.then(async () => {
          await upstream.send('PUT', path, unversioned(before.json));
          if (typeof version === 'string') delete metadataOf(asked.json)['resourceVersion'];
          return upstream.send(asked.method, asked.path, asked.json, asked.headers['content-type']);
        });
        last = stored.catch(() => undefined);
        return stored;
      },
    };
  };
}
