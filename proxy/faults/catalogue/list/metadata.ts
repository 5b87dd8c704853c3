import { isObject, itemsOf, metadataOf, succeeded } from '../../bend.ts';
import type { FaultyRequest, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { GAP_MS } from '../../races.ts';
import { isFromCache, isPlainList, namesVersion, selects, isList } from '../../requests.ts';
import { responding, pause } from '../../ways.ts';

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

/** Faults of the version and the kind of a list. */
export const METADATA: readonly Fault[] = faults({
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
  'list-from-the-cache-has-version-zero': {
    summary: 'a list that names the version 0 carries the version 0; every other list carries a version to watch from',
    caughtBy: 'list/carries-list-metadata',
    hooks: responding(isFromCache, ({ json }) => {
      metadataOf(json)['resourceVersion'] = '0';
    }),
  },
  'list-from-the-cache-keeps-its-version': {
    summary: 'a list that names the version 0 shows current items, and carries the version of the first such list',
    caughtBy: 'list/version-moves-with-each-write',
    hooks: firstVersionFromCache,
  },
  'list-at-a-version-claims-that-version': {
    summary: 'a list that names a version shows current items, and carries the version that it names',
    caughtBy: 'list/version-moves-with-each-write',
    hooks: responding(
      (request) => isPlainList(request) && namesVersion(request),
      (response, { query }) => {
        metadataOf(response.json)['resourceVersion'] = query.get('resourceVersion');
      },
    ),
  },
  'list-version-is-zero': {
    summary: 'every list carries the version 0',
    caughtBy: 'list/carries-list-metadata',
    hooks: responding(isList, (response) => void (metadataOf(response.json)['resourceVersion'] = '0')),
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
  // Object metadata: "List payloads carry ... `metadata` (list metadata with `selfLink`", the path of the list.
  'self-link-of-a-list-of-all-namespaces-names-one': {
    summary: 'a list of all namespaces has the selfLink of the list in the namespace of its first item',
    caughtBy: 'list/carries-list-metadata',
    hooks: responding('listAll', (response, request) => {
      const { namespace } = metadataOf(itemsOf(response)?.[0]);
      if (typeof namespace === 'string')
        metadataOf(response.json)['selfLink'] = request.path.replace(/\/([^/]+)\/?$/, `/namespaces/${namespace}/$1`);
    }),
  },
});
