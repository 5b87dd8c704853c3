import { copyOf, isObject, itemsOf, keyOf, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { isPlainList, selects, isList, isOne, acceptOf } from '../requests.ts';
import { keepItems, notFound } from '../responses.ts';
import { answering, asking, refusing } from '../ways.ts';

/** Hooks that repeat the version of the last list after a delete, until the next write. */
function versionBeforeDeletes(): ReturnType<Fault['hooks']> {
  const shown = new Map<string, unknown>();
  let isKept = false;
  return {
    response: (answered, asked) => {
      if (!succeeded(answered)) return;
      if (asked.method !== 'GET') isKept = asked.method === 'DELETE';
      if (!isPlainList(asked)) return;
      const metadata = metadataOf(answered.json);
      if (isKept && shown.has(asked.path)) metadata['resourceVersion'] = shown.get(asked.path);
      else shown.set(asked.path, metadata['resourceVersion']);
    },
  };
}

/** A list answer with other items. */
function listed(keep: (items: Bendable[], asked: Asked) => Bendable[]): Fault['hooks'] {
  return () => ({
    response: (answered, asked) => {
      const items = itemsOf(answered);
      if (isPlainList(asked) && items !== undefined && isObject(answered.json))
        answered.json['items'] = keep(items, asked);
    },
  });
}

/** Faults that rules of the family `list` find. */
export const LIST_FAULTS: readonly Fault[] = faults({
  'watch-false-watches': {
    summary: 'watch=false on a collection starts a watch, because the parameter is present',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(
      (asked) => isList(asked) && asked.query.get('watch') === 'false',
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
      response: (answered, asked) => {
        if (isList(asked) && itemsOf(answered)?.length === 0) delete metadataOf(answered.json)['resourceVersion'];
      },
    }),
  },
  'yaml-lists-lack-the-last-item': {
    summary: 'a list of several items in YAML lacks the last one; in JSON it is whole',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: () => ({
      yaml: true,
      response: (answered, asked) => {
        const items = acceptOf(asked).includes('yaml') ? itemsOf(answered) : undefined;
        if (items !== undefined && items.length > 1) items.pop();
      },
    }),
  },
  'list-lacks-version': {
    summary: 'a list has no resourceVersion',
    caughtBy: 'list/carries-list-metadata',
    seenIn: 'kubernetes/kubernetes#30192',
    hooks: answering(isPlainList, (answered) => void delete metadataOf(answered.json)['resourceVersion']),
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
    hooks: answering(isPlainList, (answered) => {
      if (isObject(answered.json)) Object.assign(answered.json, { kind: 'List', apiVersion: 'v1' });
    }),
  },
  'list-at-a-version-is-kept': {
    summary: 'a list that names a version repeats the content of the list before it',
    caughtBy: 'list/is-at-least-as-fresh-as-the-version-asked-for',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: () => {
      const before = new Map<string, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isPlainList(asked) && !asked.query.has('resourceVersion') && !before.has(asked.path))
            before.set(asked.path, (await upstream.send('GET', asked.path)).json);
          if (isOne(asked, 'create')) before.set(asked.path, (await upstream.send('GET', asked.path)).json);
          const { resource, verb } = asked.call ?? {};
          if (verb === 'create' && resource !== undefined)
            before.set(
              `${resource.prefix}/${resource.plural}`,
              (await upstream.send('GET', `${resource.prefix}/${resource.plural}`)).json,
            );
        },
        response: (answered, asked) => {
          const kept = before.get(asked.path);
          if (
            isPlainList(asked) &&
            ['', null, '0'].includes(asked.query.get('resourceVersion')) === false &&
            succeeded(answered) &&
            kept !== undefined
          )
            answered.json = copyOf(kept);
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
        request: async (asked, upstream) => {
          if (isOne(asked, ['replace', 'patch']))
            before.set(objectPath(asked), (await upstream.send('GET', objectPath(asked))).json);
        },
        response: (answered, asked) => {
          const items = itemsOf(answered);
          if (!isPlainList(asked) || items === undefined || !isObject(answered.json)) return;
          const { prefix, plural } = asked.call?.resource ?? {};
          answered.json['items'] = items.map((item) => {
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
    hooks: refusing((asked) => isPlainList(asked) && asked.query.has('timeoutSeconds'), 400, 'BadRequest'),
  },
  'each-view-lists-its-own': {
    summary: 'a Deployment that was created under one group version is not listed under the other',
    caughtBy: 'list/every-view-lists-the-same-objects',
    seenIn: 'kubernetes/client-go#579',
    hooks: () => {
      const groupVersions = new Map<string, string>();
      return {
        response: (answered, asked) => {
          const id = asked.call?.resource?.id;
          const items = itemsOf(answered);
          if (id === undefined || !id.startsWith('deployments.')) return;
          if (isOne(asked, 'create') && succeeded(answered))
            groupVersions.set(String(metadataOf(answered.json)['uid']), id);
          else if (isPlainList(asked) && items !== undefined && isObject(answered.json))
            answered.json['items'] = items.filter(
              (item) => (groupVersions.get(String(metadataOf(item)['uid'])) ?? id) === id,
            );
        },
      };
    },
  },
  'list-cut-at-a-hundred': {
    summary: 'a list shows only its first hundred objects and does not say that there are more',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(isPlainList, (answered) => {
      const items = itemsOf(answered);
      if (items !== undefined && isObject(answered.json)) answered.json['items'] = items.slice(0, 100);
    }),
  },
  'truncated-list': {
    summary: 'a list shows only its first two objects and does not say that there are more',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(['list', 'listAll'], (answered) => {
      const items = itemsOf(answered);
      if (
        items !== undefined &&
        items.length > 2 &&
        isObject(answered.json) &&
        metadataOf(answered.json)['continue'] === undefined
      )
        answered.json['items'] = items.slice(0, 2);
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
      response: async (answered, asked, upstream) => {
        const { namespace, resource } = asked.call ?? {};
        if (
          !isPlainList(asked) ||
          namespace === undefined ||
          resource === undefined ||
          !isObject(answered.json) ||
          !succeeded(answered)
        )
          return;
        const all = await upstream.send('GET', `${resource.prefix}/${resource.plural}?${asked.query.toString()}`);
        answered.json['items'] =
          itemsOf(all)?.filter((item) => String(metadataOf(item)['namespace']).startsWith(namespace)) ?? [];
      },
    }),
  },
  'list-keeps-deleted-objects': {
    summary: 'a deleted object stays in lists',
    caughtBy: 'list/shows-no-object-that-is-gone',
    seenIn: 'kubernetes/kubernetes#60478',
    hooks: () => {
      const seen = new Map<string, Map<string, Bendable>>();
      return {
        response: (answered, asked) => {
          const plural = String(asked.call?.resource?.plural);
          const known = seen.get(plural) ?? new Map<string, Bendable>();
          seen.set(plural, known);
          if (asked.call?.verb === 'create' && succeeded(answered) && isObject(answered.json))
            known.set(keyOf(answered.json), copyOf(answered.json));
          const items = itemsOf(answered);
          if (asked.call?.verb !== 'list' || asked.call.watching || items === undefined) return;
          const there = new Set(items.map(keyOf));
          const prefix = `${asked.call.namespace ?? ''}/`;
          for (const [key, object] of known)
            if (!there.has(key) && key.startsWith(prefix) && asked.query.size === 0) items.push(object);
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
    hooks: listed((items, asked) =>
      asked.call?.verb === 'listAll'
        ? items.filter((item) => !String(metadataOf(item)['namespace']).endsWith('11'))
        : items,
    ),
  },
  'empty-list-is-null': {
    summary: 'an empty list has null as its items',
    caughtBy: 'list/of-nothing-has-empty-items',
    seenIn: 'TritonDataCenter/triton-service-groups#70',
    hooks: () => ({
      response: (answered, asked) => {
        if (isPlainList(asked) && itemsOf(answered)?.length === 0 && isObject(answered.json))
          answered.json['items'] = null;
      },
    }),
  },
  'list-with-uninitialized-is-empty': {
    summary: 'a list with includeUninitialized=true shows no objects',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(
      (asked) => isList(asked) && asked.query.get('includeUninitialized') === 'true',
      (answered) => keepItems(answered, () => false),
    ),
  },
  'list-with-a-timeout-is-cut': {
    summary: 'a list with timeoutSeconds shows only its first object',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(
      (asked) => isList(asked) && asked.query.has('timeoutSeconds'),
      (answered) => keepItems(answered, (_, index) => index === 0),
    ),
  },
  'list-version-is-zero': {
    summary: 'every list carries the version 0',
    caughtBy: 'list/carries-list-metadata',
    hooks: answering(isList, (answered) => void (metadataOf(answered.json)['resourceVersion'] = '0')),
  },
  'list-of-nothing-is-not-found': {
    summary: 'a list that has no items gets 404',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      response: (answered, asked) => {
        if (isList(asked) && succeeded(answered) && itemsOf(answered)?.length === 0)
          Object.assign(answered, notFound());
      },
    }),
  },
  'label-selection-is-not-found': {
    summary: 'a list with a label selector gets 404',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      request: (asked) => (isPlainList(asked) && selects(asked) ? notFound() : undefined),
    }),
  },
});
