import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { brokenDown, isObject, metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { operationsOf, stepsOf, valueAt } from '../../json-patch.ts';
import { storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { GAP_MS, LAG_MS, underWay, unversioned } from '../../races.ts';
import { putInTwoSteps, readsThenWrites } from '../../two-step-writes.ts';
import { isOfType, isOne, isPatch, STATUS_WRITES } from '../../requests.ts';
import { later } from '../../ways.ts';

/** A write is undone by a concurrent write of another object in the same collection. */
function wholeCollectionWritten(): Hooks {
  const open = new Map<string, Map<string, unknown>>();
  return {
    request: async (request, upstream) => {
      if (!isOne(request, ['patch', 'replace'])) return;
      const collection = request.path.slice(0, request.path.lastIndexOf('/'));
      const before = await upstream.send('GET', request.path);
      if (succeeded(before))
        open.set(collection, new Map([...(open.get(collection) ?? []), [request.path, before.json]]));
      await sleep(2);
    },
    response: async (response, request, upstream) => {
      const others = open.get(request.path.slice(0, request.path.lastIndexOf('/')));
      if (!isOne(request, ['patch', 'replace']) || !succeeded(response)) return;
      others?.delete(request.path);
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
    const writes = underWay((request) => (isOne(request, 'replace') ? request.path : undefined));
    return {
      request: async (request, upstream) => {
        await writes.hooks.request?.(request, upstream);
        if (!isOne(request, 'replace')) return;
        await sleep(4);
        if (writes.count(request) >= least) delete metadataOf(request.json)['resourceVersion'];
      },
      ...(writes.hooks.response === undefined ? {} : { response: writes.hooks.response }),
    };
  };
}

/** An object and its status have a lock each, so the version check lets one PUT of each through at once. */
function locksOfTheirOwn(): Hooks {
  const open = new Map<string, Map<unknown, FaultyRequest>>();
  return {
    request: async (request, upstream) => {
      const metadata = metadataOf(request.json);
      const version = metadata['resourceVersion'];
      if (!isOne(request, ['replace', 'replaceStatus']) || typeof version !== 'string') return;
      const key = `${objectPath(request)} ${version}`;
      const verb = request.call?.verb;
      const firsts = open.get(key) ?? new Map<unknown, FaultyRequest>();
      open.set(key, firsts);
      if (!firsts.has(verb)) firsts.set(verb, request);
      later(4 * GAP_MS, () => open.delete(key));
      const stored = await storedOf(request, upstream);
      await sleep(GAP_MS);
      const passes = firsts.size === 2 && firsts.get(verb) === request;
      if (passes && metadataOf(stored)['resourceVersion'] === version) delete metadata['resourceVersion'];
    },
  };
}

/** Faults of writes that meet. */
export const WRITES: readonly Fault[] = faults({
  'parallel-appends-by-json-patch-lose-elements': {
    summary: 'a JSON patch that appends to a list writes the list as it was a moment before, with the new element',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    hooks: () => ({
      request: async (request, upstream) => {
        const appends = isPatch(request, JSON_PATCH_TYPE)
          ? operationsOf(request).filter(({ op, path }) => op === 'add' && String(path).endsWith('/-'))
          : [];
        if (appends.length === 0) return;
        const { json } = await upstream.send('GET', request.path);
        await sleep(LAG_MS);
        for (const operation of appends) {
          const path = String(operation['path']).slice(0, -'/-'.length);
          const list = valueAt(json, stepsOf(path));
          if (Array.isArray(list))
            Object.assign(operation, { op: 'replace', path, value: [...list, operation['value']] });
        }
      },
    }),
  },
  'put-looks-then-writes-for-one-kind': {
    summary: 'a PUT of an Ingress compares the version first and stores later; every other kind is right',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((request) => isOne(request, 'replace') && request.call?.resource?.kind === 'Ingress'),
  },
  'patch-beside-other-writes-is-a-server-error': {
    summary: 'a patch is answered 500 while another write of the object is under way, as if a database were locked',
    caughtBy: 'patch/is-never-refused-for-a-lock',
    hooks: () => {
      const writes = underWay((request) => (isOne(request, ['patch', 'replace', 'delete']) ? request.path : undefined));
      return {
        ...writes.hooks,
        request: async (request, upstream) => {
          if (isPatch(request) && writes.count(request) > 0) return brokenDown('database is locked');
          await writes.hooks.request?.(request, upstream);
          if (writes.count(request) > 0) await sleep(GAP_MS);
          return undefined;
        },
      };
    },
  },
  'put-unlocked-under-load': {
    summary: 'a PUT is stored without a comparison of versions while two other PUTs of the object are under way',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    seenIn: 'LinuxForHealth/FHIR#2405',
    hooks: unlockedUnderLoad(3),
  },
  'json-patch-tests-are-checked-too-early': {
    summary: 'the tests of a JSON patch are checked when it arrives, and its other operations are carried out later',
    caughtBy: 'concurrency/one-of-several-tests-passes',
    hooks: () => ({
      request: async (request, upstream) => {
        const tests = operationsOf(request).filter(({ op }) => op === 'test');
        if (!isOne(request, 'patch') || tests.length === 0) return undefined;
        const { json } = await upstream.send('GET', objectPath(request));
        const passes = ({ path, value }: Bendable): boolean =>
          JSON.stringify(valueAt(json, stepsOf(String(path)))) === JSON.stringify(value);
        if (!tests.every(passes)) return undefined;
        await sleep(GAP_MS);
        request.json = operationsOf(request).filter(({ op }) => op !== 'test');
        return undefined;
      },
    }),
  },
  'json-patch-reads-then-writes': {
    summary: 'a JSON patch is read, changed and stored without a lock; the other patches are right',
    caughtBy: 'concurrency/put-does-not-undo-a-parallel-patch',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites((request) => isOne(request, 'patch') && isOfType(request, JSON_PATCH_TYPE)),
  },
  'list-patch-reads-then-writes': {
    summary: 'a strategic merge patch of a pod template is read, changed and stored without a lock',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    seenIn: 'FusionAuth/fusionauth-issues#3206',
    hooks: readsThenWrites(
      (request) =>
        isOne(request, 'patch') &&
        isOfType(request, STRATEGIC_MERGE_PATCH_TYPE) &&
        isObject(request.json) &&
        request.json['spec'] !== undefined,
    ),
  },
  'puts-of-an-object-and-of-its-status-both-win': {
    summary: 'a PUT of an object and a PUT of its /status with one version that are under way at once both succeed',
    caughtBy: 'concurrency/status-writes-do-not-undo-other-writes',
    hooks: locksOfTheirOwn,
  },
  'status-write-takes-the-object-along': {
    summary: 'a write of /status also stores the rest of the object in the state before the write began',
    caughtBy: 'concurrency/status-writes-do-not-undo-other-writes',
    seenIn: 'inspirehep/inspirehep#4559',
    hooks: readsThenWrites((request) => isOne(request, STATUS_WRITES)),
  },
  'whole-collection-written': {
    summary: 'a write stores its whole collection, so parallel writes of other objects are lost',
    caughtBy: 'concurrency/writers-of-different-objects-do-not-meet',
    hooks: wholeCollectionWritten,
  },
});
