import { copyOf, isObject, itemsOf, metadataOf, objectAt, succeeded } from '../../bend.ts';
import type { Fault, Hooks } from '../../fault.ts';
import { beforeWrites, phaseOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { acceptOf, isOne, isPlainList, ofKind, STATUS_WRITES } from '../../requests.ts';
import { keepItems } from '../../responses.ts';
import { asking, leakMember, responding } from '../../ways.ts';

/** How long the last content of a list that has become empty is repeated, in milliseconds. */
const REPEATED_MS = 2_000;

/** A list that is empty counts as failed, and the one before it is returned. */
function neverEmpty(): Hooks {
  const kept = new Map<string, { readonly items: unknown; readonly until: number }>();
  return {
    response: (response, request) => {
      if (!isPlainList(request) || !succeeded(response) || !isObject(response.json)) return;
      const key = `${acceptOf(request)} ${request.path}?${request.query}`;
      const [items, before] = [itemsOf(response) ?? [], kept.get(key)];
      if (items.length > 0) kept.set(key, { items: copyOf(items), until: Date.now() + REPEATED_MS });
      else if (before !== undefined && before.until > Date.now()) response.json['items'] = copyOf(before.items);
    },
  };
}

/** Lists of all namespaces show each status some time after it was written. */
function lateStatuses(): Hooks {
  const before = beforeWrites();
  const former = new Map<string, { readonly status: unknown; readonly until: number }>();
  return {
    request: async (request, upstream) => {
      if (isOne(request, STATUS_WRITES)) await before.read(request, upstream);
    },
    response: (response, request) => {
      const stored = before.of(request);
      if (stored !== undefined && succeeded(response))
        former.set(uidOf(stored), { status: stored['status'], until: Date.now() + 400 });
      if (!isPlainList(request) || request.call?.namespace !== undefined) return;
      for (const item of itemsOf(response) ?? []) {
        const known = former.get(uidOf(item));
        if (known === undefined || known.until < Date.now()) continue;
        if (known.status === undefined) delete item['status'];
        else item['status'] = known.status;
      }
    },
  };
}

/** Faults of lists that are made from copies, or one item after the other. */
export const COPIES: readonly Fault[] = faults({
  'list-shows-annotations-of-the-item-before': {
    summary: 'an item of a list that has no annotations is shown with those of the item before it',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: responding(isPlainList, (response) => leakMember((itemsOf(response) ?? []).map(metadataOf), 'annotations')),
  },
  'list-of-all-namespaces-shows-the-former-status': {
    summary: 'a list of all namespaces shows the former status of an object for 400 ms after a write of /status',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: lateStatuses,
  },
  'list-of-all-namespaces-gives-items-its-own-version': {
    summary: 'the items of a list of all namespaces carry the version of the list',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: responding(isPlainList, (response, { call }) => {
      if (call?.resource?.namespaced !== true || call.namespace !== undefined) return;
      for (const item of itemsOf(response) ?? [])
        metadataOf(item)['resourceVersion'] = metadataOf(response.json)['resourceVersion'];
    }),
  },
  'list-hides-finished-pods': {
    summary: 'a list shows no pods whose phase is Succeeded or Failed',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(isPlainList, (response, { call }) => {
      if (call?.resource?.kind === 'Pod')
        keepItems(response, (item) => !['Succeeded', 'Failed'].includes(String(phaseOf(item))));
    }),
  },
  'list-that-became-empty-repeats-the-last-one': {
    summary: 'a list whose last item was removed repeats its former content for two seconds',
    caughtBy: 'list/shows-no-object-that-is-gone',
    hooks: neverEmpty,
  },
  'list-of-a-namespace-shows-the-one-it-selects': {
    summary:
      'a list of one namespace whose field selector names another in metadata.namespace shows the objects of the other',
    caughtBy: 'list/shows-only-its-namespace-and-kind',
    hooks: asking(isPlainList, (request) => {
      const [, other] = /(?:^|,)metadata\.namespace==?([^,]+)/.exec(request.query.get('fieldSelector') ?? '') ?? [];
      const { namespace } = request.call ?? {};
      if (other !== undefined && namespace !== undefined)
        request.path = request.path.replace(`/namespaces/${namespace}/`, `/namespaces/${other}/`);
    }),
  },
  // Semantics 7: "List returns all objects of a kind in a namespace".
  'equal-events-are-listed-once': {
    summary: 'of the Events of one object that have the same reason and message, a list shows the first one',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(ofKind('Event', isPlainList), (response) => {
      const seen = new Set<string>();
      keepItems(response, (item) => {
        const { kind, namespace, name } = objectAt(item, 'involvedObject') ?? {};
        const key = JSON.stringify([kind, namespace, name, item['reason'], item['message']]);
        const isFirst = !seen.has(key);
        seen.add(key);
        return isFirst;
      });
    }),
  },
  // List payloads carry "`items` (array of the kind)" - each as it is stored.
  'listed-services-share-the-selector-of-the-last': {
    summary: 'a list of Services shows in each of them the spec.selector of the last one',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: responding(ofKind('Service', isPlainList), (response) => {
      const specs = (itemsOf(response) ?? []).map(({ spec }) => spec).filter(isObject);
      const selector = specs.at(-1)?.['selector'];
      for (const spec of specs) {
        if (selector === undefined) delete spec['selector'];
        else spec['selector'] = selector;
      }
    }),
  },
});
