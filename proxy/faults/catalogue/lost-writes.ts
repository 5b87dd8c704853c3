import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { Asked, Fault, FaultyResponse, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import { GAP_MS, isAskedOf, isOfType, underWay, unversioned } from '../races.ts';

const conflict = (): FaultyResponse =>
  jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
/** A PUT checks the version, and writes some time later without a second check. */
function putInTwoSteps(only: (asked: Asked) => boolean): Fault['hooks'] {
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
function readsThenWrites(only: (asked: Asked) => boolean): Fault['hooks'] {
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

/** A write is undone by a concurrent write of another object in the same collection. */
function wholeCollectionWritten(): Hooks {
  const open = new Map<string, Map<string, unknown>>();
  return {
    request: async (asked, upstream) => {
      if (!isAskedOf(asked, 'patch', 'replace')) return;
      const collection = asked.path.slice(0, asked.path.lastIndexOf('/'));
      const before = await upstream.send('GET', asked.path);
      if (succeeded(before))
        open.set(collection, new Map([...(open.get(collection) ?? []), [asked.path, before.json]]));
      await sleep(2);
    },
    response: async (answered, asked, upstream) => {
      const others = open.get(asked.path.slice(0, asked.path.lastIndexOf('/')));
      if (!isAskedOf(asked, 'patch', 'replace') || !succeeded(answered)) return;
      others?.delete(asked.path);
      const [[path, object] = []] = [...(others ?? [])];
      if (path === undefined) return;
      await sleep(GAP_MS);
      await upstream.send('PUT', path, unversioned(object));
    },
  };
}

/** The version check is skipped while at least `least` writes of the object are under way. */
function unlockedUnderLoad(least: number): Fault['hooks'] {
  return () => {
    const writes = underWay((asked) => (isAskedOf(asked, 'replace') ? asked.path : undefined));
    return {
      request: async (asked, upstream) => {
        await writes.hooks.request?.(asked, upstream);
        if (!isAskedOf(asked, 'replace')) return;
        await sleep(4);
        if (writes.count(asked) >= least) delete metadataOf(asked.json)['resourceVersion'];
      },
      ...(writes.hooks.response === undefined ? {} : { response: writes.hooks.response }),
    };
  };
}

/** Writes that undo concurrent writes. */
export const LOST_WRITE_FAULTS: readonly Fault[] = faults({
  'put-looks-then-writes': {
    summary: 'a PUT compares the version first and stores later, so that two with one version both succeed',
    caughtBy: 'replace/at-most-one-of-several-wins',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((asked) => isAskedOf(asked, 'replace')),
  },
  'status-put-looks-then-writes': {
    summary: 'a PUT of /status compares the version first and stores later; PUTs of objects are right',
    caughtBy: 'status/at-most-one-of-several-wins',
    seenIn: 'SciCatProject/backend#2684',
    hooks: putInTwoSteps((asked) => isAskedOf(asked, 'replaceStatus')),
  },
  'put-looks-then-writes-for-one-kind': {
    summary: 'a PUT of an Ingress compares the version first and stores later; every other kind is right',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((asked) => isAskedOf(asked, 'replace') && asked.call?.resource?.kind === 'Ingress'),
  },
  'put-unlocked-under-load': {
    summary: 'the version of a PUT is not compared while two others of the object are under way',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    seenIn: 'LinuxForHealth/FHIR#2405',
    hooks: unlockedUnderLoad(3),
  },
  'patch-reads-then-writes': {
    summary: 'a PATCH is read, changed and stored without a lock, so that what others wrote meanwhile is lost',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'patch')),
  },
  'json-patch-reads-then-writes': {
    summary: 'a JSON patch is read, changed and stored without a lock; the other patches are right',
    caughtBy: 'concurrency/put-does-not-undo-a-parallel-patch',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'patch') && isOfType(asked, JSON_PATCH_TYPE)),
  },
  'list-patch-reads-then-writes': {
    summary: 'a strategic merge patch of a pod template is read, changed and stored without a lock',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites(
      (asked) =>
        isAskedOf(asked, 'patch') &&
        isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE) &&
        isObject(asked.json) &&
        asked.json['spec'] !== undefined,
    ),
  },
  'status-write-takes-the-object-along': {
    summary: 'a write of /status stores the rest of the object as it was when the write began',
    caughtBy: 'concurrency/status-writes-do-not-undo-other-writes',
    seenIn: 'inspirehep/inspirehep#4559',
    hooks: readsThenWrites((asked) => isAskedOf(asked, 'replaceStatus', 'patchStatus')),
  },
  'whole-collection-written': {
    summary: 'a write stores its whole collection, so that what was written to another object meanwhile is lost',
    caughtBy: 'concurrency/writers-of-different-objects-do-not-meet',
    hooks: wholeCollectionWritten,
  },
});
