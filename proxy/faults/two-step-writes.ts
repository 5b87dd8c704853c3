import { setTimeout as sleep } from 'node:timers/promises';
import { metadataOf, objectPath, succeeded } from './bend.ts';
import type { FaultyRequest, Fault } from './fault.ts';
import { GAP_MS, unversioned } from './races.ts';
import { conflict } from './responses.ts';

/** A PUT checks the version, and writes some time later without a second check. */
export function putInTwoSteps(only: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      const version = metadataOf(request.json)['resourceVersion'];
      if (!only(request) || typeof version !== 'string') return undefined;
      const stored = await upstream.send('GET', objectPath(request));
      if (succeeded(stored) && metadataOf(stored.json)['resourceVersion'] !== version) return conflict();
      await sleep(GAP_MS);
      delete metadataOf(request.json)['resourceVersion'];
      return undefined;
    },
  });
}

/**
 * A write reads the object, and stores the changed copy some time later: it overwrites other writes in between. Each
 * write stores atomically, so of concurrent ones only the last survives.
 */
export function readsThenWrites(only: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request: async (request, upstream) => {
        if (!only(request)) return undefined;
        const path = objectPath(request);
        const before = await upstream.send('GET', path);
        const version = metadataOf(request.json)['resourceVersion'];
        if (
          !succeeded(before) ||
          (typeof version === 'string' && version !== metadataOf(before.json)['resourceVersion'])
        )
          return undefined;
        await sleep(GAP_MS);
        const stored = last.then(async () => {
          await upstream.send('PUT', path, unversioned(before.json));
          if (typeof version === 'string') delete metadataOf(request.json)['resourceVersion'];
          return upstream.send(request.method, request.path, request.json, request.headers['content-type']);
        });
        last = stored.catch(() => undefined);
        return stored;
      },
    };
  };
}
