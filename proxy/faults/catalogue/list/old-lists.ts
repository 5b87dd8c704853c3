import type { Verb } from '../../../../spec/surface/operations.ts';
import { copyOf, isObject, itemsOf, keyOf, metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { FaultyRequest, FaultyResponse, Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isFromCache, isPlainList, isList, isOne, namesVersion } from '../../requests.ts';
import { keeping } from '../../ways.ts';

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

/** Faults of lists that show what was there before. */
export const OLD_LISTS: readonly Fault[] = faults({
  'list-at-a-version-repeats-the-last-list': {
    summary: 'a list that names a version repeats the last list of the collection for a second, even if it is older',
    caughtBy: 'list/is-at-least-as-fresh-as-the-version-asked-for',
    hooks: lastListAtVersions,
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
});
