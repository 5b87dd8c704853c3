import { everyObject, isObject, jsonResponse, metadataOf, objectsOf, succeeded, successStatus } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks } from '../../fault.ts';
import { storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { collectionOf, sending, ignoringCase, responding } from '../../ways.ts';
import { isOne, STATUS_WRITES } from '../../requests.ts';
import { deleteEach } from './remove-now.ts';

/** A terminating object is shown without its deletion timestamp after one of the chosen writes. */
function restoredBy(which: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return (): Hooks => {
    const restored = new Set<unknown>();
    const show = (object: Bendable): void => {
      const metadata = metadataOf(object);
      if (!restored.has(metadata['uid'])) return;
      delete metadata['deletionTimestamp'];
      delete metadata['deletionGracePeriodSeconds'];
    };
    return {
      response: (response, request) => {
        const { uid, deletionTimestamp } = metadataOf(response.json);
        if (succeeded(response) && which(request) && deletionTimestamp !== undefined) restored.add(uid);
        objectsOf(response).forEach(show);
      },
      event: everyObject(show).event,
    };
  };
}

/** Hooks of deletes that also remove the objects of the collection whose names are like that of the path. */
function takingAlike(isAlike: (other: string, name: string) => boolean): Fault['hooks'] {
  return responding('delete', async (_, request, upstream) => {
    const { name, namespace } = request.call ?? {};
    if (name === undefined || namespace === undefined) return;
    await deleteEach(collectionOf(request.path), upstream, (item) => isAlike(String(metadataOf(item)['name']), name));
  });
}

/** Deletes that do nothing, remove too much, or return a wrong response. */
export const OUTCOMES: readonly Fault[] = faults({
  'put-takes-the-mark-back': {
    summary: 'a PUT without the deletion timestamp removes it from a terminating object',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: restoredBy(
      (request) => isOne(request, 'replace') && metadataOf(request.json)['deletionTimestamp'] === undefined,
    ),
  },
  'status-write-takes-the-mark-back': {
    summary: 'a write of /status removes the deletion timestamp from a terminating object',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    hooks: restoredBy((request) => isOne(request, STATUS_WRITES)),
  },
  'patch-takes-the-mark-back': {
    summary: 'a PATCH that sets the deletion timestamp to null removes it from a terminating object',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: restoredBy((request) => isOne(request, 'patch') && metadataOf(request.json)['deletionTimestamp'] === null),
  },
  'delete-does-nothing': {
    summary: 'a delete returns Success and the object stays',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'delete') || request.call?.resource?.namespaced !== true) return undefined;
        const there = await upstream.send('GET', request.path);
        return succeeded(there) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-answers-the-object': {
    summary: 'a delete returns the object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    seenIn: 'kubernetes/kubernetes#59501',
    hooks: () => {
      const last = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (isOne(request, 'delete')) last.set(request, (await upstream.send('GET', request.path)).json);
        },
        response: (response, request) => {
          if (isOne(request, 'delete') && succeeded(response)) response.json = last.get(request);
        },
      };
    },
  },
  'delete-status-lacks-code': {
    summary: 'the Status that a delete returns has no code',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (response, request) => {
        if (isOne(request, 'delete') && succeeded(response) && isObject(response.json)) delete response.json['code'];
      },
    }),
  },
  'delete-status-lacks-api-version': {
    summary: 'the Status that a delete returns has no apiVersion',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (response, request) => {
        if (isOne(request, 'delete') && succeeded(response) && isObject(response.json))
          delete response.json['apiVersion'];
      },
    }),
  },
  // Rules 3: "A delete returns a `Status` object with `status` = `Success` and `code` = 200."
  'delete-of-a-held-object-has-code-202': {
    summary: 'a delete of an object that stays, as a finalizer holds it, returns a Status whose code is 202',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: responding('delete', async (response, request, upstream) => {
      if (!isObject(response.json) || response.json['kind'] !== 'Status') return;
      if ((await storedOf(request, upstream)) !== undefined) response.json['code'] = 202;
    }),
  },
  'delete-of-a-held-object-answers-it': {
    summary: 'a delete of an object that a finalizer holds returns that object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (!isOne(request, 'delete') || !succeeded(response)) return;
        const held = await upstream.send('GET', request.path);
        if (succeeded(held)) Object.assign(response, held);
      },
    }),
  },
  'delete-ignores-the-case-of-names': {
    summary: 'a delete removes the object whose name differs in case from that of its path',
    caughtBy: 'delete/of-an-absent-object-is-refused',
    hooks: ignoringCase('delete'),
  },
  'delete-of-absent-succeeds': {
    summary: 'a delete of an absent object returns Success',
    caughtBy: 'delete/of-an-absent-object-is-refused',
    seenIn: 'kumahq/kuma#190',
    hooks: () => ({
      response: (response, request) => {
        if (isOne(request, 'delete') && response.status === 404)
          Object.assign(response, jsonResponse(200, successStatus()));
      },
    }),
  },
  'delete-takes-prefix': {
    summary: 'a delete also removes the objects whose names begin with its name',
    caughtBy: 'delete/leaves-other-objects',
    hooks: takingAlike((other, name) => other.startsWith(name)),
  },
  'delete-takes-the-names-that-end-alike': {
    summary: 'a delete of `web` also removes the objects of its kind and namespace whose names end with it',
    caughtBy: 'delete/leaves-other-objects',
    hooks: takingAlike((other, name) => other !== name && other.endsWith(name)),
  },
  'both-propagation-options-accepted': {
    summary: 'a delete that sets both orphanDependents and propagationPolicy is carried out',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (request) => {
        if (request.method !== 'DELETE') return;
        if (isObject(request.json)) delete request.json['orphanDependents'];
        request.query.delete('orphanDependents');
      },
    }),
  },
  'agreeing-propagation-options-accepted': {
    summary: 'a delete that sets both orphanDependents and propagationPolicy is carried out if both mean to orphan',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: sending('delete', (body) => {
      if (body['orphanDependents'] === true && body['propagationPolicy'] === 'Orphan') delete body['orphanDependents'];
    }),
  },
  // Errors 4: "Setting both `orphanDependents` and `propagationPolicy` is disallowed" - whatever their values.
  'false-for-orphan-dependents-counts-as-not-set': {
    summary: 'a delete whose body has orphanDependents false and a propagationPolicy is carried out',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: sending('delete', (body) => {
      const areBothSet = body['orphanDependents'] === false && typeof body['propagationPolicy'] === 'string';
      if (areBothSet) delete body['orphanDependents'];
    }),
  },
  'query-options-of-delete-ignored': {
    summary:
      'a delete ignores orphanDependents and propagationPolicy in its query, so one can be set there and the other in the body',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (request) => {
        if (!isOne(request, 'delete')) return;
        request.query.delete('orphanDependents');
        request.query.delete('propagationPolicy');
      },
    }),
  },
});
