import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, isObject, madePath, metadataOf, objectPath, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf, isOne, isWrite, type Which } from '../../requests.ts';
import { responding, asking, keeping, refusing } from '../../ways.ts';

function isExport(request: FaultyRequest): boolean {
  return isOne(request, 'get') && request.query.get('export') === 'true';
}

/** Hooks that give the response to some gets the status that is stored. */
function keepingTheStatus(which: Which): Fault['hooks'] {
  return responding(which, async (response, request, upstream) => {
    const { json } = await upstream.send('GET', request.path);
    if (isObject(json) && isObject(response.json) && json['status'] !== undefined)
      response.json['status'] = json['status'];
  });
}

/** An export strips the object in the cache, until it is written. */
function strippingByExport(): Hooks {
  const stripped = new Map<string, Bendable>();
  return {
    request: (request) => {
      if (!isWrite(request)) return;
      stripped.delete(objectPath(request));
      stripped.delete(madePath(request, request.json));
    },
    response: (response, request) => {
      if (!isOne(request, 'get') || !succeeded(response) || !isObject(response.json)) return;
      const kept = stripped.get(objectPath(request));
      if (isExport(request)) stripped.set(objectPath(request), copyOf(response.json));
      else if (kept !== undefined) response.json = copyOf(kept);
    },
  };
}

/** Drops uids and versions, wherever they stand in a value. */
function dropIdentities(value: unknown): void {
  walk(value, (inner) => {
    delete inner['uid'];
    delete inner['resourceVersion'];
  });
}

/** Faults of gets with `export` or `exact`. */
export const EXPORTS: readonly Fault[] = faults({
  'export-is-not-found': {
    summary: 'a get with export gets 404',
    caughtBy: 'get/takes-every-parameter-of-its-set',
    hooks: refusing((request) => isOne(request, 'get') && request.query.has('export'), 404, 'NotFound'),
  },
  'pretty-export-exports-nothing': {
    summary: 'a get with pretty=true ignores export=true',
    caughtBy: 'get/export-drops-what-a-user-cannot-specify',
    hooks: asking('get', ({ query }) => {
      if (query.get('pretty') === 'true') query.delete('export');
    }),
  },
  'export-of-what-is-terminating-is-whole': {
    summary: 'a get with export=true of a terminating object returns the whole object',
    caughtBy: 'get/export-drops-what-a-user-cannot-specify',
    hooks: responding('get', async (response, request, upstream) => {
      if (request.query.get('export') !== 'true') return;
      const whole = await upstream.send('GET', request.path);
      if (metadataOf(whole.json)['deletionTimestamp'] !== undefined) response.json = whole.json;
    }),
  },
  'export-must-come-first': {
    summary: 'export=true is found only at the beginning of the query',
    caughtBy: 'get/takes-every-parameter-of-its-set',
    hooks: asking('get', ({ query }) => {
      if ([...query.keys()][0] !== 'export') query.delete('export');
    }),
  },
  'export-drops-labels': {
    summary: 'export=true drops the labels and annotations of the object too',
    caughtBy: 'get/export-keeps-what-the-user-specified',
    hooks: responding(isExport, (response) => {
      delete metadataOf(response.json)['labels'];
      delete metadataOf(response.json)['annotations'];
    }),
  },
  'export-keeps-the-status': {
    summary: 'export=true keeps the status; the metadata that a user cannot specify is dropped',
    caughtBy: 'get/export-drops-the-status',
    hooks: keepingTheStatus(isExport),
  },
  'exact-export-keeps-the-status': {
    summary: 'a get with export=true and exact=true keeps the status; one with export=true alone drops it',
    caughtBy: 'get/export-drops-the-status',
    hooks: keepingTheStatus((request) => isExport(request) && request.query.get('exact') === 'true'),
  },
  'export-strips-the-stored-object': {
    summary: 'a get with export=true removes the labels of the stored object',
    caughtBy: 'get/export-is-for-the-answer-only',
    hooks: responding(isExport, async (_, request, upstream) => {
      await upstream.send('PATCH', request.path, { metadata: { labels: null } }, MERGE_PATCH_TYPE);
    }),
  },
  'export-clears-the-cached-object': {
    summary:
      'after a get with export=true, gets show the object without its status and its owners, at the same version',
    caughtBy: 'get/export-is-for-the-answer-only',
    hooks: () => {
      const cleared = new Set<unknown>();
      return {
        response: ({ json }, request) => {
          if (!isObject(json)) return;
          if (isExport(request)) cleared.add(request.path);
          else if (isOne(request, 'get') && cleared.has(request.path)) {
            delete json['status'];
            delete metadataOf(json)['ownerReferences'];
          }
        },
      };
    },
  },
  'export-strips-the-cached-object': {
    summary: 'after a get with `export=true`, gets without it show the stripped object until its next write',
    caughtBy: 'get/export-is-for-the-answer-only',
    hooks: strippingByExport,
  },
  'export-is-ignored-in-yaml': {
    summary: 'a get with export=true that accepts YAML gets the whole object',
    caughtBy: 'get/export-drops-what-a-user-cannot-specify',
    hooks: asking(
      (request) => isOne(request, 'get') && acceptOf(request).includes('yaml'),
      (request) => void request.query.delete('export'),
    ),
  },
  'export-keeps-uid': {
    summary: 'export=true keeps members that a user cannot specify, such as the uid',
    caughtBy: 'get/export-drops-what-a-user-cannot-specify',
    seenIn: 'kubernetes/kubernetes#50454',
    hooks: () => ({
      request: (request) => {
        request.query.delete('export');
      },
    }),
  },
  'exact-loses-namespace': {
    summary: 'exact=true is ignored, so an exported object has no namespace',
    caughtBy: 'get/exact-export-keeps-the-namespace',
    hooks: () => ({
      request: (request) => {
        request.query.delete('exact');
      },
    }),
  },
  'exact-false-is-exact': {
    summary: 'an export with exact=false keeps the namespace, as if exact were true',
    caughtBy: 'get/takes-every-parameter-of-its-set',
    hooks: asking('get', ({ query }) => {
      if (query.get('exact') === 'false') query.set('exact', 'true');
    }),
  },
  // Parameter set R, export: a boolean.
  'export-false-exports': {
    summary: 'a get with export=false returns an export',
    caughtBy: 'get/only-an-export-is-stripped',
    hooks: asking(['get', 'getStatus'], ({ query }) => {
      if (query.get('export') === 'false') query.set('export', 'true');
    }),
  },
  'exact-alone-exports': {
    summary: 'a get with exact=true and without export returns an export',
    caughtBy: 'get/only-an-export-is-stripped',
    hooks: asking('get', ({ query }) => {
      if (query.get('exact') === 'true') query.set('export', 'true');
    }),
  },
  // Parameter set R, export: "strips fields a user cannot specify" - from the object as it is.
  'exports-are-kept': {
    summary: 'a get with export=true repeats its previous response for a second, whatever was written',
    caughtBy: 'get/export-keeps-what-the-user-specified',
    hooks: keeping(isExport),
  },
  // Parameter set R, export, as above - and a user can specify to what an Event or an owner refers.
  'export-strips-references-too': {
    summary: 'a get with export=true also drops uid and resourceVersion from references, as in involvedObject',
    caughtBy: 'get/export-keeps-what-the-user-specified',
    hooks: responding(isExport, ({ json }) => dropIdentities(json)),
  },
});
