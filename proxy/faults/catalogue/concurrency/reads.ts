import type { Verb } from '../../../../spec/surface/operations.ts';
import { copyOf, everyObject, keyOf, metadataOf, objectsOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyResponse, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { GAP_MS, LAG_MS } from '../../races.ts';
import { acceptsJson, isOne } from '../../requests.ts';
import { pause } from '../../ways.ts';

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

const copyOfResponse = (response: FaultyResponse): FaultyResponse => ({ ...response, json: copyOf(response.json) });

/** A get like one that is under way of the same kind and name, also in another namespace, has the response to it. */
function sharedAmongNamesakes(): Hooks {
  const underWay = new Map<string, { readonly path: string; readonly response: Promise<FaultyResponse> }>();
  return {
    request: async (request, upstream) => {
      const { namespace, resource, name } = request.call ?? {};
      if (!isOne(request, 'get') || namespace === undefined || request.query.size > 0 || !acceptsJson(request))
        return undefined;
      const key = `${resource?.kind} ${name}`;
      const other = underWay.get(key);
      if (other?.path === request.path) return undefined;
      if (other !== undefined) return copyOfResponse(await other.response);
      const response = pause(GAP_MS).then(() => upstream.send('GET', request.path));
      underWay.set(key, { path: request.path, response });
      try {
        return await response;
      } finally {
        underWay.delete(key);
      }
    },
  };
}

/** Faults of reads beside writes and other reads. */
export const READS: readonly Fault[] = faults({
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
  'parallel-gets-of-namesakes-share-a-response': {
    summary: 'a get returns the object of another namespace if a get of its kind and name there is under way',
    caughtBy: 'concurrency/writers-of-different-objects-do-not-meet',
    hooks: sharedAmongNamesakes,
  },
});
