import { copyOf, isObject, itemsOf, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isFromCache, isPlainList, isList, isWrite, acceptOf } from '../../requests.ts';
import { isInYaml, keepItems } from '../../responses.ts';
import { responding, asking, heedingOneField, refusing } from '../../ways.ts';

function isListAtAVersion(request: FaultyRequest): boolean {
  return isPlainList(request) && request.query.has('resourceVersion');
}

/** Faults of lists with parameters or in another media type. */
export const PARAMETERS: readonly Fault[] = faults({
  'list-with-a-timeout-is-not-found': {
    summary: 'a list with timeoutSeconds gets 404',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: refusing((request) => isPlainList(request) && request.query.has('timeoutSeconds'), 404, 'NotFound'),
  },
  'watch-false-watches': {
    summary: 'watch=false on a collection starts a watch, because the parameter is present',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(
      (request) => isList(request) && request.query.get('watch') === 'false',
      ({ query }) => {
        query.set('watch', 'true');
        query.set('timeoutSeconds', '1');
      },
    ),
  },
  'yaml-lists-lack-the-last-item': {
    summary: 'a list of several items in YAML lacks the last one; in JSON it is whole',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: () => ({
      yaml: true,
      response: (response, request) => {
        const items = acceptOf(request).includes('yaml') ? itemsOf(response) : undefined;
        if (items !== undefined && items.length > 1) items.pop();
      },
    }),
  },
  'empty-list-in-yaml-has-no-array': {
    summary: 'a list without items has `items: null` in YAML',
    caughtBy: 'list/of-nothing-has-empty-items',
    hooks: () => ({
      yaml: true,
      response: (response) => {
        if (isInYaml(response) && itemsOf(response)?.length === 0 && isObject(response.json))
          response.json['items'] = null;
      },
    }),
  },
  'list-at-a-version-ignores-its-field-selector': {
    summary: 'a list that names a version ignores its field selector',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(isListAtAVersion, ({ query }) => query.delete('fieldSelector')),
  },
  'list-at-a-version-heeds-one-field': {
    summary: 'a list that names a version heeds only the last requirement of its field selector',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: heedingOneField(isListAtAVersion, -1),
  },
  'lists-refuse-timeout-seconds': {
    summary: 'a list with timeoutSeconds is refused; a watch with it is right',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: refusing((request) => isPlainList(request) && request.query.has('timeoutSeconds'), 400, 'BadRequest'),
  },
  'list-with-uninitialized-is-empty': {
    summary: 'a list with includeUninitialized=true shows no objects',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(
      (request) => isList(request) && request.query.get('includeUninitialized') === 'true',
      (response) => keepItems(response, () => false),
    ),
  },
  'pretty-lists-ignore-their-field-selector': {
    summary: 'a list with pretty=true ignores its field selector',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(isPlainList, ({ query }) => {
      if (query.get('pretty') === 'true') query.delete('fieldSelector');
    }),
  },
  'list-with-a-timeout-is-cut': {
    summary: 'a list with timeoutSeconds shows only its first object',
    caughtBy: 'list/shows-every-object-that-exists',
    hooks: responding(
      (request) => isList(request) && request.query.has('timeoutSeconds'),
      (response) => keepItems(response, (_, index) => index === 0),
    ),
  },
  'lists-from-the-cache-turn-inequality-around': {
    summary: 'a list with resourceVersion=0 takes != in a field selector for =',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    seenIn: 'kubernetes/kubernetes#60507',
    hooks: asking(isFromCache, ({ query }) => {
      const selector = query.get('fieldSelector');
      if (selector !== null) query.set('fieldSelector', selector.replaceAll('!=', '='));
    }),
  },
  'lists-from-the-cache-ignore-their-selectors': {
    summary: 'lists with resourceVersion=0 repeat the first one of the path, whatever they select, until a write',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    seenIn: 'openyurtio/openyurt#1400',
    hooks: () => {
      const kept = new Map<string, unknown>();
      return {
        request: (request) => {
          if (isWrite(request)) kept.clear();
        },
        response: (response, request) => {
          if (!isFromCache(request) || !succeeded(response)) return;
          if (kept.has(request.path)) response.json = copyOf(kept.get(request.path));
          else kept.set(request.path, copyOf(response.json));
        },
      };
    },
  },
  'include-uninitialized-lifts-the-label-selector': {
    summary: 'a list with `includeUninitialized=true` ignores its labelSelector',
    caughtBy: 'list/takes-every-parameter-of-its-set',
    hooks: asking(
      (request) => isPlainList(request) && request.query.get('includeUninitialized') === 'true',
      ({ query }) => query.delete('labelSelector'),
    ),
  },
});
