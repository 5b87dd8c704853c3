import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  isObject,
  copyOf,
  failureStatus,
  itemsOf,
  jsonResponse,
  keyOf,
  metadataOf,
  objectPath,
  succeeded,
  successStatus,
} from '../bend.ts';
import type { FaultyRequest, Bendable, Fault, Hooks, UpstreamClient } from '../fault.ts';
import { faults } from '../named.ts';
import { asking, responding, forgiving, pause, refusing } from '../ways.ts';
import { isOne, selects } from '../requests.ts';

const isCollection = (request: FaultyRequest): boolean => isOne(request, 'deleteCollection');

/** The path of an object in the collection of a request. */
function pathOf({ path }: FaultyRequest, item: Bendable): string {
  return `${path}/${String(metadataOf(item)['name'])}`;
}

async function itemsAt(request: FaultyRequest, upstream: UpstreamClient): Promise<readonly Bendable[]> {
  const query = new URLSearchParams([...request.query].filter(([name]) => name.endsWith('Selector')));
  return itemsOf(await upstream.send('GET', `${request.path}?${query}`)) ?? [];
}

/** How long the index of labels lags behind, in milliseconds. */
const INDEX_LAG_MS = 100;

/** A collection delete with a selector finds its objects in an index of labels, which lacks the latest patches. */
function selectsByFormerLabels(): Hooks {
  const patched = new Map<string, number>();
  return {
    response: (response, request) => {
      if (isOne(request, 'patch') && succeeded(response)) patched.set(request.path, Date.now());
    },
    request: async (request, upstream) => {
      if (!isCollection(request) || !selects(request)) return undefined;
      const paths = (await itemsAt(request, upstream)).map((item) => pathOf(request, item));
      const indexed = paths.filter((path) => Date.now() - (patched.get(path) ?? 0) > INDEX_LAG_MS);
      if (indexed.length === paths.length) return undefined;
      for (const path of indexed) await upstream.send('DELETE', path, request.json);
      return jsonResponse(200, successStatus());
    },
  };
}

/** Gets are answered from a cache, which only writes to the path of the object clear. */
function cachedGets(): Hooks {
  const cache = new Map<string, unknown>();
  return {
    response: (response, request) => {
      if (!isOne(request, 'get')) {
        cache.delete(objectPath(request));
        if (isOne(request, 'create')) cache.delete(pathOf(request, (response.json ?? {}) as Bendable));
        return;
      }
      if (succeeded(response)) cache.set(request.path, copyOf(response.json));
      else if (response.status === 404 && cache.has(request.path))
        Object.assign(response, jsonResponse(200, copyOf(cache.get(request.path))));
    },
  };
}

/** Faults that rules of the family `delete-collection` find. */
export const DELETE_COLLECTION_FAULTS: readonly Fault[] = faults({
  'collection-delete-takes-the-first-of-its-field-conditions': {
    summary: 'a collection delete ignores every condition of its field selector after the first',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: asking(isCollection, ({ query }) => {
      const [first = ''] = (query.get('fieldSelector') ?? '').split(',');
      if (first !== '') query.set('fieldSelector', first);
    }),
  },
  'collection-delete-by-inequality-spares-what-lacks-the-label': {
    summary: 'a collection delete with `!=` in its selector spares the objects that lack the label',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: asking(isCollection, ({ query }) => {
      const selector = query.get('labelSelector') ?? '';
      const labels = [...selector.matchAll(/(?:^|,)([^!=,()\s]+)!=/g)].map(([, label]) => label);
      if (labels.length > 0) query.set('labelSelector', [selector, ...labels].join(','));
    }),
  },
  'collection-delete-leaves-what-gets-cached': {
    summary: 'gets go on to show an object that a collection delete removed, if they had shown it before',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: cachedGets,
  },
  'collection-delete-with-a-bad-selector-takes-all': {
    summary: 'a collection delete with a malformed selector removes the whole collection',
    caughtBy: 'delete-collection/bad-selector-is-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#3022',
    hooks: forgiving(isCollection, [400], (_, request, upstream) => upstream.send('DELETE', request.path)),
  },
  'collection-delete-selects-by-former-labels': {
    summary: 'a collection delete with a label selector leaves out objects that were patched a moment ago',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: selectsByFormerLabels,
  },
  'collection-delete-spares-objects-without-labels': {
    summary: 'a collection delete without a selector spares objects that have no labels',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request) || (request.query.get('labelSelector') ?? '') !== '') return undefined;
        for (const item of await itemsAt(request, upstream))
          if (metadataOf(item)['labels'] !== undefined)
            await upstream.send('DELETE', pathOf(request, item), request.json);
        return jsonResponse(200, successStatus());
      },
    }),
  },
  'collection-delete-ignores-unknown-fields': {
    summary: 'a collection delete ignores a field selector that names an unknown field',
    caughtBy: 'delete-collection/unknown-fields-select-nothing',
    hooks: () => ({
      request: (request) => {
        if (isCollection(request) && (request.query.get('fieldSelector') ?? '').includes('nosuch'))
          request.query.delete('fieldSelector');
      },
    }),
  },
  'collection-delete-ignores-a-lone-unknown-field': {
    summary: 'a collection delete ignores a field selector that names an unknown field, if it has no label selector',
    caughtBy: 'delete-collection/unknown-fields-select-nothing',
    hooks: asking(
      ({ call, query }) =>
        call?.verb === 'deleteCollection' &&
        !query.has('labelSelector') &&
        (query.get('fieldSelector') ?? '').includes('nosuch'),
      ({ query }) => query.delete('fieldSelector'),
    ),
  },
  'collection-delete-with-only-a-bad-selector-takes-all': {
    summary: 'a collection delete with a label selector of one malformed term removes the whole collection',
    caughtBy: 'delete-collection/bad-selector-is-refused',
    hooks: forgiving(
      (request) => isCollection(request) && !(request.query.get('labelSelector') ?? '').startsWith('plumbline-'),
      [400],
      (_, request, upstream) => upstream.send('DELETE', request.path),
    ),
  },
  'collection-delete-of-nothing-not-found': {
    summary: 'a collection delete whose selectors match nothing gets 404',
    caughtBy: 'delete-collection/of-nothing-removes-nothing',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request) || (await itemsAt(request, upstream)).length > 0) return undefined;
        return jsonResponse(404, failureStatus(404, 'NotFound', 'nothing matches'));
      },
    }),
  },
  'collection-delete-needs-a-body': {
    summary: 'a collection delete without a body is refused',
    caughtBy: 'delete-collection/body-is-optional',
    hooks: refusing((request) => isCollection(request) && request.raw.length === 0, 400, 'BadRequest'),
  },
  'collection-delete-does-nothing': {
    summary: 'a collection delete returns Success and removes nothing',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    seenIn: 'kubernetes/client-go#609',
    hooks: () => ({ request: (request) => (isCollection(request) ? jsonResponse(200, successStatus()) : undefined) }),
  },
  'collection-delete-through-one-view-does-nothing': {
    summary:
      'a collection delete of Deployments under extensions returns Success and removes nothing; under apps it is right',
    caughtBy: 'delete-collection/every-view-shows-the-removal',
    seenIn: 'cruise-automation/isopod#44',
    hooks: () => ({
      request: (request) =>
        isCollection(request) && request.call?.resource?.id === 'deployments.extensions'
          ? jsonResponse(200, successStatus())
          : undefined,
    }),
  },
  'collection-delete-ignores-finalizers': {
    summary: 'a collection delete removes objects that a finalizer should hold; a delete of one object is right',
    caughtBy: 'delete-collection/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#1399',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request)) return;
        for (const item of await itemsAt(request, upstream))
          await upstream.send('PATCH', pathOf(request, item), { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'collection-delete-removes-what-is-terminating': {
    summary: 'a collection delete removes objects that are terminating already, although a finalizer holds them',
    caughtBy: 'delete-collection/finalizer-holds-the-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'deleteCollection')) return;
        const selected = await upstream.send('GET', `${request.path}?${request.query}`);
        for (const { name, deletionTimestamp } of (itemsOf(selected) ?? []).map(metadataOf))
          if (deletionTimestamp !== undefined)
            await upstream.send(
              'PATCH',
              `${request.path}/${String(name)}`,
              { metadata: { finalizers: null } },
              MERGE_PATCH_TYPE,
            );
      },
    }),
  },
  'collection-delete-fails-on-what-is-gone': {
    summary: 'a collection delete fails if another delete removes one of its objects first',
    caughtBy: 'delete-collection/goes-on-when-others-delete',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request)) return undefined;
        const items = await itemsAt(request, upstream);
        await pause(20);
        for (const item of items) {
          const removed = await upstream.send('DELETE', pathOf(request, item), {
            gracePeriodSeconds: 0,
          });
          if (!succeeded(removed)) return removed;
        }
        return undefined;
      },
    }),
  },
  'collection-delete-is-not-told': {
    summary: 'watches deliver no events for objects that a collection delete removes',
    caughtBy: 'delete-collection/is-told-to-watches',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: () => {
      const removed = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (isCollection(request))
            for (const item of await itemsAt(request, upstream))
              removed.add(`${String(request.call?.resource?.plural)} ${keyOf(item)}`);
        },
        event: (frame, request) =>
          frame.type === 'DELETED' && removed.has(`${String(request.call?.resource?.plural)} ${keyOf(frame.object)}`)
            ? []
            : [frame],
      };
    },
  },
  'collection-delete-goes-on-after-its-answer': {
    summary:
      'a collection delete goes on for a moment after its response, and removes objects that are created meanwhile',
    caughtBy: 'delete-collection/leaves-what-is-made-later',
    hooks: responding(isCollection, (_, request, upstream) => {
      const again = (): void => void upstream.send('DELETE', `${request.path}?${request.query}`).catch(() => undefined);
      for (const ms of [2, 5, 10, 20, 40, 80, 160]) setTimeout(again, ms).unref();
    }),
  },
  'collection-delete-refuses-list-parameters': {
    summary: 'a collection delete with timeoutSeconds or resourceVersion is refused',
    caughtBy: 'delete-collection/takes-the-list-parameters',
    hooks: refusing(
      (request) =>
        isCollection(request) && (request.query.has('timeoutSeconds') || request.query.has('resourceVersion')),
      400,
      'BadRequest',
    ),
  },
  'collection-delete-knows-equality-only': {
    summary:
      'a collection delete with a set-based selector returns Success and removes nothing; with an equality selector it is right',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: (request) =>
        isCollection(request) && /\s(not)?in\s/.test(request.query.get('labelSelector') ?? '')
          ? jsonResponse(200, successStatus())
          : undefined,
    }),
  },
  'collection-delete-ignores-selector': {
    summary: 'a collection delete ignores its label selector',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    seenIn: 'kubernetes-sigs/controller-runtime#293',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb === 'deleteCollection') request.query.delete('labelSelector');
      },
    }),
  },
  'collection-delete-ignores-field-selector': {
    summary: 'a collection delete ignores its field selector',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    seenIn: 'kubernetes/kubernetes#78824',
    hooks: () => ({
      request: (request) => {
        if (request.call?.verb === 'deleteCollection') request.query.delete('fieldSelector');
      },
    }),
  },
  'collection-delete-ignores-the-field-of-the-namespace': {
    summary: 'a collection delete ignores metadata.namespace in its field selector; a list heeds it',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: asking(isCollection, ({ query }) => {
      const fields = query.get('fieldSelector')?.split(',') ?? [];
      const others = fields.filter((field) => !field.startsWith('metadata.namespace'));
      if (fields.length > 0) query.set('fieldSelector', others.join(','));
    }),
  },
  'collection-delete-heeds-the-field-selector-alone': {
    summary: 'a collection delete with a label selector and a field selector ignores the label selector',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: asking(
      (request) => isCollection(request) && request.query.has('fieldSelector'),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'collection-delete-leaves-what-waits': {
    summary: 'a collection delete with a grace period of 0 leaves pods that wait for a longer one',
    caughtBy: 'delete/zero-grace-ends-a-longer-one',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request) || !isObject(request.json) || request.json['gracePeriodSeconds'] !== 0)
          return undefined;
        const items = await itemsAt(request, upstream);
        const left = items.filter((item) => !(Number(metadataOf(item)['deletionGracePeriodSeconds']) > 0));
        if (left.length === items.length) return undefined;
        for (const item of left) await upstream.send('DELETE', pathOf(request, item), request.json);
        return jsonResponse(200, successStatus());
      },
    }),
  },
  'collection-delete-stops-at-what-is-terminating': {
    summary: 'a collection delete returns Success and spares the objects after the first one that is terminating',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request)) return undefined;
        const items = await itemsAt(request, upstream);
        const stop = items.findIndex((item) => metadataOf(item)['deletionTimestamp'] !== undefined);
        if (stop === -1) return undefined;
        for (const item of items.slice(0, stop)) await upstream.send('DELETE', pathOf(request, item), request.json);
        return jsonResponse(200, successStatus());
      },
    }),
  },
  'collection-delete-spares-one': {
    summary: 'a collection delete returns Success and spares the last matching object',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (request, upstream) => {
        if (request.call?.verb !== 'deleteCollection') return undefined;
        const listed = await upstream.send('GET', `${request.path}?${request.query.toString()}`);
        if (!succeeded(listed)) return listed;
        for (const item of (itemsOf(listed) ?? []).slice(0, -1)) {
          await upstream.send('DELETE', pathOf(request, item), {
            gracePeriodSeconds: 0,
          });
        }
        return jsonResponse(200, successStatus());
      },
    }),
  },
  'collection-delete-takes-prefix-namespaces': {
    summary:
      'a collection delete also removes matching objects in namespaces whose names begin with the name of its own',
    caughtBy: 'delete-collection/leaves-other-namespaces-and-kinds',
    seenIn: 'sensu/sensu-go#2378',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { verb, namespace, resource } = request.call ?? {};
        if (verb !== 'deleteCollection' || !succeeded(response) || namespace === undefined || resource === undefined)
          return;
        const all =
          itemsOf(await upstream.send('GET', `${resource.prefix}/${resource.plural}?${request.query.toString()}`)) ??
          [];
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
    summary: 'a collection delete returns the list of the objects that it removed',
    caughtBy: 'delete-collection/answers-a-status',
    hooks: () => {
      const lists = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (request.call?.verb === 'deleteCollection')
            lists.set(request, (await upstream.send('GET', `${request.path}?${request.query.toString()}`)).json);
        },
        response: (response, request) => {
          if (request.call?.verb === 'deleteCollection' && succeeded(response)) response.json = lists.get(request);
        },
      };
    },
  },
  'collection-delete-stops-at-a-hundred': {
    summary: 'a collection delete removes at most a hundred objects',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'deleteCollection')) return undefined;
        const list = await upstream.send('GET', `${request.path}?${request.query}`);
        const items = itemsOf(list) ?? [];
        if (items.length <= 100) return undefined;
        for (const item of items.slice(0, 100))
          await upstream.send('DELETE', pathOf(request, item), copyOf(request.json));
        return jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 });
      },
    }),
  },
});
