import { itemsOf, metadataOf } from '../../bend.ts';
import type { FaultyRequest, FaultyResponse, Fault, Hooks, WatchFrame } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf, isOne, isPlainList, isWatch, namesVersion, ofKind, selects } from '../../requests.ts';
import { responding, asking, framing, heedingOneField, refusing } from '../../ways.ts';

/** The path and query of a watch, turned into those of the equivalent read. */
function unwatched({ path, query }: FaultyRequest): string {
  const rest = new URLSearchParams([...query].filter(([name]) => name === 'labelSelector' || name === 'fieldSelector'));
  return `${path.replace('/watch/', '/')}${rest.size === 0 ? '' : `?${rest}`}`;
}

/** Gives a list the version of its newest item, or 1 if it has none. */
function takeNewestVersion(response: FaultyResponse): void {
  const versions = (itemsOf(response) ?? [])
    .map((item) => Number(metadataOf(item)['resourceVersion']))
    .filter((version) => version > 0);
  metadataOf(response.json)['resourceVersion'] = String(Math.max(1, ...versions));
}

/** A watch of a collection from version 0 that selects nothing when it begins is forgotten. */
function forgettingEmptySelections(): Hooks {
  const forgotten = new WeakSet<FaultyRequest>();
  return {
    request: async (request, upstream) => {
      const isFromZero = isWatch(request) && request.query.get('resourceVersion') === '0';
      if (!isFromZero || request.call?.name !== undefined || !selects(request)) return;
      if (itemsOf(await upstream.send('GET', unwatched(request)))?.length === 0) forgotten.add(request);
    },
    event: (frame, request) => (forgotten.has(request) ? [] : [frame]),
  };
}

/** Watches that misread their parameters or how they begin. */
export const PARAMETERS: readonly Fault[] = faults({
  'watch-from-a-version-with-both-selectors-ignores-the-field-selector': {
    summary:
      'a watch with a version, a label selector and a field selector ignores the field selector; without the version it is right',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    hooks: asking(
      (request) => isWatch(request) && selects(request) && namesVersion(request),
      ({ query }) => query.delete('fieldSelector'),
    ),
  },
  'watch-with-uninitialized-objects-is-not-allowed': {
    summary: 'a watch with includeUninitialized gets 405',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    hooks: refusing(
      (request) => isWatch(request) && request.query.has('includeUninitialized'),
      405,
      'MethodNotAllowed',
    ),
  },
  'watch-from-a-version-heeds-one-field': {
    summary: 'a watch that names a version heeds only the first requirement of its field selector',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    hooks: heedingOneField((request) => isWatch(request) && namesVersion(request), 0),
  },
  'watch-takes-an-empty-label-for-none': {
    summary: 'a watch whose selector names a label alone shows no object in which the label has the empty value',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: asking(isWatch, ({ query }) => {
      const selector = query.get('labelSelector') ?? '';
      const found = /^[^!=,()\s]+(?=,|$)/.exec(selector);
      if (found !== null) query.set('labelSelector', `${selector},${found[0]}!=`);
    }),
  },
  'watch-with-field-selector-misses-removals': {
    summary: 'a watch with a field selector delivers no DELETED events; with a label selector, or with none, it does',
    caughtBy: 'watch/removal-of-a-selected-object-is-told',
    hooks: () => ({
      event: (frame, request) => (request.query.has('fieldSelector') && frame.type === 'DELETED' ? [] : [frame]),
    }),
  },
  'watch-with-both-selectors-heeds-the-field-selector': {
    summary:
      'a watch with a label selector and a field selector ignores the label selector; with one of them it is right',
    caughtBy: 'watch/field-selector-restricts',
    hooks: asking(
      (request) => isWatch(request) && request.query.has('fieldSelector'),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'watch-by-name-ignores-its-label-selector': {
    summary:
      'a watch with a field selector for one name ignores its label selector; with other field selectors it is right',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    hooks: asking(
      (request) => isWatch(request) && /^metadata\.name==?[^,]+$/.test(request.query.get('fieldSelector') ?? ''),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  // Endpoints: "Watch endpoints take L parameters" - labelSelector is one of them.
  'watch-of-one-object-ignores-its-label-selector': {
    summary: 'a watch on the path of one object ignores its label selector',
    caughtBy: 'watch/selector-shows-only-what-matches',
    hooks: asking('watch', ({ query }) => query.delete('labelSelector')),
  },
  // Parameter set L, labelSelector: "Restrict by labels", on `GET /api/v1/namespaces`, which has these parameters.
  'watch-of-namespaces-ignores-its-label-selector': {
    summary: 'a watch of the Namespaces ignores its label selector; watches of other kinds heed theirs',
    caughtBy: 'watch/selector-shows-only-what-matches',
    hooks: asking(
      (request) => ofKind('Namespace', isWatch)(request) && request.call?.name === undefined,
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'watch-with-both-selectors-heeds-the-label-selector': {
    summary:
      'a watch with a label selector and a field selector ignores the field selector; with one of them it is right',
    caughtBy: 'watch/field-selector-restricts',
    hooks: asking(
      (request) => isWatch(request) && request.query.has('labelSelector'),
      ({ query }) => query.delete('fieldSelector'),
    ),
  },
  'list-version-is-that-of-its-newest-item': {
    summary:
      'the version of a list is that of its newest item, so a watch from it delivers DELETED events from before the list',
    caughtBy: 'watch/starts-after-its-version',
    hooks: responding(isPlainList, takeNewestVersion),
  },
  // Object metadata, resourceVersion: "used for watch and list freshness" - of the whole list, not of what it selects.
  'filtered-list-bears-the-version-of-its-newest-item': {
    summary: 'a list with a label selector has the version of its newest item, so a watch from it tells of the past',
    caughtBy: 'watch/starts-after-its-version',
    hooks: responding(
      (request) => isPlainList(request) && selects(request),
      (response) => {
        if ((itemsOf(response) ?? []).length > 0) takeNewestVersion(response);
      },
    ),
  },
  'stream-type-refused-for-watches': {
    summary: 'a watch that accepts application/json;stream=watch is refused; a watch that accepts plain JSON is served',
    caughtBy: 'watch/stream-type-is-accepted',
    hooks: refusing((request) => isWatch(request) && acceptOf(request).includes('stream=watch'), 406, 'NotAcceptable'),
  },
  'watch-answers-a-list': {
    summary: 'a watch returns the response of a list or a get of the same path, and ends',
    caughtBy: 'watch/answers-a-stream',
    hooks: () => ({
      request: (request, upstream) => (isWatch(request) ? upstream.send('GET', unwatched(request)) : undefined),
    }),
  },
  'watch-is-cut-at-a-hundred-objects': {
    summary: 'a watch without a version begins with at most a hundred objects',
    caughtBy: 'watch/without-version-starts-with-what-exists',
    hooks: () => ({
      event: (frame: WatchFrame, request, stream) => {
        const count = Number(stream.get('count') ?? 0) + 1;
        stream.set('count', count);
        stream.set('since', stream.get('since') ?? performance.now());
        const opening =
          request.query.get('resourceVersion') === null &&
          frame.type === 'ADDED' &&
          performance.now() - Number(stream.get('since')) < 300;
        return opening && count > 100 ? [] : [frame];
      },
    }),
  },
  'watch-backlog-is-cut-at-a-hundred-events': {
    summary: 'a watch from an old version delivers at most a hundred of the events since then',
    caughtBy: 'watch/old-version-is-served-whole-or-refused',
    hooks: () => ({
      event: (frame, request, stream) => {
        const now = performance.now();
        const count = Number(stream.get('count') ?? 0) + 1;
        stream.set('count', count);
        stream.set('since', stream.get('since') ?? now);
        return request.query.has('resourceVersion') && count > 100 && now - Number(stream.get('since')) < 200
          ? []
          : [frame];
      },
    }),
  },
  'watches-of-one-object-refuse-empty-selectors': {
    summary: 'a watch of one object is refused if a selector is given, even an empty one',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    hooks: refusing(
      (request) =>
        isOne(request, 'watch') && (request.query.has('labelSelector') || request.query.has('fieldSelector')),
      400,
      'BadRequest',
    ),
  },
  'long-events-are-not-told': {
    summary: 'a watch leaves out events of more than 64 KiB',
    caughtBy: 'watch/misses-nothing',
    seenIn: 'etcd-io/etcd#12401',
    hooks: framing((frame) => (JSON.stringify(frame).length > 65_536 ? [] : [frame])),
  },
  'namespace-watches-from-0-are-silent': {
    summary: 'a watch of one namespace from version 0 delivers nothing',
    caughtBy: 'watch/takes-every-parameter-of-its-set',
    seenIn: 'kubernetes/kubernetes#125133',
    hooks: framing((frame, request) =>
      isOne(request, 'watch') &&
      request.call?.resource?.id === 'namespaces' &&
      request.query.get('resourceVersion') === '0'
        ? []
        : [frame],
    ),
  },
  // Parameter set L, watch: "Stream add, update and remove notifications" - also of what comes later.
  'watch-from-0-that-selects-nothing-yet-is-silent': {
    summary: 'a watch from version 0 whose label selector matches nothing when it begins never delivers anything',
    caughtBy: 'watch/object-that-starts-to-match-appears',
    hooks: forgettingEmptySelections,
  },
});
