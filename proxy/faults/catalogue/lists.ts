import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import {
  copyOf,
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  keyOf,
  metadataOf,
  objectPath,
  succeeded,
} from '../bend.ts';
import type { Asked, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, asking, forgiving, isOne, refusing } from '../ways.ts';

const LISTS = ['list', 'listAll'] as const;
const isList = (asked: Asked): boolean => isOne(asked, LISTS) && asked.call?.watching !== true;

/** How long a kept response is repeated, in milliseconds. */
const KEPT_MS = 1_000;

/** Hooks that repeat an earlier response to some lists for a while. */
function keeping(which: (asked: Asked) => boolean, key: (asked: Asked) => string): Fault['hooks'] {
  return () => {
    const kept = new Map<string, { readonly json: unknown; readonly until: number }>();
    return {
      response: (answered, asked) => {
        if (!isList(asked) || !which(asked) || !succeeded(answered)) return;
        const before = kept.get(key(asked));
        if (before !== undefined && before.until > Date.now()) answered.json = copyOf(before.json);
        else kept.set(key(asked), { json: copyOf(answered.json), until: Date.now() + KEPT_MS });
      },
    };
  };
}

/** A list with the items of another one. */
async function itemsLike(
  asked: Asked,
  query: URLSearchParams,
  send: (target: string) => Promise<FaultyResponse>,
): Promise<FaultyResponse> {
  return send(`${asked.path}?${query}`);
}

/** Hooks that repeat the version of the last list after a delete, until the next write. */
function versionBeforeDeletes(): ReturnType<Fault['hooks']> {
  const shown = new Map<string, unknown>();
  let isKept = false;
  return {
    response: (answered, asked) => {
      if (!succeeded(answered)) return;
      if (asked.method !== 'GET') isKept = asked.method === 'DELETE';
      if (!isList(asked)) return;
      const metadata = metadataOf(answered.json);
      if (isKept && shown.has(asked.path)) metadata['resourceVersion'] = shown.get(asked.path);
      else shown.set(asked.path, metadata['resourceVersion']);
    },
  };
}

/** Faults of lists and their selectors. */
export const LIST_FAULTS: readonly Fault[] = faults({
  'list-lacks-version': {
    summary: 'a list has no resourceVersion',
    caughtBy: 'list/carries-list-metadata',
    seenIn: 'kubernetes/kubernetes#30192',
    hooks: answering(isList, (answered) => void delete metadataOf(answered.json)['resourceVersion']),
  },
  'list-version-ignores-deletes': {
    summary: 'a list after a delete has the version of the list before',
    caughtBy: 'list/version-moves-with-each-write',
    hooks: versionBeforeDeletes,
  },
  'list-is-of-kind-list': {
    summary: 'every list is of kind List in v1',
    caughtBy: 'list/is-a-list-of-its-kind',
    seenIn: 'fabric8io/kubernetes-client#6220',
    hooks: answering(isList, (answered) => {
      if (isObject(answered.json)) Object.assign(answered.json, { kind: 'List', apiVersion: 'v1' });
    }),
  },
  'list-at-a-version-is-kept': {
    summary: 'a list that names a version answers what the list before it did',
    caughtBy: 'list/is-at-least-as-fresh-as-the-version-asked-for',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: () => {
      const before = new Map<string, unknown>();
      return {
        request: async (asked, upstream) => {
          if (isList(asked) && !asked.query.has('resourceVersion') && !before.has(asked.path))
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
            isList(asked) &&
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
          if (!isList(asked) || items === undefined || !isObject(answered.json)) return;
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
  'created-object-is-listed-late': {
    summary: 'the first list after the create of an object lacks it',
    caughtBy: 'create/created-object-is-listed',
    seenIn: 'k3s-io/kine#391',
    hooks: () => {
      const made = new Set<unknown>();
      return {
        response: (answered, asked) => {
          const items = itemsOf(answered);
          if (isOne(asked, 'create') && succeeded(answered)) made.add(metadataOf(answered.json)['uid']);
          else if (isList(asked) && items !== undefined && isObject(answered.json))
            answered.json['items'] = items.filter((item) => !made.delete(metadataOf(item)['uid']));
        },
      };
    },
  },
  'created-object-is-shown-late': {
    summary: 'of every third object that is made, the first get does not find it',
    caughtBy: 'create/created-object-is-shown-by-get',
    seenIn: 'k3s-io/kine#391',
    hooks: () => {
      const made = new Set<string>();
      let count = 0;
      return {
        response: (answered, asked) => {
          if (isOne(asked, 'create') && succeeded(answered)) {
            count += 1;
            if (count % 3 === 0) made.add(`${asked.path}/${String(metadataOf(answered.json)['name'])}`);
          } else if (isOne(asked, 'get') && succeeded(answered) && made.delete(asked.path))
            Object.assign(answered, jsonResponse(404, failureStatus(404, 'NotFound', 'not found')));
        },
      };
    },
  },
  'lists-refuse-timeout-seconds': {
    summary: 'a list that names timeoutSeconds is refused where it is no watch',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: refusing((asked) => isList(asked) && asked.query.has('timeoutSeconds'), 400, 'BadRequest'),
  },
  'each-view-lists-its-own': {
    summary: 'a Deployment that was made under one group-version is not listed under the other',
    caughtBy: 'list/every-view-lists-the-same-objects',
    seenIn: 'kubernetes/client-go#579',
    hooks: () => {
      const views = new Map<string, string>();
      return {
        response: (answered, asked) => {
          const id = asked.call?.resource?.id;
          const items = itemsOf(answered);
          if (id === undefined || !id.startsWith('deployments.')) return;
          if (isOne(asked, 'create') && succeeded(answered)) views.set(String(metadataOf(answered.json)['uid']), id);
          else if (isList(asked) && items !== undefined && isObject(answered.json))
            answered.json['items'] = items.filter((item) => (views.get(String(metadataOf(item)['uid'])) ?? id) === id);
        },
      };
    },
  },
  'export-drops-labels': {
    summary: 'export=true drops the labels and annotations of the object too',
    caughtBy: 'get/export-keeps-what-the-user-specified',
    hooks: answering(
      (asked) => isOne(asked, 'get') && asked.query.get('export') === 'true',
      (answered) => {
        delete metadataOf(answered.json)['labels'];
        delete metadataOf(answered.json)['annotations'];
      },
    ),
  },
  'list-version-is-that-of-its-newest-item': {
    summary:
      'the version of a list is that of its newest item, so that a watch from it tells removals that came before the list',
    caughtBy: 'watch/starts-after-its-version',
    hooks: answering(isList, (answered) => {
      const versions = (itemsOf(answered) ?? [])
        .map((item) => Number(metadataOf(item)['resourceVersion']))
        .filter((version) => version > 0);
      metadataOf(answered.json)['resourceVersion'] = String(Math.max(1, ...versions));
    }),
  },
  'list-cut-at-a-hundred': {
    summary: 'a list of more than a hundred objects is cut after the hundredth and says nothing of it',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(isList, (answered) => {
      const items = itemsOf(answered);
      if (items !== undefined && isObject(answered.json)) answered.json['items'] = items.slice(0, 100);
    }),
  },
  'export-keeps-the-status': {
    summary: 'export=true keeps the status; the metadata that a user cannot specify is dropped',
    caughtBy: 'get/export-drops-the-status',
    hooks: answering(
      (asked) => isOne(asked, 'get') && asked.query.get('export') === 'true',
      async (answered, asked, upstream) => {
        const { json } = await upstream.send('GET', asked.path);
        if (isObject(json) && isObject(answered.json) && json['status'] !== undefined)
          answered.json['status'] = json['status'];
      },
    ),
  },
  'export-strips-the-stored-object': {
    summary: 'a get with export=true takes the labels off the stored object',
    caughtBy: 'get/export-is-for-the-answer-only',
    hooks: answering(
      (asked) => isOne(asked, 'get') && asked.query.get('export') === 'true',
      async (_, asked, upstream) => {
        await upstream.send('PATCH', asked.path, { metadata: { labels: null } }, MERGE_PATCH_TYPE);
      },
    ),
  },
  'get-lacks-type': {
    summary: 'a get answers an object without kind and apiVersion',
    caughtBy: 'get/names-itself',
    hooks: answering('get', (answered) => {
      if (!isObject(answered.json)) return;
      delete answered.json['kind'];
      delete answered.json['apiVersion'];
    }),
  },
  'field-selector-only-by-name': {
    summary: 'lists ignore every field selector but metadata.name',
    caughtBy: 'selectors/field-selector-by-namespace-selects-exactly',
    seenIn: 'fabric8io/kubernetes-client#3819',
    hooks: asking(isList, ({ query }) => {
      const given = query.get('fieldSelector');
      if (given !== null && !/metadata\.name\b/.test(given)) query.delete('fieldSelector');
    }),
  },
  'field-selector-takes-prefix': {
    summary: 'a field selector on metadata.name also selects objects whose names begin with the name',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    hooks: answering(
      (asked) => isList(asked) && /^metadata\.name==?[^,]+$/.test(asked.query.get('fieldSelector') ?? ''),
      async (answered, asked, upstream) => {
        const query = new URLSearchParams(asked.query);
        const name = (query.get('fieldSelector') ?? '').replace(/^metadata\.name==?/, '');
        query.delete('fieldSelector');
        const all = itemsOf(await itemsLike(asked, query, (target) => upstream.send('GET', target)));
        if (all !== undefined && isObject(answered.json))
          answered.json['items'] = all.filter((item) => String(metadataOf(item)['name']).startsWith(name));
      },
    ),
  },
  'field-selector-inequality-ignored': {
    summary: 'a field selector with != selects everything',
    caughtBy: 'selectors/field-selector-by-name-selects-exactly',
    seenIn: 'kubernetes/kubernetes#78824',
    hooks: asking(isList, ({ query }) => {
      if (query.get('fieldSelector')?.includes('!=') === true) query.delete('fieldSelector');
    }),
  },
  'field-selector-switches-label-selector-off': {
    summary: 'of a label selector and a field selector in one list only the field selector counts',
    caughtBy: 'selectors/label-and-field-selectors-both-restrict',
    hooks: asking(isList, ({ query }) => {
      if (query.has('fieldSelector')) query.delete('labelSelector');
    }),
  },
  'malformed-selector-selects-everything': {
    summary: 'a selector that cannot be read is ignored',
    caughtBy: 'selectors/malformed-selectors-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#3022',
    hooks: forgiving(isList, [400], (_, asked, upstream) => upstream.send('GET', asked.path)),
  },
  'empty-selector-selects-what-has-no-labels': {
    summary: 'an empty label selector selects only objects without labels',
    caughtBy: 'selectors/empty-selectors-select-everything',
    hooks: answering(
      (asked) => isList(asked) && asked.query.get('labelSelector') === '',
      (answered) => {
        if (isObject(answered.json))
          answered.json['items'] = itemsOf(answered)?.filter((item) => metadataOf(item)['labels'] === undefined);
      },
    ),
  },
  'selected-lists-are-kept': {
    summary: 'a list with a label selector is answered as it was before, for a second',
    caughtBy: 'selectors/changed-labels-change-the-selection',
    seenIn: 'kubernetes/kubernetes#59848',
    hooks: keeping(
      ({ query }) => query.has('labelSelector'),
      ({ path, query }) => `${path}?${query}`,
    ),
  },
  'other-field-selectors-ignored': {
    summary: 'a field selector on the phase of pods is accepted and ignored',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    seenIn: 'kubernetes/client-go#326',
    hooks: asking(isList, ({ query }) => {
      const given = query.get('fieldSelector');
      if (given !== null && !given.includes('metadata.')) query.delete('fieldSelector');
    }),
  },
  'double-equals-not-known': {
    summary: '`key==value` is refused; `key=value` is right',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: refusing(
      (asked) => isList(asked) && asked.query.get('labelSelector')?.includes('==') === true,
      400,
      'BadRequest',
    ),
  },
  'absent-label-taken-for-empty': {
    summary: '`key=` also selects objects that lack the label',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: answering(
      (asked) => isList(asked) && /^[^!,=()\s]+={1,2}$/.test(asked.query.get('labelSelector') ?? ''),
      async (answered, asked, upstream) => {
        const query = new URLSearchParams(asked.query);
        const key = (query.get('labelSelector') ?? '').replace(/=+$/, '');
        query.set('labelSelector', `!${key}`);
        const lacking = itemsOf(await itemsLike(asked, query, (target) => upstream.send('GET', target))) ?? [];
        if (isObject(answered.json))
          answered.json['items'] = [...(itemsOf(answered) ?? []), ...lacking].toSorted((a, b) =>
            keyOf(a).localeCompare(keyOf(b)),
          );
      },
    ),
  },
});
