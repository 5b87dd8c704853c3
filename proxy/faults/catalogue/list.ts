import type { Verb } from '../../../spec/surface/operations.ts';
import { copyOf, isObject, itemsOf, keyOf, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { FaultyRequest, FaultyResponse, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { GAP_MS } from '../races.ts';
import { isPlainList, selects, isList, isOne, isWrite, acceptOf, namesVersion } from '../requests.ts';
import { keepItems, notFound } from '../responses.ts';
import { responding, asking, keeping, pause, refusing } from '../ways.ts';

/** Hooks that repeat the version of the last list after a delete, until the next write. */
function versionBeforeDeletes(): ReturnType<Fault['hooks']> {
  const shown = new Map<string, unknown>();
  let isKept = false;
  return {
    response: (response, request) => {
      if (!succeeded(response)) return;
      if (request.method !== 'GET') isKept = request.method === 'DELETE';
      if (!isPlainList(request)) return;
      const metadata = metadataOf(response.json);
      if (isKept && shown.has(request.path)) metadata['resourceVersion'] = shown.get(request.path);
      else shown.set(request.path, metadata['resourceVersion']);
    },
  };
}

/** Hooks that read the version of some lists so many milliseconds after their items. */
function namingLaterVersions(which: (request: FaultyRequest) => boolean, ms: number): Fault['hooks'] {
  return responding(which, async (response, request, upstream) => {
    await pause(ms);
    const later = metadataOf((await upstream.send('GET', request.target)).json)['resourceVersion'];
    if (later !== undefined) metadataOf(response.json)['resourceVersion'] = later;
  });
}

/** The time for which a list is kept, in milliseconds. */
const KEPT_MS = 1000;

/** Hooks that respond to a list at a version with the last list of the collection, if it is recent. */
function lastListAtVersions(): ReturnType<Fault['hooks']> {
  const last = new Map<string, { readonly at: number; readonly response: FaultyResponse }>();
  const keyOfList = ({ path, query }: FaultyRequest): string =>
    `${path}?${new URLSearchParams([...query].filter(([name]) => name !== 'resourceVersion'))}`;
  return {
    request: (request) => {
      const kept = last.get(keyOfList(request));
      const named = namesVersion(request);
      return isPlainList(request) && named && kept !== undefined && Date.now() - kept.at < KEPT_MS
        ? copyOf(kept.response)
        : undefined;
    },
    response: (response, request) => {
      if (isPlainList(request) && itemsOf(response) !== undefined)
        last.set(keyOfList(request), { at: Date.now(), response: copyOf({ ...response, raw: Buffer.alloc(0) }) });
    },
  };
}

/** Whether a request lists a collection from the cache: any version will do. */
const isFromCache = (request: FaultyRequest): boolean =>
  isPlainList(request) && request.query.get('resourceVersion') === '0';

/** Hooks that respond to lists of these verbs from the cache with the items of the one before it, if it is recent. */
function olderItemsFromCache(...verbs: readonly Verb[]): ReturnType<Fault['hooks']> {
  const last = new Map<string, { readonly at: number; readonly items: Bendable[] }>();
  return {
    response: (response, request) => {
      const items = itemsOf(response);
      if (!isFromCache(request) || !isOne(request, verbs) || items === undefined || !isObject(response.json)) return;
      const kept = last.get(request.target);
      if (kept !== undefined && Date.now() - kept.at < KEPT_MS) response.json['items'] = copyOf(kept.items);
      else last.set(request.target, { at: Date.now(), items: copyOf(items) });
    },
  };
}

/** Hooks that show the version of the first list from the cache in all later ones of the collection. */
function firstVersionFromCache(): ReturnType<Fault['hooks']> {
  const first = new Map<string, unknown>();
  return {
    response: (response, request) => {
      if (!isFromCache(request) || !succeeded(response)) return;
      const metadata = metadataOf(response.json);
      if (first.has(request.path)) metadata['resourceVersion'] = first.get(request.path);
      else first.set(request.path, metadata['resourceVersion']);
    },
  };
}

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

/** Faults that rules of the family `list` find. */
export const LIST_FAULTS: readonly Fault[] = faults({
  'lists-leave-out-what-is-terminating': {
    summary: 'a list shows no object that is terminating, although a get shows it',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(isPlainList, (response) =>
      keepItems(response, (item) => metadataOf(item)['deletionTimestamp'] === undefined),
    ),
  },
  'list-at-a-version-repeats-the-last-list': {
    summary: 'a list that names a version repeats the last list of the collection for a second, even if it is older',
    caughtBy: 'list/is-at-least-as-fresh-as-the-version-asked-for',
    hooks: lastListAtVersions,
  },
  'watch-false-watches': {
    summary: 'watch=false on a collection starts a watch, because the parameter is present',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(
      (request) => isList(request) && request.query.get('watch') === 'false',
      ({ query }) => {
        query.set('watch', 'true');
        query.set('timeoutSeconds', '1');
      },
    ),
  },
  'empty-list-has-no-version': {
    summary: 'an empty list has no resourceVersion; every other list has one',
    caughtBy: 'list/carries-list-metadata',
    seenIn: 'kubernetes/kubernetes#136143',
    hooks: () => ({
      response: (response, request) => {
        if (isList(request) && itemsOf(response)?.length === 0) delete metadataOf(response.json)['resourceVersion'];
      },
    }),
  },
  'yaml-lists-lack-the-last-item': {
    summary: 'a list of several items in YAML lacks the last one; in JSON it is whole',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: () => ({
      yaml: true,
      response: (response, request) => {
        const items = acceptOf(request).includes('yaml') ? itemsOf(response) : undefined;
        if (items !== undefined && items.length > 1) items.pop();
      },
    }),
  },
  'list-lacks-version': {
    summary: 'a list has no resourceVersion',
    caughtBy: 'list/carries-list-metadata',
    seenIn: 'kubernetes/kubernetes#30192',
    hooks: responding(isPlainList, (response) => void delete metadataOf(response.json)['resourceVersion']),
  },
  'list-version-ignores-deletes': {
    summary: 'a list after a delete has the same version as the list before it',
    caughtBy: 'list/version-moves-with-each-write',
    hooks: versionBeforeDeletes,
  },
  'list-is-of-kind-list': {
    summary: 'every list is of kind List in v1',
    caughtBy: 'list/is-a-list-of-its-kind',
    seenIn: 'fabric8io/kubernetes-client#6220',
    hooks: responding(isPlainList, (response) => {
      if (isObject(response.json)) Object.assign(response.json, { kind: 'List', apiVersion: 'v1' });
    }),
  },
  'empty-list-is-of-kind-list': {
    summary: 'a list without items is of kind List in v1',
    caughtBy: 'list/is-a-list-of-its-kind',
    hooks: responding(isPlainList, (response) => {
      if (isObject(response.json) && itemsOf(response)?.length === 0)
        Object.assign(response.json, { kind: 'List', apiVersion: 'v1' });
    }),
  },
  'selected-deployments-are-of-the-other-group': {
    summary: 'a list of Deployments in extensions by a label selector has the apiVersion apps/v1beta1',
    caughtBy: 'list/is-a-list-of-its-kind',
    hooks: responding(
      (request) => isPlainList(request) && selects(request) && request.call?.resource?.id === 'deployments.extensions',
      (response) => {
        if (isObject(response.json)) response.json['apiVersion'] = 'apps/v1beta1';
      },
    ),
  },
  'list-at-a-version-ignores-its-field-selector': {
    summary: 'a list that names a version ignores its field selector',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(
      (request) => isPlainList(request) && request.query.has('resourceVersion'),
      ({ query }) => query.delete('fieldSelector'),
    ),
  },
  'list-at-a-version-is-kept': {
    summary: 'a list that names a version repeats the content of the list before it',
    caughtBy: 'list/is-at-least-as-fresh-as-the-version-asked-for',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: () => {
      const before = new Map<string, unknown>();
      return {
        request: async (request, upstream) => {
          if (isPlainList(request) && !request.query.has('resourceVersion') && !before.has(request.path))
            before.set(request.path, (await upstream.send('GET', request.path)).json);
          if (isOne(request, 'create')) before.set(request.path, (await upstream.send('GET', request.path)).json);
          const { resource, verb } = request.call ?? {};
          if (verb === 'create' && resource !== undefined)
            before.set(
              `${resource.prefix}/${resource.plural}`,
              (await upstream.send('GET', `${resource.prefix}/${resource.plural}`)).json,
            );
        },
        response: (response, request) => {
          const kept = before.get(request.path);
          if (isPlainList(request) && namesVersion(request) && succeeded(response) && kept !== undefined)
            response.json = copyOf(kept);
        },
      };
    },
  },
  'list-shows-older-items': {
    summary: 'a list shows objects as they were before their latest write',
    caughtBy: 'list/shows-the-current-state',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: () => {
      const before = new Map<string, unknown>();
      return {
        request: async (request, upstream) => {
          if (isOne(request, ['replace', 'patch']))
            before.set(objectPath(request), (await upstream.send('GET', objectPath(request))).json);
        },
        response: (response, request) => {
          const items = itemsOf(response);
          if (!isPlainList(request) || items === undefined || !isObject(response.json)) return;
          const { prefix, plural } = request.call?.resource ?? {};
          response.json['items'] = items.map((item) => {
            const { namespace, name, uid } = metadataOf(item);
            const old = before.get(
              `${prefix}${namespace === undefined ? '' : `/namespaces/${String(namespace)}`}/${plural}/${String(name)}`,
            );
            return metadataOf(old)['uid'] === uid ? copyOf(old) : item;
          });
        },
      };
    },
  },
  'lists-refuse-timeout-seconds': {
    summary: 'a list with timeoutSeconds is refused; a watch with it is right',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: refusing((request) => isPlainList(request) && request.query.has('timeoutSeconds'), 400, 'BadRequest'),
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
  'list-keeps-what-goes-with-its-owner': {
    summary: 'an object that is gone because its owner was deleted stays in lists',
    caughtBy: 'list/shows-no-object-that-is-gone',
    hooks: () => {
      const shown = new Map<string, Map<string, Bendable>>();
      return {
        response: (response, request) => {
          if (!isPlainList(request) || request.query.size > 0 || !isObject(response.json)) return;
          const before = shown.get(request.path) ?? new Map<string, Bendable>();
          shown.set(request.path, before);
          const items = itemsOf(response) ?? [];
          for (const item of items) before.delete(keyOf(item));
          const gone = [...before.values()];
          for (const item of items)
            if (metadataOf(item)['ownerReferences'] !== undefined) before.set(keyOf(item), copyOf(item));
          response.json['items'] = [...items, ...gone];
        },
      };
    },
  },
  'list-keeps-deleted-objects': {
    summary: 'a deleted object stays in lists',
    caughtBy: 'list/shows-no-object-that-is-gone',
    seenIn: 'kubernetes/kubernetes#60478',
    hooks: () => {
      const seen = new Map<string, Map<string, Bendable>>();
      return {
        response: (response, request) => {
          const plural = String(request.call?.resource?.plural);
          const known = seen.get(plural) ?? new Map<string, Bendable>();
          seen.set(plural, known);
          if (request.call?.verb === 'create' && succeeded(response) && isObject(response.json))
            known.set(keyOf(response.json), copyOf(response.json));
          const items = itemsOf(response);
          if (request.call?.verb !== 'list' || request.call.watching || items === undefined) return;
          const there = new Set(items.map(keyOf));
          const prefix = `${request.call.namespace ?? ''}/`;
          for (const [key, object] of known)
            if (!there.has(key) && key.startsWith(prefix) && request.query.size === 0) items.push(object);
        },
      };
    },
  },
  'items-have-the-version-of-their-writer': {
    summary: 'an item of a list carries the group-version through which it was last written, not that of the list',
    caughtBy: 'list/is-a-list-of-its-kind',
    hooks: () => {
      const writers = new Map<string, unknown>();
      const idOf = (object: Bendable): string => `${String(object['kind'])} ${keyOf(object)}`;
      return {
        response: (response, request) => {
          if (!succeeded(response)) return;
          for (const item of isList(request) ? (itemsOf(response) ?? []) : [])
            if (Object.hasOwn(item, 'apiVersion')) item['apiVersion'] = writers.get(idOf(item)) ?? item['apiVersion'];
          if (isOne(request, ['create', 'replace', 'patch']) && isObject(response.json))
            writers.set(idOf(response.json), response.json['apiVersion']);
        },
      };
    },
  },
  'list-items-lack-labels': {
    summary: 'the objects of a list lack their labels, which a get shows',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: listed((items) => {
      for (const item of items) delete metadataOf(item)['labels'];
      return items;
    }),
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
  'empty-list-is-null': {
    summary: 'an empty list has null as its items',
    caughtBy: 'list/of-nothing-has-empty-items',
    seenIn: 'TritonDataCenter/triton-service-groups#70',
    hooks: () => ({
      response: (response, request) => {
        if (isPlainList(request) && itemsOf(response)?.length === 0 && isObject(response.json))
          response.json['items'] = null;
      },
    }),
  },
  'list-with-uninitialized-is-empty': {
    summary: 'a list with includeUninitialized=true shows no objects',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(
      (request) => isList(request) && request.query.get('includeUninitialized') === 'true',
      (response) => keepItems(response, () => false),
    ),
  },
  'pretty-lists-ignore-their-field-selector': {
    summary: 'a list with pretty=true ignores its field selector',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(isPlainList, ({ query }) => {
      if (query.get('pretty') === 'true') query.delete('fieldSelector');
    }),
  },
  'list-with-a-timeout-is-cut': {
    summary: 'a list with timeoutSeconds shows only its first object',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(
      (request) => isList(request) && request.query.has('timeoutSeconds'),
      (response) => keepItems(response, (_, index) => index === 0),
    ),
  },
  'list-from-the-cache-has-version-zero': {
    summary: 'a list that names the version 0 carries the version 0; every other list carries a version to watch from',
    caughtBy: 'list/carries-list-metadata',
    hooks: responding(
      (request) => isPlainList(request) && request.query.get('resourceVersion') === '0',
      ({ json }) => {
        metadataOf(json)['resourceVersion'] = '0';
      },
    ),
  },
  'lists-by-name-are-kept': {
    summary: 'a list with a field selector repeats its previous content for a second',
    caughtBy: 'list/shows-the-current-state',
    hooks: keeping((request) => isPlainList(request) && request.query.has('fieldSelector')),
  },
  'list-from-the-cache-has-older-items': {
    summary: 'a list that names the version 0 repeats the items of the one before it, and carries the current version',
    caughtBy: 'world/list-and-watch-give-the-later-list',
    hooks: () => olderItemsFromCache('list', 'listAll'),
  },
  'list-of-all-from-the-cache-has-older-items': {
    summary:
      'a list of all namespaces that names the version 0 repeats the items of the one before it, and carries the current version; lists of one namespace are right',
    caughtBy: 'world/list-and-watch-give-the-later-list',
    hooks: () => olderItemsFromCache('listAll'),
  },
  'list-from-the-cache-keeps-its-version': {
    summary: 'a list that names the version 0 shows current items, and carries the version of the first such list',
    caughtBy: 'list/version-moves-with-each-write',
    hooks: firstVersionFromCache,
  },
  'list-version-is-zero': {
    summary: 'every list carries the version 0',
    caughtBy: 'list/carries-list-metadata',
    hooks: responding(isList, (response) => void (metadataOf(response.json)['resourceVersion'] = '0')),
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
  'list-version-is-read-after-its-items': {
    summary: 'the version of a list is read some time after its items, so a watch from it misses the writes in between',
    caughtBy: 'world/list-and-watch-give-the-later-list',
    hooks: namingLaterVersions(isPlainList, 4),
  },
  'selected-lists-name-a-later-version': {
    summary: 'the version of a list with a selector is read a while after its items',
    caughtBy: 'world/list-and-watch-give-the-later-list',
    seenIn: 'k3s-io/kine#676',
    hooks: namingLaterVersions((request) => isPlainList(request) && selects(request), GAP_MS),
  },
  'lists-from-the-cache-turn-inequality-around': {
    summary: 'a list with resourceVersion=0 takes != in a field selector for =',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    seenIn: 'kubernetes/kubernetes#60507',
    hooks: asking(
      (request) => isPlainList(request) && request.query.get('resourceVersion') === '0',
      ({ query }) => {
        const selector = query.get('fieldSelector');
        if (selector !== null) query.set('fieldSelector', selector.replaceAll('!=', '='));
      },
    ),
  },
  'lists-from-the-cache-ignore-their-selectors': {
    summary: 'lists with resourceVersion=0 repeat the first one of the path, whatever they select, until a write',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    seenIn: 'openyurtio/openyurt#1400',
    hooks: () => {
      const kept = new Map<string, unknown>();
      return {
        request: (request) => {
          if (isWrite(request)) kept.clear();
        },
        response: (response, request) => {
          if (!isPlainList(request) || request.query.get('resourceVersion') !== '0' || !succeeded(response)) return;
          if (kept.has(request.path)) response.json = copyOf(kept.get(request.path));
          else kept.set(request.path, copyOf(response.json));
        },
      };
    },
  },
});
