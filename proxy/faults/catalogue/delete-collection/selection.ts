import { itemsOf, jsonResponse, succeeded, successStatus } from '../../bend.ts';
import type { Fault, Hooks } from '../../fault.ts';
import { equalityOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, selects } from '../../requests.ts';
import { asking, forgiving } from '../../ways.ts';
import { removeNow } from '../delete/remove-now.ts';
import { hasInTemplate } from '../selectors/label-selector.ts';
import { isCollection, itemsAt, listAt, pathOf } from './collection.ts';

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

/** A collection delete by an equality also takes what has the label in its pod template. */
function takingByTemplates(): Hooks {
  return {
    response: async (response, request, upstream) => {
      const [key, value] = equalityOf(request) ?? [];
      if (!isCollection(request) || key === undefined || value === undefined) return;
      if (!succeeded(response) || request.query.has('fieldSelector')) return;
      for (const item of itemsOf(await upstream.send('GET', request.path)) ?? [])
        if (hasInTemplate(item, key, value)) await removeNow(pathOf(request, item), upstream);
    },
  };
}

/** Collection deletes that read their selectors wrongly. */
export const SELECTION: readonly Fault[] = faults({
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
  // Rules 4: "A collection delete removes the objects matching the supplied selectors" - each of these.
  'collection-delete-heeds-one-selector': {
    summary: 'a collection delete with a label selector and a field selector ignores the field selector',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: asking(
      (request) => isCollection(request) && selects(request),
      ({ query }) => query.delete('fieldSelector'),
    ),
  },
  // Rules 4, as above - and no others.
  'collection-delete-selects-by-pod-templates-too': {
    summary: 'a collection delete by `key=value` also removes the objects whose pod template has the label',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: takingByTemplates,
  },
  // Rules 4, as above: no objects, if none match.
  'collection-delete-that-matches-nothing-takes-all': {
    summary: 'a collection delete whose label selector matches nothing removes every object of the collection',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request) || !selects(request)) return;
        if (itemsOf(await listAt(request, upstream))?.length !== 0) return;
        request.query.delete('labelSelector');
        request.query.delete('fieldSelector');
      },
    }),
  },
});
