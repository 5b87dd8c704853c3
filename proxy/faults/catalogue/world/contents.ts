import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { copyOf, everyObject, isObject, itemsOf, metadataOf, objectAt, objectsOf, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest, FaultyResponse, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf, contentTypeOf, isList, isPatch } from '../../requests.ts';
import { keepItems } from '../../responses.ts';
import { responding } from '../../ways.ts';

/** How long an equal patch is taken for the same one, in milliseconds. */
const REPEATED_MS = 2_000;

/** A patch that was carried out a moment ago is not carried out again: its response is. */
function repeatingResponses(): Hooks {
  const known = new Map<string, { readonly response: FaultyResponse; readonly until: number }>();
  const keyOf = (request: FaultyRequest): string =>
    [acceptOf(request), contentTypeOf(request), request.target, request.raw.toString('utf8')].join('\n');
  return {
    request: (request) => {
      const former = isPatch(request) ? known.get(keyOf(request)) : undefined;
      if (former === undefined || former.until < Date.now()) return undefined;
      return { ...former.response, json: copyOf(former.response.json) };
    },
    response: (response, request) => {
      if (isPatch(request) && succeeded(response))
        known.set(keyOf(request), {
          response: { ...response, json: copyOf(response.json) },
          until: Date.now() + REPEATED_MS,
        });
    },
  };
}

/** Faults of objects that are forgotten, changed by writes of others, or not the same in every response. */
export const CONTENTS: readonly Fault[] = faults({
  'list-is-cut-at-a-thousand': {
    summary: 'a list shows at most a thousand objects',
    caughtBy: 'world/none-of-many-objects-is-forgotten',
    hooks: responding(isList, (response) => keepItems(response, (_, index) => index < 1_000)),
  },
  // Semantics 7: "List All Namespaces returns the kind across all namespaces" - those that are terminating too.
  'list-of-all-namespaces-omits-terminating-ones': {
    summary: 'a list of all namespaces leaves out the objects of namespaces that are terminating',
    caughtBy: 'world/all-namespaces-are-the-sum-of-each',
    hooks: responding('listAll', async (response, _, upstream) => {
      const namespaces = (itemsOf(await upstream.send('GET', '/api/v1/namespaces')) ?? []).map(metadataOf);
      const ending = namespaces.filter(({ deletionTimestamp }) => deletionTimestamp !== undefined);
      const names = new Set(ending.map(({ name }) => name));
      keepItems(response, (item) => !names.has(metadataOf(item)['namespace']));
    }),
  },
  'views-of-a-deployment-disagree': {
    summary: 'a Deployment that is read under extensions lacks its labels; a read under apps shows them',
    caughtBy: 'world/both-views-of-a-deployment-agree',
    hooks: () =>
      everyObject((object, request) => {
        if (request.call?.resource?.id === 'deployments.extensions') delete metadataOf(object)['labels'];
      }),
  },
  'end-of-a-deployment-shows-in-one-view': {
    summary:
      'a Deployment that is deleted under extensions, but held by a finalizer, shows no deletion timestamp under apps',
    caughtBy: 'world/both-views-of-a-deployment-agree',
    hooks: () => {
      const deleted = new Set<unknown>();
      const bend = everyObject((object, request) => {
        const metadata = metadataOf(object);
        if (request.call?.resource?.id === 'deployments.apps' && deleted.has(metadata['uid']))
          delete metadata['deletionTimestamp'];
      });
      return {
        ...bend,
        response: (response, request) => {
          if (request.call?.verb === 'delete' && request.call.resource?.id === 'deployments.extensions')
            deleted.add(objectAt(response.json, 'details')?.['uid']);
          bend.response(response, request);
        },
      };
    },
  },
  'one-version-has-two-contents': {
    summary: 'the response to a patch lacks the annotations that a read of the same version shows',
    caughtBy: 'world/one-version-has-one-content',
    hooks: () => ({
      response: (response, request) => {
        if (request.call?.verb === 'patch')
          for (const object of objectsOf(response)) delete metadataOf(object)['annotations'];
      },
    }),
  },
  'patch-that-was-sent-before-is-not-sent-again': {
    summary:
      'a PATCH that repeats one of the last two seconds gets the response of that one and changes nothing, whatever was written since',
    caughtBy: 'world/replaced-version-never-comes-back',
    hooks: repeatingResponses,
  },
  'write-touches-a-neighbour': {
    summary: 'a write of one object also changes another object of its collection',
    caughtBy: 'world/untouched-objects-stay-untouched',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { verb, name, namespace } = request.call ?? {};
        if (
          (verb !== 'patch' && verb !== 'replace') ||
          !succeeded(response) ||
          namespace === undefined ||
          !isObject(response.json)
        )
          return;
        const collection = request.path.slice(0, request.path.lastIndexOf('/'));
        const other = itemsOf(await upstream.send('GET', collection))?.find(
          (item) => metadataOf(item)['name'] !== name,
        );
        if (other === undefined) return;
        await upstream.send(
          'PATCH',
          `${collection}/${String(metadataOf(other)['name'])}`,
          { metadata: { labels: { touched: 'yes' } } },
          MERGE_PATCH_TYPE,
        );
      },
    }),
  },
});
