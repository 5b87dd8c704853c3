import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import {
  copyOf,
  everyObject,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  keyOf,
  metadataOf,
  objectPath,
  objectsOf,
  succeeded,
  successStatus,
} from '../bend.ts';
import type { FaultyRequest, Bendable, Fault, FaultyResponse, Hooks, UpstreamClient } from '../fault.ts';
import { operationsOf, stepsOf, valueAt } from '../json-patch.ts';
import { faults } from '../named.ts';
import { GAP_MS, LAG_MS, underWay, unversioned } from '../races.ts';
import { putInTwoSteps, readsThenWrites } from '../two-step-writes.ts';
import { isOfType, isOne, isPatch, STATUS_WRITES } from '../requests.ts';
import { collectionOf, responding } from '../ways.ts';

/** Reads with these verbs, during or soon after a write of the object, return an earlier read's result. */
function laggingReads(...verbs: readonly Verb[]): Fault['hooks'] {
  return () => {
    const earlier = new Map<string, { readonly response: FaultyResponse; readonly at: number }>();
    return {
      response: (response, request) => {
        if (!isOne(request, verbs) || !succeeded(response)) return;
        const known = earlier.get(request.path);
        if (known !== undefined && Date.now() - known.at < LAG_MS)
          Object.assign(response, copyOf({ json: known.response.json }));
        else earlier.set(request.path, { response: copyOf(response), at: Date.now() });
      },
    };
  };
}

/** Parallel writes of one object share a version: the second version is replaced by the first wherever it shows. */
function sharedVersions(): Hooks {
  const shownVersions = new Map<string, string>();
  const last = new Map<string, { readonly version: string; readonly at: number }>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['resourceVersion'] = shownVersions.get(String(metadata['resourceVersion'])) ?? metadata['resourceVersion'];
  });
  return {
    ...bend,
    response: (response, request) => {
      if (isOne(request, 'patch') && succeeded(response)) {
        const version = String(metadataOf(response.json)['resourceVersion']);
        const before = last.get(request.path);
        if (before !== undefined && Date.now() - before.at < GAP_MS / 4) shownVersions.set(version, before.version);
        else last.set(request.path, { version, at: Date.now() });
      }
      bend.response(response, request);
    },
  };
}

/** Labels are stored later than everything else. */
function labelsComeLate(): Hooks {
  const older = new Map<string, { readonly labels: unknown; readonly until: number }>();
  const bend = everyObject((object) => {
    const known = older.get(String(metadataOf(object)['uid']));
    if (known !== undefined && Date.now() < known.until) metadataOf(object)['labels'] = copyOf(known.labels);
  });
  return {
    request: async (request, upstream) => {
      if (!isOne(request, ['patch', 'replace'])) return;
      const before = await upstream.send('GET', request.path);
      if (succeeded(before))
        older.set(String(metadataOf(before.json)['uid']), {
          labels: metadataOf(before.json)['labels'],
          until: Date.now() + LAG_MS,
        });
    },
    response: (response, request) => {
      if (isOne(request, ['get', 'list', 'listAll'])) bend.response(response, request);
    },
  };
}

/** A read of a name may return the object before a delete and recreation. */
function forgottenObjects(): Hooks {
  const first = new Map<string, { readonly object: unknown; readonly uid: unknown }>();
  let turns = 0;
  return {
    response: (response, request) => {
      if (!isOne(request, 'get') || !succeeded(response)) return;
      const uid = metadataOf(response.json)['uid'];
      const known = first.get(request.path);
      if (known === undefined) first.set(request.path, { object: copyOf(response.json), uid });
      else if (known.uid !== uid && ++turns % 2 === 0) response.json = copyOf(known.object);
    },
  };
}

/** A list during writes shows its first objects in an older state. */
function tornLists(): Hooks {
  const older = new Map<string, { readonly object: Bendable; readonly at: number }>();
  return {
    response: (response, request) => {
      for (const object of objectsOf(response)) {
        const key = `${String(request.call?.resource?.kind)} ${keyOf(object)}`;
        const known = older.get(key);
        const isRecent = known !== undefined && Date.now() - known.at < LAG_MS;
        if (isRecent && isOne(request, 'list')) Object.assign(object, copyOf(known.object));
        else if (!isRecent) older.set(key, { object: copyOf(object), at: Date.now() });
      }
    },
  };
}

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

/** A create that is refused because of a recent create returns the existing object. */
function lateCreate(
  respond: (
    existing: FaultyResponse,
    request: FaultyRequest,
    upstream: UpstreamClient,
  ) => Promise<FaultyResponse> | FaultyResponse,
): Fault['hooks'] {
  return () => {
    const made = new Map<string, number>();
    return {
      response: async (response, request, upstream) => {
        if (request.call?.verb !== 'create' || !isObject(request.json)) return;
        const path = `${request.path}/${String(metadataOf(request.json)['name'])}`;
        if (succeeded(response)) made.set(path, Date.now());
        if (response.status === 409 && Date.now() - (made.get(path) ?? 0) < LAG_MS)
          Object.assign(response, await respond(await upstream.send('GET', path), request, upstream));
      },
    };
  };
}

async function madeAnew(
  existing: FaultyResponse,
  request: FaultyRequest,
  upstream: UpstreamClient,
): Promise<FaultyResponse> {
  await upstream.send('DELETE', `${request.path}/${String(metadataOf(existing.json)['name'])}`, {
    gracePeriodSeconds: 0,
    propagationPolicy: 'Background',
  });
  return upstream.send('POST', request.path, request.json);
}

/** Objects created within one tick of a coarse clock share a uid. */
function uidsOfTheClock(): Hooks {
  const shownUids = new Map<string, string>();
  const bend = everyObject((object) => {
    const metadata = metadataOf(object);
    metadata['uid'] = shownUids.get(String(metadata['uid'])) ?? metadata['uid'];
  });
  return {
    ...bend,
    response: (response, request) => {
      if (isOne(request, 'create') && succeeded(response)) {
        const tick = Math.floor(Date.now() / 8)
          .toString(16)
          .padStart(12, '0')
          .slice(-12);
        shownUids.set(String(metadataOf(response.json)['uid']), `00000000-0000-4000-8000-${tick}`);
      }
      bend.response(response, request);
    },
  };
}

/** A write recreates its object if it was deleted meanwhile: a PATCH from an earlier read, a PUT from its body. */
function restores(verb: 'patch' | 'replace'): Hooks {
  return {
    request: async (request, upstream) => {
      if (!isOne(request, verb) || (verb === 'replace' && !isObject(request.json))) return undefined;
      const before = await upstream.send('GET', request.path);
      if (!succeeded(before)) return undefined;
      await sleep(GAP_MS);
      const { method, path, json, headers } = request;
      const written = await upstream.send(method, path, json, headers['content-type']);
      if (written.status !== 404) return written;
      return upstream.send('POST', collectionOf(path), unversioned(verb === 'patch' ? before.json : json));
    },
  };
}

/** A delete during other requests on the object returns at once and takes effect later. */
function deferredDelete(): Hooks {
  return {
    request: (request, upstream) => {
      if (!isOne(request, 'delete') || request.json === undefined) return undefined;
      setTimeout(() => void upstream.send('DELETE', request.path, request.json).catch(() => undefined), GAP_MS).unref();
      return upstream
        .send('GET', request.path)
        .then((stored) =>
          succeeded(stored)
            ? jsonResponse(200, successStatus())
            : jsonResponse(404, failureStatus(404, 'NotFound', 'not found')),
        );
    },
  };
}

/** A delete is executed twice, the second time on any object that has the name by then. */
function deleteRepeated(): Hooks {
  return {
    response: (response, request, upstream) => {
      if (isOne(request, 'delete') && succeeded(response) && request.json !== undefined)
        setTimeout(() => void upstream.send('DELETE', request.path, request.json).catch(() => undefined), 3).unref();
    },
  };
}

/** Generated names consist of a prefix and a coarse clock; the second create returns the existing object. */
function namesOfTheClock(): Hooks {
  const late = lateCreate((existing) => existing)();
  return {
    ...late,
    request: (request) => {
      const metadata = metadataOf(request.json);
      if (isOne(request, 'create') && metadata['name'] === undefined && typeof metadata['generateName'] === 'string')
        metadata['name'] = `${metadata['generateName']}${Math.floor(Date.now() / 8).toString(36)}`;
    },
  };
}

/** A collection delete works on a slightly outdated list, one object at a time, and misses new objects. */
function skippingCollectionDelete(): Hooks {
  const creates = underWay((request) => (isOne(request, 'create') ? request.path : undefined));
  let last = new Map<string, number>();
  return {
    request: async (request, upstream) => {
      await creates.hooks.request?.(request, upstream);
      if (isOne(request, 'create')) last = new Map([...last, [request.path, Date.now()]]);
      if (!isOne(request, 'deleteCollection')) return undefined;
      const seen = itemsOf(await upstream.send('GET', `${request.path}?${request.query.toString()}`));
      await sleep(2);
      if (seen === undefined || Date.now() - (last.get(request.path) ?? 0) > LAG_MS) return undefined;
      for (const item of seen.slice(1))
        await upstream.send('DELETE', `${request.path}/${String(metadataOf(item)['name'])}`, {
          gracePeriodSeconds: 0,
          propagationPolicy: 'Background',
        });
      return jsonResponse(200, successStatus());
    },
    ...(creates.hooks.response === undefined ? {} : { response: creates.hooks.response }),
  };
}

/** A collection delete leaves the objects that change between its list and their delete. */
async function deleteWhatIsUnchanged(
  request: FaultyRequest,
  upstream: UpstreamClient,
): Promise<FaultyResponse | undefined> {
  if (!isOne(request, 'deleteCollection')) return undefined;
  const target = `${request.path}?${request.query.toString()}`;
  const listed = itemsOf(await upstream.send('GET', target));
  await sleep(GAP_MS);
  const now = itemsOf(await upstream.send('GET', target));
  if (listed === undefined || now === undefined) return undefined;
  const versions = new Set(now.map((item) => metadataOf(item)['resourceVersion']));
  for (const item of listed)
    if (versions.has(metadataOf(item)['resourceVersion']))
      await upstream.send('DELETE', `${request.path}/${String(metadataOf(item)['name'])}`, request.json);
  return jsonResponse(200, successStatus());
}

/** A collection delete continues after its response, with objects created meanwhile. */
function lastingCollectionDelete(): Hooks {
  return {
    response: (response, request, upstream) => {
      if (isOne(request, 'deleteCollection') && succeeded(response))
        setTimeout(
          () =>
            void upstream
              .send('DELETE', `${request.path}?${request.query.toString()}`, {
                gracePeriodSeconds: 0,
                propagationPolicy: 'Background',
              })
              .catch(() => undefined),
          8,
        ).unref();
    },
  };
}

/** Faults that rules of the family `concurrency` find. */
export const CONCURRENCY_FAULTS: readonly Fault[] = faults({
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
  'gets-lag-behind': {
    summary: 'a get soon after another get returns the cached object, whatever was written in between',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'loft-sh/kiosk#74',
    hooks: laggingReads('get'),
  },
  'lists-lag-behind': {
    summary: 'a list soon after another list returns the cached list, whatever was written in between',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'kubernetes/kubernetes#97294',
    hooks: laggingReads('list', 'listAll'),
  },
  'lists-torn-between-moments': {
    summary: 'a list shows some objects in their current state, and others as they were a while ago',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: tornLists,
  },
  'labels-come-late': {
    summary: 'the labels of a write are stored some time after the rest, and reads in between lack them',
    caughtBy: 'concurrency/reads-show-whole-states',
    hooks: labelsComeLate,
  },
  'parallel-writes-share-a-version': {
    summary: 'parallel PATCHes of one object all return the same version',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'kubernetes-sigs/controller-runtime#2980',
    hooks: sharedVersions,
  },
  'get-shows-an-object-that-was-followed': {
    summary: 'a get of a name that was deleted and created again sometimes shows the earlier object',
    caughtBy: 'concurrency/name-belongs-to-one-object-at-a-time',
    seenIn: 'kubernetes/kubernetes#60478',
    hooks: forgottenObjects,
  },
  'put-looks-then-writes-for-one-kind': {
    summary: 'a PUT of an Ingress compares the version first and stores later; every other kind is right',
    caughtBy: 'concurrency/every-acknowledged-addition-counts',
    seenIn: 'tilt-dev/tilt-apiserver#51',
    hooks: putInTwoSteps((request) => isOne(request, 'replace') && request.call?.resource?.kind === 'Ingress'),
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
  'two-creates-succeed': {
    summary: 'a create under a name that was taken a moment ago gets 200 and the existing object',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'nats-io/nats.rs#1301',
    hooks: lateCreate((existing) => existing),
  },
  'late-create-makes-it-anew': {
    summary: 'a create under a name that was taken a moment ago replaces the existing object with its own',
    caughtBy: 'concurrency/one-of-several-creates-wins',
    seenIn: 'fabric8io/kubernetes-client#3095',
    hooks: lateCreate(madeAnew),
  },
  'generated-names-meet': {
    summary: 'two parallel creates with generateName get the same name, and both succeed',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    seenIn: '1692775560/dsh-Mimir-Academic-research#168',
    hooks: namesOfTheClock,
  },
  'create-with-a-prefix-makes-two-objects': {
    summary: 'a create with generateName is carried out twice, and returns the first of the two objects',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    hooks: responding('create', async (_, request, upstream) => {
      const { name, generateName } = metadataOf(request.json);
      if (name === undefined && generateName !== undefined) await upstream.send('POST', request.path, request.json);
    }),
  },
  'uids-of-the-clock': {
    summary: 'objects that are created within the same few milliseconds get the same uid',
    caughtBy: 'concurrency/parallel-creates-make-objects-of-their-own',
    seenIn: 'NetsBlox/NetsBlox#2168',
    hooks: uidsOfTheClock,
  },
  'put-brings-back-what-was-deleted': {
    summary: 'a PUT whose object is deleted meanwhile creates it again from its body',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: () => restores('replace'),
  },
  'patch-brings-back-what-was-deleted': {
    summary: 'a PATCH whose object is deleted meanwhile creates it again from the state that it had read',
    caughtBy: 'concurrency/answers-fit-one-order',
    seenIn: 'flightctl/flightctl#476',
    hooks: () => restores('patch'),
  },
  'delete-answered-before-it-is-done': {
    summary: 'a delete is acknowledged at once and carried out a moment later',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deferredDelete,
  },
  'delete-takes-the-next-object': {
    summary: 'the server repeats a delete a moment later and so removes a new object of the same name',
    caughtBy: 'concurrency/answers-fit-one-order',
    hooks: deleteRepeated,
  },
  'collection-delete-skips-one': {
    summary: 'a collection delete that runs in parallel with creates leaves one of the objects that existed before it',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: skippingCollectionDelete,
  },
  'collection-delete-leaves-what-changes-meanwhile': {
    summary: 'a collection delete leaves objects that another client patches meanwhile, and reports success',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: () => ({ request: deleteWhatIsUnchanged }),
  },
  'collection-delete-goes-on': {
    summary: 'a collection delete goes on after its response and removes objects that were created meanwhile',
    caughtBy: 'concurrency/collection-delete-beside-creates',
    hooks: lastingCollectionDelete,
  },
});
