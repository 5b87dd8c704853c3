import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import type { Verb } from '../../../../spec/surface/operations.ts';
import {
  itemsOf,
  jsonResponse,
  madePath,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
  successStatus,
} from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch, STATUS_WRITES } from '../../requests.ts';
import { changedByStored, collectionOf, framing, refusing, responding, showing } from '../../ways.ts';
import { removeNow } from './remove-now.ts';

const isTerminating = (object: unknown): boolean => typeof metadataOf(object)['deletionTimestamp'] === 'string';

function finalizersIn(object: unknown): number {
  const { finalizers } = metadataOf(object);
  return Array.isArray(finalizers) ? finalizers.length : 0;
}

/** Some writes of terminating objects return the stored object and change nothing. */
function keptIf(verb: Verb, is: (request: FaultyRequest, stored: unknown) => boolean): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (!isOne(request, verb)) return undefined;
      const stored = await upstream.send('GET', request.path);
      return isTerminating(stored.json) && is(request, stored.json) ? stored : undefined;
    },
  });
}

/** Objects that are wrong while finalizers or a grace period delay their removal. */
export const TERMINATING: readonly Fault[] = faults({
  'status-write-removes-a-marked-object': {
    summary: 'a write of the /status of a terminating object removes it, although a finalizer holds it',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: responding(STATUS_WRITES, async (response, request, upstream) => {
      if (isTerminating(response.json)) await removeNow(objectPath(request), upstream);
    }),
  },
  'marked-object-loses-its-labels': {
    summary: 'a terminating object is shown without its labels',
    caughtBy: 'delete/lingering-object-keeps-its-content',
    hooks: showing((object) => {
      if (isTerminating(object)) delete metadataOf(object)['labels'];
    }),
  },
  'delete-clears-the-status-of-what-is-held': {
    summary: 'a terminating object has no status any more',
    caughtBy: 'delete/lingering-object-keeps-its-content',
    hooks: showing((object) => {
      if (isTerminating(object)) delete object['status'];
    }),
  },
  'puts-of-terminating-objects-keep-the-content': {
    summary: 'a PUT of a terminating object changes its metadata alone; the spec and the data stay',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    hooks: changedByStored('replace', (body, stored) => {
      if (isTerminating(stored)) Object.assign(body, { spec: stored['spec'], data: stored['data'] });
    }),
  },
  'events-of-terminating-objects-lack-their-spec': {
    summary: 'an event of a terminating object has no spec; gets and lists are right',
    caughtBy: 'delete/marking-is-told-to-watches',
    hooks: framing((frame) => {
      if (frame.type === 'MODIFIED' && isTerminating(frame.object)) delete frame.object['spec'];
      return [frame];
    }),
  },
  'put-of-fewer-finalizers-removes-a-marked-object': {
    summary: 'a PUT that removes one of two finalizers of a terminating object removes the object',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (!isOne(request, 'replace') || !succeeded(response) || !isTerminating(response.json)) return;
        if (finalizersIn(response.json) === 1) await removeNow(request.path, upstream);
      },
    }),
  },
  'finalizers-stay-beside-another-change': {
    summary: 'a PUT of a terminating object that removes its last finalizer and changes its labels changes nothing',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: keptIf(
      'replace',
      (request, stored) =>
        finalizersIn(request.json) === 0 &&
        JSON.stringify(metadataOf(request.json)['labels']) !== JSON.stringify(metadataOf(stored)['labels']),
    ),
  },
  'finalizers-stay-for-the-other-view': {
    summary:
      'a PATCH of the finalizers of a terminating Deployment changes nothing if the delete came through the other group-version',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => {
      const deleted = new Map<unknown, string>();
      const { request: keep } = keptIf(
        'patch',
        ({ path, raw }, stored) =>
          raw.includes('finalizers') && (deleted.get(metadataOf(stored)['uid']) ?? path) !== path,
      )();
      return {
        request: async (request, upstream) => {
          if (isOne(request, 'delete'))
            deleted.set(metadataOf((await upstream.send('GET', request.path)).json)['uid'], request.path);
          return keep?.(request, upstream);
        },
      };
    },
  },
  'orphaning-drops-other-finalizers': {
    summary: 'a delete with propagationPolicy Orphan removes all other finalizers of the object',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || objectAt(request.json)?.['propagationPolicy'] !== 'Orphan') return;
        await upstream.send('PATCH', request.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'patch-of-a-marked-object-ignored': {
    summary: 'a PATCH of a terminating object gets 200 and changes nothing, unless it changes the finalizers',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    hooks: keptIf('patch', (request) => !JSON.stringify(request.json).includes('finalizers')),
  },
  'strategic-patch-of-finalizers-ignored': {
    summary: 'a strategic merge patch of the finalizers of a terminating object changes nothing',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: keptIf(
      'patch',
      (request) => isPatch(request, STRATEGIC_MERGE_PATCH_TYPE) && 'finalizers' in metadataOf(request.json),
    ),
  },
  'json-patch-of-finalizers-keeps-a-marked-object': {
    summary: 'a terminating object can still be read after a JSON patch removed its last finalizer',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => {
      const kept = new Map<string, unknown>();
      return {
        response: (response, request) => {
          if (isPatch(request, JSON_PATCH_TYPE) && succeeded(response) && isTerminating(response.json)) {
            if (finalizersIn(response.json) === 0) kept.set(request.path, response.json);
          } else if (isOne(request, 'get') && response.status === 404 && kept.has(request.path))
            Object.assign(response, jsonResponse(200, kept.get(request.path)));
        },
      };
    },
  },
  'marked-object-shows-no-timestamp': {
    summary: 'a terminating object is shown without deletionTimestamp',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: showing((object) => {
      delete metadataOf(object)['deletionTimestamp'];
      delete metadataOf(object)['deletionGracePeriodSeconds'];
    }),
  },
  'marking-is-not-told': {
    summary: 'a watch delivers no event for the delete of an object with a finalizer until the object is gone',
    caughtBy: 'delete/marking-is-told-to-watches',
    hooks: () => ({ event: (frame) => (frame.type === 'MODIFIED' && isTerminating(frame.object) ? [] : [frame]) }),
  },
  'marking-is-told-as-removal': {
    summary:
      'a watch delivers DELETED as soon as an object with a finalizer is deleted, though the object is still there',
    caughtBy: 'delete/marking-is-told-to-watches',
    hooks: () => ({
      event: (frame, _, stream) => {
        const key = `marked ${String(metadataOf(frame.object)['uid'])}`;
        if (frame.type !== 'MODIFIED' || !isTerminating(frame.object) || stream.has(key)) return [frame];
        stream.set(key, true);
        return [{ ...frame, type: 'DELETED' }];
      },
    }),
  },
  'name-of-a-marked-object-is-free': {
    summary: 'a create under the name of a terminating object removes that object and succeeds',
    caughtBy: 'delete/name-of-a-lingering-object-is-taken',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (!isOne(request, 'create') || response.status !== 409) return;
        const path = madePath(request, request.json);
        if (!isTerminating((await upstream.send('GET', path)).json)) return;
        await removeNow(path, upstream);
        Object.assign(response, await upstream.send('POST', request.path, request.json));
      },
    }),
  },
  'marked-object-outlives-its-finalizers': {
    summary: 'a terminating object can still be read after its last finalizer was removed',
    caughtBy: 'delete/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#2184',
    hooks: () => {
      const kept = new Map<string, unknown>();
      return {
        response: (response, request) => {
          const path = objectPath(request);
          if (isOne(request, ['patch', 'replace']) && succeeded(response) && isTerminating(response.json))
            kept.set(path, response.json);
          else if (isOne(request, 'create') && succeeded(response))
            kept.delete(`${path}/${String(metadataOf(response.json)['name'])}`);
          else if (isOne(request, 'get') && response.status === 404 && kept.has(path))
            Object.assign(response, jsonResponse(200, kept.get(path)));
        },
      };
    },
  },
  'refused-delete-marks': {
    summary: 'a delete that is refused because of its options removes the object all the same',
    caughtBy: 'delete/refusal-leaves-no-trace',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (isOne(request, 'delete') && [400, 422].includes(response.status))
          await upstream.send('DELETE', request.path, { gracePeriodSeconds: 0 });
      },
    }),
  },
  'delete-refuses-pretty': {
    summary: 'a delete with the parameter pretty is refused',
    caughtBy: 'delete/takes-the-pretty-parameter',
    hooks: refusing((request) => isOne(request, 'delete') && request.query.has('pretty'), 400, 'BadRequest'),
  },
  'second-delete-is-ignored': {
    summary:
      'a second delete of a terminating object returns Success and does nothing, even with a grace period of zero',
    caughtBy: 'delete/zero-grace-ends-a-longer-one',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete')) return undefined;
        return isTerminating((await upstream.send('GET', request.path)).json)
          ? jsonResponse(200, successStatus())
          : undefined;
      },
    }),
  },
  // Parameter set D: "default decided by existing finalizers" - each object has its own.
  'end-of-one-held-object-ends-all': {
    summary:
      'the write that removes the last finalizer of a terminating object ends all terminating ones of its collection',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: responding(['replace', 'patch'], async (response, request, upstream) => {
      if (!isTerminating(response.json) || finalizersIn(response.json) > 0) return;
      const collection = collectionOf(request.path);
      for (const other of itemsOf(await upstream.send('GET', collection)) ?? [])
        if (isTerminating(other) && finalizersIn(other) > 0) {
          const path = `${collection}/${String(metadataOf(other)['name'])}`;
          await upstream.send('PATCH', path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
        }
    }),
  },
});
