import { copyOf, failureStatus, isObject, itemsOf, jsonResponse, metadataOf, succeeded } from '../bend.ts';
import type { Asked, Bendable, Fault, FaultyResponse, WatchFrame } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, isList, isOne } from '../ways.ts';

const keepItems = (answered: FaultyResponse, keep: (item: Bendable, index: number) => boolean): void => {
  if (isObject(answered.json)) answered.json['items'] = (itemsOf(answered) ?? []).filter(keep);
};

const labelsOf = (item: Bendable): Bendable => (metadataOf(item)['labels'] ?? {}) as Bendable;
const selects = (asked: Asked): boolean => (asked.query.get('labelSelector') ?? '') !== '';

/** Fields that some servers support in selectors, beside the name and the namespace. */
const FURTHER_FIELDS = /^(metadata\.uid|spec\.|status\.|type|reason|involvedObject\.)/;

/** Lists, watches and collection deletes that miss objects depending on their number or selection. */
export const SIZE_AND_SELECTION_FAULTS: readonly Fault[] = faults({
  'list-with-uninitialized-is-empty': {
    summary: 'a list with includeUninitialized=true shows no objects',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: answering(
      (asked) => isList(asked) && asked.query.get('includeUninitialized') === 'true',
      (answered) => keepItems(answered, () => false),
    ),
  },
  'list-with-a-timeout-is-cut': {
    summary: 'a list with timeoutSeconds shows its first object alone',
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
  'field-selector-misses-what-has-the-value': {
    summary: 'a field selector on anything but the name and the namespace is accepted and selects nothing',
    caughtBy: 'selectors/accepted-field-selectors-restrict',
    hooks: () => ({
      response: (answered, asked) => {
        const selector = asked.query.get('fieldSelector') ?? '';
        if (isList(asked) && succeeded(answered) && FURTHER_FIELDS.test(selector) && !selector.includes('!='))
          keepItems(answered, () => false);
      },
    }),
  },
  'selector-spares-objects-without-labels': {
    summary: 'a selector that holds for objects without labels shows none of them',
    caughtBy: 'selectors/conditions-must-all-hold',
    hooks: answering(
      (asked) => isList(asked) && selects(asked),
      (answered) => keepItems(answered, (item) => Object.keys(labelsOf(item)).length > 0),
    ),
  },
  'selector-spares-empty-values': {
    summary: 'a selector shows no object whose label has the empty value',
    caughtBy: 'selectors/equality-selects-exactly',
    hooks: answering(
      (asked) => isList(asked) && /^[^!,() ]+==?$/.test(asked.query.get('labelSelector') ?? ''),
      (answered, asked) => {
        const key = (asked.query.get('labelSelector') ?? '').replace(/=+$/, '');
        keepItems(answered, (item) => labelsOf(item)[key] !== '');
      },
    ),
  },
  'list-of-nothing-is-not-found': {
    summary: 'a list that has no items is answered 404',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      response: (answered, asked) => {
        if (isList(asked) && succeeded(answered) && itemsOf(answered)?.length === 0)
          Object.assign(answered, notFound());
      },
    }),
  },
  'label-selection-is-not-found': {
    summary: 'a list with a label selector is answered 404',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      request: (asked) => (isList(asked) && asked.call?.watching !== true && selects(asked) ? notFound() : undefined),
    }),
  },
  'list-is-not-found': {
    summary: 'every list of one namespace is answered 404',
    caughtBy: 'world/plain-calls-succeed',
    hooks: () => ({
      request: (asked) => (isOne(asked, 'list') && asked.call?.watching !== true ? notFound() : undefined),
    }),
  },
  'watch-is-cut-at-a-hundred-objects': {
    summary: 'a watch without a version begins with a hundred objects at most',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    hooks: () => ({
      event: (frame: WatchFrame, asked, stream) => {
        const count = Number(stream.get('count') ?? 0) + 1;
        stream.set('count', count);
        stream.set('since', stream.get('since') ?? performance.now());
        const opening =
          asked.query.get('resourceVersion') === null &&
          frame.type === 'ADDED' &&
          performance.now() - Number(stream.get('since')) < 300;
        return opening && count > 100 ? [] : [frame];
      },
    }),
  },
  'watch-backlog-is-cut-at-a-hundred-events': {
    summary: 'a watch from an old version delivers no more than a hundred of the events since',
    caughtBy: 'watch/old-version-is-served-whole-or-refused',
    hooks: () => ({
      event: (frame, asked, stream) => {
        const now = performance.now();
        const count = Number(stream.get('count') ?? 0) + 1;
        stream.set('count', count);
        stream.set('since', stream.get('since') ?? now);
        return asked.query.has('resourceVersion') && count > 100 && now - Number(stream.get('since')) < 200
          ? []
          : [frame];
      },
    }),
  },
  'collection-delete-stops-at-a-hundred': {
    summary: 'a collection delete removes a hundred objects at most',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isOne(asked, 'deleteCollection')) return undefined;
        const list = await upstream.send('GET', `${asked.path}?${asked.query}`);
        const items = itemsOf(list) ?? [];
        if (items.length <= 100) return undefined;
        for (const item of items.slice(0, 100))
          await upstream.send('DELETE', `${asked.path}/${String(metadataOf(item)['name'])}`, copyOf(asked.json));
        return jsonResponse(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 });
      },
    }),
  },
  'selector-with-a-plus-is-refused': {
    summary: 'a label selector whose spaces are written as plus signs is refused',
    caughtBy: 'selectors/every-form-of-a-selector-selects-exactly',
    hooks: () => ({
      request: ({ target }) =>
        /labelSelector=[^&]*\+/.test(target)
          ? jsonResponse(400, failureStatus(400, 'BadRequest', 'unable to parse the selector'))
          : undefined,
    }),
  },
  'list-is-cut-at-a-thousand': {
    summary: 'a list shows a thousand objects at most',
    caughtBy: 'world/none-of-many-objects-is-forgotten',
    hooks: answering(isList, (answered) => keepItems(answered, (_, index) => index < 1_000)),
  },
});

function notFound(): FaultyResponse {
  return jsonResponse(404, failureStatus(404, 'NotFound', 'the server could not find the requested resource'));
}
