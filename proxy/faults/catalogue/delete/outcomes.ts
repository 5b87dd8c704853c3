import {
  everyObject,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectsOf,
  succeeded,
  successStatus,
} from '../../bend.ts';
import type { Asked, Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';

/** A terminating object is shown without its deletion timestamp after one of the chosen writes. */
function restoredBy(which: (asked: Asked) => boolean): Fault['hooks'] {
  return (): Hooks => {
    const restored = new Set<unknown>();
    const show = (object: Bendable): void => {
      const metadata = metadataOf(object);
      if (!restored.has(metadata['uid'])) return;
      delete metadata['deletionTimestamp'];
      delete metadata['deletionGracePeriodSeconds'];
    };
    return {
      response: (answered, asked) => {
        if (succeeded(answered) && which(asked)) restored.add(metadataOf(answered.json)['uid']);
        objectsOf(answered).forEach(show);
      },
      event: everyObject(show).event,
    };
  };
}

/** Deletes that do nothing, remove too much, or answer wrongly. */
export const OUTCOMES: readonly Fault[] = faults({
  'put-takes-the-mark-back': {
    summary: 'a PUT without the deletion timestamp removes it from a terminating object',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: restoredBy((asked) => isOne(asked, 'replace') && metadataOf(asked.json)['deletionTimestamp'] === undefined),
  },
  'patch-takes-the-mark-back': {
    summary: 'a PATCH that sets the deletion timestamp to null removes it from a terminating object',
    caughtBy: 'delete/writes-do-not-take-the-mark-back',
    seenIn: 'kubernetes-sigs/controller-runtime#2316',
    hooks: restoredBy((asked) => isOne(asked, 'patch') && metadataOf(asked.json)['deletionTimestamp'] === null),
  },
  'delete-does-nothing': {
    summary: 'a delete returns Success and the object stays',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'delete') || asked.call?.resource?.namespaced !== true) return undefined;
        const there = await upstream.send('GET', asked.path);
        return succeeded(there) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-answers-the-object': {
    summary: 'a delete returns the object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    seenIn: 'kubernetes/kubernetes#59501',
    hooks: () => {
      const last = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isOne(asked, 'delete')) last.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        response: (answered, asked) => {
          if (isOne(asked, 'delete') && succeeded(answered)) answered.json = last.get(asked);
        },
      };
    },
  },
  'delete-status-lacks-code': {
    summary: 'the Status that a delete returns has no code',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (answered, asked) => {
        if (isOne(asked, 'delete') && succeeded(answered) && isObject(answered.json)) delete answered.json['code'];
      },
    }),
  },
  'delete-status-lacks-api-version': {
    summary: 'the Status that a delete returns has no apiVersion',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (answered, asked) => {
        if (isOne(asked, 'delete') && succeeded(answered) && isObject(answered.json))
          delete answered.json['apiVersion'];
      },
    }),
  },
  'delete-of-a-held-object-answers-it': {
    summary: 'a delete of an object that a finalizer holds returns that object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (!isOne(asked, 'delete') || !succeeded(answered)) return;
        const held = await upstream.send('GET', asked.path);
        if (succeeded(held)) Object.assign(answered, held);
      },
    }),
  },
  'delete-of-absent-succeeds': {
    summary: 'a delete of an absent object returns Success',
    caughtBy: 'delete/of-an-absent-object-is-refused',
    seenIn: 'kumahq/kuma#190',
    hooks: () => ({
      response: (answered, asked) => {
        if (isOne(asked, 'delete') && answered.status === 404)
          Object.assign(answered, jsonResponse(200, successStatus()));
      },
    }),
  },
  'delete-takes-prefix': {
    summary: 'a delete also removes the objects whose names begin with its name',
    caughtBy: 'delete/leaves-other-objects',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const { name, resource, namespace } = asked.call ?? {};
        if (
          !isOne(asked, 'delete') ||
          !succeeded(answered) ||
          name === undefined ||
          resource === undefined ||
          namespace === undefined
        )
          return;
        const collection = asked.path.slice(0, asked.path.lastIndexOf('/'));
        const items = itemsOf(await upstream.send('GET', collection)) ?? [];
        for (const item of items) {
          const other = String(metadataOf(item)['name']);
          if (other.startsWith(name))
            await upstream.send('DELETE', `${collection}/${other}`, { gracePeriodSeconds: 0 });
        }
      },
    }),
  },
  'both-propagation-options-accepted': {
    summary: 'a delete that sets both orphanDependents and propagationPolicy is carried out',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (asked.method !== 'DELETE') return;
        if (isObject(asked.json)) delete asked.json['orphanDependents'];
        asked.query.delete('orphanDependents');
      },
    }),
  },
  'query-options-of-delete-ignored': {
    summary:
      'a delete ignores orphanDependents and propagationPolicy in its query, so one can be set there and the other in the body',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (!isOne(asked, 'delete')) return;
        asked.query.delete('orphanDependents');
        asked.query.delete('propagationPolicy');
      },
    }),
  },
});
