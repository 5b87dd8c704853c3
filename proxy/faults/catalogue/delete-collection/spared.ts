import {
  copyOf,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  succeeded,
  successStatus,
} from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { finalizersOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { acceptsJson, isOne, isPlainList, ofKind, selectionOf } from '../../requests.ts';
import { pause } from '../../ways.ts';
import { isCollection, itemsAt, pathOf, removingOnly } from './collection.ts';

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

/** How long the last list of a selection is taken for the present, in milliseconds. */
const PRESENT_MS = 2_000;

/** A collection delete removes what the last list of its selection showed. */
function deletingWhatWasListed(): Hooks {
  const lists = new Map<string, { readonly uids: ReadonlySet<string>; readonly until: number }>();
  return {
    ...removingOnly((items, request) => {
      const listed = lists.get(selectionOf(request));
      return listed === undefined || listed.until < Date.now() || !acceptsJson(request)
        ? items
        : items.filter((item) => listed.uids.has(uidOf(item)));
    })(),
    response: (response, request) => {
      const items = itemsOf(response);
      if (isPlainList(request) && succeeded(response) && items !== undefined)
        lists.set(selectionOf(request), { uids: new Set(items.map(uidOf)), until: Date.now() + PRESENT_MS });
    },
  };
}

/** How many objects a collection delete removes at a time. */
const PAGE = 10;

/** The objects that are removed page by page, if each page begins after as many of the rest as were removed. */
function removedByPages(items: readonly Bendable[]): readonly Bendable[] {
  const rest = [...items];
  const removed: Bendable[] = [];
  for (let offset = 0; offset < rest.length; offset += PAGE) removed.push(...rest.splice(offset, PAGE));
  return removed;
}

/** Whether a Secret has the type that it has by default. */
const isOpaque = ({ type }: Bendable): boolean => type === undefined || type === 'Opaque';

/** Collection deletes that leave some of the objects that they should remove. */
export const SPARED: readonly Fault[] = faults({
  'collection-delete-leaves-what-gets-cached': {
    summary: 'gets go on to show an object that a collection delete removed, if they had shown it before',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: cachedGets,
  },
  'collection-delete-spares-objects-without-labels': {
    summary: 'a collection delete without a selector spares objects that have no labels',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly((items, { query }) =>
      (query.get('labelSelector') ?? '') === ''
        ? items.filter((item) => metadataOf(item)['labels'] !== undefined)
        : items,
    ),
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
  'collection-delete-leaves-what-waits': {
    summary: 'a collection delete with a grace period of 0 leaves pods that wait for a longer one',
    caughtBy: 'delete/zero-grace-ends-a-longer-one',
    hooks: removingOnly((items, { json }) =>
      isObject(json) && json['gracePeriodSeconds'] === 0
        ? items.filter((item) => !(Number(metadataOf(item)['deletionGracePeriodSeconds']) > 0))
        : items,
    ),
  },
  'collection-delete-stops-at-what-is-terminating': {
    summary: 'a collection delete returns Success and spares the objects after the first one that is terminating',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly((items) => {
      const stop = items.findIndex((item) => metadataOf(item)['deletionTimestamp'] !== undefined);
      return stop === -1 ? items : items.slice(0, stop);
    }),
  },
  'collection-delete-spares-one': {
    summary: 'a collection delete returns Success and spares the last matching object',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly((items) => items.slice(0, -1)),
  },
  'collection-delete-stops-at-a-hundred': {
    summary: 'a collection delete removes at most a hundred objects',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly((items) => items.slice(0, 100)),
  },
  'collection-delete-pages-through-what-it-shrinks': {
    summary: 'a collection delete of more than ten objects passes over as many of the rest after each ten it removed',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly(removedByPages),
  },
  // Parameter set L, labelSelector: "Restrict by labels; default everything".
  'collection-delete-with-an-empty-selector-removes-nothing': {
    summary: 'a collection delete whose labelSelector is empty returns Success and removes nothing',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: (request) =>
        isCollection(request) && request.query.get('labelSelector') === ''
          ? jsonResponse(200, successStatus())
          : undefined,
    }),
  },
  // Rules 4: "A collection delete removes the objects matching the supplied selectors in the namespace."
  'collection-delete-spares-secrets-with-a-type': {
    summary: 'a collection delete of Secrets leaves those whose type is not Opaque',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly((items, request) =>
      isOne(request, ofKind('Secret', isCollection)) && acceptsJson(request) ? items.filter(isOpaque) : items,
    ),
  },
  // Rules 4, as above: also those that come after an object which lingers.
  'collection-delete-stops-at-an-object-with-a-finalizer': {
    summary: 'a collection delete returns Success and spares the objects after the first one that has finalizers',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: removingOnly((items) => {
      const last = items.findIndex((item) => finalizersOf(item).length > 0);
      return last === -1 ? items : items.slice(0, last + 1);
    }),
  },
  'collection-delete-removes-what-was-last-listed': {
    summary: 'a collection delete leaves the objects created since a list with its selectors in the last two seconds',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: deletingWhatWasListed,
  },
});
