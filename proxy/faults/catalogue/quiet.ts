import { EventEmitter, once } from 'node:events';
import { failureStatus, jsonResponse, metadataOf, succeeded } from '../bend.ts';
import type { Fault, FaultyRequest } from '../fault.ts';
import { faults } from '../named.ts';
import { isOne, isPlainList, isWatch, isWrite } from '../requests.ts';
import { latestVersion } from '../ways.ts';

/** Hooks that refuse requests from the latest version as if it had expired. */
function refusingTheLatest(which: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (!which(request) || !request.query.has('resourceVersion')) return undefined;
      const isLatest = Number(request.query.get('resourceVersion')) === (await latestVersion(upstream));
      return isLatest ? jsonResponse(410, failureStatus(410, 'Gone', 'the version is too old')) : undefined;
    },
  });
}

/** Hooks that hold each event back until the next write of any object begins. */
function tellingWithTheNextWrite(): ReturnType<Fault['hooks']> {
  const writes = new EventEmitter().setMaxListeners(0);
  return {
    request: (request) => {
      if (isWrite(request)) writes.emit('begin');
    },
    event: async (frame) => {
      await once(writes, 'begin');
      return [frame];
    },
  };
}

/** Hooks that show a list in the version before the last write of any object, if that was a delete. */
function countingNoDeletes(): ReturnType<Fault['hooks']> {
  const before = new WeakMap<FaultyRequest, number>();
  const deletes = new Set<number>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'delete')) before.set(request, await latestVersion(upstream));
    },
    response: async (response, request, upstream) => {
      if (!succeeded(response)) return;
      const former = before.get(request);
      if (former !== undefined && (await latestVersion(upstream)) === former + 1) deletes.add(former + 1);
      const metadata = metadataOf(response.json);
      const version = Number(metadata['resourceVersion']);
      if (isPlainList(request) && deletes.has(version)) metadata['resourceVersion'] = String(version - 1);
    },
  };
}

/** Faults that show only while nobody else writes. */
export const QUIET_FAULTS: readonly Fault[] = faults({
  'list-at-the-latest-version-refused': {
    summary: 'a list at the latest version of the server is refused as expired',
    caughtBy: 'list/serves-the-latest-version',
    hooks: refusingTheLatest(isPlainList),
  },
  'list-after-a-delete-has-the-version-before-it': {
    summary:
      'a list after a delete, the last write of any object, carries the version before it, so a watch from there delivers the delete',
    caughtBy: 'list/serves-the-latest-version',
    hooks: countingNoDeletes,
  },
  'watch-from-the-latest-version-refused': {
    summary: 'a watch from the latest version of the server is refused as expired',
    caughtBy: 'watch/tells-the-last-write',
    hooks: refusingTheLatest(isWatch),
  },
  'watch-tells-a-write-with-the-next': {
    summary: 'a watch delivers an event only when the next write of any object begins',
    caughtBy: 'watch/tells-the-last-write',
    hooks: tellingWithTheNextWrite,
  },
});
