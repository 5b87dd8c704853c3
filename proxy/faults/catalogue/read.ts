import { copyOf, isObject, itemsOf, keyOf, metadataOf, objectPath, succeeded } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';

const isList = (asked: Asked): boolean =>
  (asked.call?.verb === 'list' || asked.call?.verb === 'listAll') && !asked.call.watching;

/** A list answer with other items. */
function listed(keep: (items: Bendable[], asked: Asked) => Bendable[]): Fault['hooks'] {
  return () => ({
    response: (answered, asked) => {
      const items = itemsOf(answered);
      if (isList(asked) && items !== undefined && isObject(answered.json)) answered.json['items'] = keep(items, asked);
    },
  });
}

export const READ_FAULTS: readonly Fault[] = faults({
  'get-lags-one-write': {
    summary: 'a get answers the state before the latest write',
    caughtBy: 'get/answers-what-was-last-written',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: () => {
      const before = new Map<string, unknown>();
      const latest = new Map<string, unknown>();
      return {
        response: (answered, asked) => {
          const key = objectPath(asked);
          const verb = asked.call?.verb;
          if ((verb === 'replace' || verb === 'patch') && succeeded(answered)) {
            before.set(key, latest.get(key));
            latest.set(key, copyOf(answered.json));
          } else if (verb === 'get' && succeeded(answered)) {
            if (before.get(key) !== undefined) answered.json = before.get(key);
            else latest.set(key, copyOf(answered.json));
          } else if (verb === 'delete') {
            before.delete(key);
            latest.delete(key);
          }
        },
      };
    },
  },
  'get-answers-absent-with-200': {
    summary: 'a get of an object that is not there answers 200 and an empty object',
    caughtBy: 'get/absent-object-is-refused',
    seenIn: 'overture-stack/ego#59',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.call?.verb !== 'get' || answered.status !== 404 || asked.call.resource === undefined) return;
        const { kind, apiVersion } = asked.call.resource;
        Object.assign(answered, {
          status: 200,
          json: { kind, apiVersion, metadata: { name: asked.call.name, creationTimestamp: null } },
        });
      },
    }),
  },
  'get-falls-through-to-other-namespaces': {
    summary:
      'a get of an object that its namespace lacks answers one of the same name in a namespace whose name begins alike',
    caughtBy: 'get/absent-object-is-refused',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const { verb, namespace, name, resource } = asked.call ?? {};
        if (verb !== 'get' || answered.status !== 404 || namespace === undefined || resource === undefined) return;
        const all = await upstream.send('GET', `${resource.prefix}/${resource.plural}`);
        const found = itemsOf(all)?.find((item) => metadataOf(item)['name'] === name);
        if (found !== undefined) Object.assign(answered, { status: 200, json: found });
      },
    }),
  },
  'export-keeps-uid': {
    summary: 'export=true keeps what a user cannot specify',
    caughtBy: 'get/export-drops-what-a-user-cannot-specify',
    seenIn: 'kubernetes/kubernetes#50454',
    hooks: () => ({
      request: (asked) => {
        asked.query.delete('export');
      },
    }),
  },
  'exact-loses-namespace': {
    summary: 'exact=true is ignored, so an exported object has no namespace',
    caughtBy: 'get/exact-export-keeps-the-namespace',
    hooks: () => ({
      request: (asked) => {
        asked.query.delete('exact');
      },
    }),
  },
  'list-lacks-one-item': {
    summary: 'a list of more than one object lacks the last',
    caughtBy: 'list/shows-every-object-that-exists',
    seenIn: 'MicrosoftDocs/vsts-rest-api-specs#632',
    hooks: listed((items) => (items.length > 1 ? items.slice(0, -1) : items)),
  },
  'list-shows-an-item-twice': {
    summary: 'the first object of a list stands in it twice',
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
          !isList(asked) ||
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
    summary: 'a list over all namespaces lacks those whose name ends with 11',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: listed((items, asked) =>
      asked.call?.verb === 'listAll'
        ? items.filter((item) => !String(metadataOf(item)['namespace']).endsWith('11'))
        : items,
    ),
  },
  'empty-list-is-null': {
    summary: 'an empty list answers items null',
    caughtBy: 'list/of-nothing-has-empty-items',
    seenIn: 'TritonDataCenter/triton-service-groups#70',
    hooks: () => ({
      response: (answered, asked) => {
        if (isList(asked) && itemsOf(answered)?.length === 0 && isObject(answered.json)) answered.json['items'] = null;
      },
    }),
  },
});
