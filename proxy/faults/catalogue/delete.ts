import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, itemsOf, jsonResponse, metadataOf, succeeded, successStatus } from '../bend.ts';
import type { Asked, Fault } from '../fault.ts';
import { faults } from '../named.ts';

const isDelete = (asked: Asked): boolean => asked.call?.verb === 'delete';

export const DELETE_FAULTS: readonly Fault[] = faults({
  'delete-does-nothing': {
    summary: 'a delete answers Success and the object stays',
    caughtBy: 'delete/removes-the-object',
    seenIn: 'fabric8io/kubernetes-client#2348',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isDelete(asked) || asked.call?.resource?.namespaced !== true) return undefined;
        const there = await upstream.send('GET', asked.path);
        return succeeded(there) ? jsonResponse(200, successStatus()) : undefined;
      },
    }),
  },
  'delete-answers-the-object': {
    summary: 'a delete answers the object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    seenIn: 'kubernetes/kubernetes#59501',
    hooks: () => {
      const last = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isDelete(asked)) last.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        response: (answered, asked) => {
          if (isDelete(asked) && succeeded(answered)) answered.json = last.get(asked);
        },
      };
    },
  },
  'delete-status-lacks-code': {
    summary: 'the Status that a delete answers has no code',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (answered, asked) => {
        if (isDelete(asked) && succeeded(answered) && isObject(answered.json)) delete answered.json['code'];
      },
    }),
  },
  'delete-status-lacks-api-version': {
    summary: 'the Status that a delete answers has no apiVersion',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: (answered, asked) => {
        if (isDelete(asked) && succeeded(answered) && isObject(answered.json)) delete answered.json['apiVersion'];
      },
    }),
  },
  'delete-of-a-held-object-answers-it': {
    summary: 'a delete of an object that a finalizer holds answers that object instead of a Status',
    caughtBy: 'delete/answers-a-status-of-success',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (!isDelete(asked) || !succeeded(answered)) return;
        const held = await upstream.send('GET', asked.path);
        if (succeeded(held)) Object.assign(answered, held);
      },
    }),
  },
  'delete-of-absent-succeeds': {
    summary: 'a delete of an object that is not there answers Success',
    caughtBy: 'delete/of-an-absent-object-is-refused',
    seenIn: 'kumahq/kuma#190',
    hooks: () => ({
      response: (answered, asked) => {
        if (isDelete(asked) && answered.status === 404) Object.assign(answered, jsonResponse(200, successStatus()));
      },
    }),
  },
  'delete-takes-prefix': {
    summary: 'a delete also removes the objects whose names begin with the name given',
    caughtBy: 'delete/leaves-other-objects',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const { name, resource, namespace } = asked.call ?? {};
        if (
          !isDelete(asked) ||
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
      'a delete looks for orphanDependents and propagationPolicy in its body only, so both may be set, one in each',
    caughtBy: 'delete/both-propagation-options-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (!isDelete(asked)) return;
        asked.query.delete('orphanDependents');
        asked.query.delete('propagationPolicy');
      },
    }),
  },
  'finalizers-ignored': {
    summary: 'a delete removes an object that a finalizer should hold',
    caughtBy: 'delete/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#1399',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (isDelete(asked))
          await upstream.send('PATCH', asked.path, { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'collection-delete-ignores-selector': {
    summary: 'a collection delete ignores its label selector',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    seenIn: 'kubernetes-sigs/controller-runtime#293',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb === 'deleteCollection') asked.query.delete('labelSelector');
      },
    }),
  },
  'collection-delete-ignores-field-selector': {
    summary: 'a collection delete ignores its field selector',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    seenIn: 'kubernetes/kubernetes#78824',
    hooks: () => ({
      request: (asked) => {
        if (asked.call?.verb === 'deleteCollection') asked.query.delete('fieldSelector');
      },
    }),
  },
  'collection-delete-spares-one': {
    summary: 'a collection delete answers Success and spares the last object that matches',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (asked.call?.verb !== 'deleteCollection') return undefined;
        const listed = await upstream.send('GET', `${asked.path}?${asked.query.toString()}`);
        if (!succeeded(listed)) return listed;
        for (const item of (itemsOf(listed) ?? []).slice(0, -1)) {
          await upstream.send('DELETE', `${asked.path}/${String(metadataOf(item)['name'])}`, { gracePeriodSeconds: 0 });
        }
        return jsonResponse(200, successStatus());
      },
    }),
  },
  'collection-delete-takes-prefix-namespaces': {
    summary: 'a collection delete also removes what matches in namespaces whose names begin with its namespace',
    caughtBy: 'delete-collection/leaves-other-namespaces-and-kinds',
    seenIn: 'sensu/sensu-go#2378',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const { verb, namespace, resource } = asked.call ?? {};
        if (verb !== 'deleteCollection' || !succeeded(answered) || namespace === undefined || resource === undefined)
          return;
        const all =
          itemsOf(await upstream.send('GET', `${resource.prefix}/${resource.plural}?${asked.query.toString()}`)) ?? [];
        for (const item of all) {
          const { namespace: other, name } = metadataOf(item);
          if (!String(other).startsWith(namespace)) continue;
          await upstream.send(
            'DELETE',
            `${resource.prefix}/namespaces/${String(other)}/${resource.plural}/${String(name)}`,
            { gracePeriodSeconds: 0 },
          );
        }
      },
    }),
  },
  'collection-delete-answers-the-list': {
    summary: 'a collection delete answers the list of what it removed',
    caughtBy: 'delete-collection/answers-a-status',
    hooks: () => {
      const lists = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb === 'deleteCollection')
            lists.set(asked, (await upstream.send('GET', `${asked.path}?${asked.query.toString()}`)).json);
        },
        response: (answered, asked) => {
          if (asked.call?.verb === 'deleteCollection' && succeeded(answered)) answered.json = lists.get(asked);
        },
      };
    },
  },
});
