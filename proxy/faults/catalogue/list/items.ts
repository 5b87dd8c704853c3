import { isObject, itemsOf, metadataOf, succeeded } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isPlainList, selects, isList, isOne } from '../../requests.ts';
import { keepItems, notFound } from '../../responses.ts';
import { responding } from '../../ways.ts';

/** A list response with other items. */
function listed(keep: (items: Bendable[], request: FaultyRequest) => Bendable[]): Fault['hooks'] {
  return () => ({
    response: (response, request) => {
      const items = itemsOf(response);
      if (isPlainList(request) && items !== undefined && isObject(response.json))
        response.json['items'] = keep(items, request);
    },
  });
}

/** Hooks that leave out a member of the metadata of each item. */
function itemsWithout(member: string): Fault['hooks'] {
  return listed((items) => {
    for (const item of items) delete metadataOf(item)[member];
    return items;
  });
}

/** The length of an object from which on lists leave it out. */
const LARGE = 64 * 1024;

/** Faults of the items of a list. */
export const ITEMS: readonly Fault[] = faults({
  'lists-leave-out-what-is-terminating': {
    summary: 'a list shows no object that is terminating, although a get shows it',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(isPlainList, (response) =>
      keepItems(response, (item) => metadataOf(item)['deletionTimestamp'] === undefined),
    ),
  },
  'each-view-lists-its-own': {
    summary: 'a Deployment that was created under one group version is not listed under the other',
    caughtBy: 'list/every-view-lists-the-same-objects',
    seenIn: 'kubernetes/client-go#579',
    hooks: () => {
      const groupVersions = new Map<string, string>();
      return {
        response: (response, request) => {
          const id = request.call?.resource?.id;
          const items = itemsOf(response);
          if (id === undefined || !id.startsWith('deployments.')) return;
          if (isOne(request, 'create') && succeeded(response))
            groupVersions.set(String(metadataOf(response.json)['uid']), id);
          else if (isPlainList(request) && items !== undefined && isObject(response.json))
            response.json['items'] = items.filter(
              (item) => (groupVersions.get(String(metadataOf(item)['uid'])) ?? id) === id,
            );
        },
      };
    },
  },
  'list-cut-at-a-hundred': {
    summary: 'a list shows only its first hundred objects and does not say that there are more',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(isPlainList, (response) => {
      const items = itemsOf(response);
      if (items !== undefined && isObject(response.json)) response.json['items'] = items.slice(0, 100);
    }),
  },
  'truncated-list': {
    summary: 'a list shows only its first two objects and does not say that there are more',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(['list', 'listAll'], (response) => {
      const items = itemsOf(response);
      if (
        items !== undefined &&
        items.length > 2 &&
        isObject(response.json) &&
        metadataOf(response.json)['continue'] === undefined
      )
        response.json['items'] = items.slice(0, 2);
    }),
  },
  // Semantics 7: "List returns all objects of a kind in a namespace".
  'lists-leave-out-large-objects': {
    summary: 'a list leaves out objects of more than 64 KiB, which a get shows',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(isPlainList, (response) => {
      if (itemsOf(response) !== undefined) keepItems(response, (item) => JSON.stringify(item).length <= LARGE);
    }),
  },
  'list-lacks-one-item': {
    summary: 'a list of several objects lacks the last one',
    caughtBy: 'list/shows-every-object-that-exists',
    seenIn: 'MicrosoftDocs/vsts-rest-api-specs#632',
    hooks: listed((items) => (items.length > 1 ? items.slice(0, -1) : items)),
  },
  'list-shows-an-item-twice': {
    summary: 'a list shows its first object twice',
    caughtBy: 'list/shows-no-object-twice',
    hooks: listed((items) => [...items.slice(0, 1), ...items]),
  },
  'list-shows-prefix-namespaces': {
    summary: 'a list in one namespace shows the objects of namespaces whose names begin with its name',
    caughtBy: 'list/shows-only-its-namespace-and-kind',
    seenIn: 'sensu/sensu-go#2378',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { namespace, resource } = request.call ?? {};
        if (
          !isPlainList(request) ||
          namespace === undefined ||
          resource === undefined ||
          !isObject(response.json) ||
          !succeeded(response)
        )
          return;
        const all = await upstream.send('GET', `${resource.prefix}/${resource.plural}?${request.query.toString()}`);
        response.json['items'] =
          itemsOf(all)?.filter((item) => String(metadataOf(item)['namespace']).startsWith(namespace)) ?? [];
      },
    }),
  },
  'list-items-lack-labels': {
    summary: 'the objects of a list lack their labels, which a get shows',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: itemsWithout('labels'),
  },
  'list-items-lack-finalizers': {
    summary: 'the objects of a list lack their finalizers, which a get shows',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: itemsWithout('finalizers'),
  },
  'list-all-lacks-a-namespace': {
    summary: 'a list over all namespaces lacks the namespaces whose names end with 11',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: listed((items, request) =>
      request.call?.verb === 'listAll'
        ? items.filter((item) => !String(metadataOf(item)['namespace']).endsWith('11'))
        : items,
    ),
  },
  'list-of-nothing-is-not-found': {
    summary: 'a list that has no items gets 404',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      response: (response, request) => {
        if (isList(request) && succeeded(response) && itemsOf(response)?.length === 0)
          Object.assign(response, notFound());
      },
    }),
  },
  'label-selection-is-not-found': {
    summary: 'a list with a label selector gets 404',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      request: (request) => (isPlainList(request) && selects(request) ? notFound() : undefined),
    }),
  },
});
