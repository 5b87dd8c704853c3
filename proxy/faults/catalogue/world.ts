import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { everyObject, isObject, itemsOf, metadataOf, objectsOf, succeeded } from '../bend.ts';
import type { Fault } from '../fault.ts';
import { faults } from '../named.ts';

/** Faults that no single response shows: each response is right, but they contradict each other. */
export const WORLD_FAULTS: readonly Fault[] = faults({
  'views-of-a-deployment-disagree': {
    summary: 'a Deployment read under extensions lacks its labels, which apps shows',
    caughtBy: 'world/both-views-of-a-deployment-agree',
    hooks: () =>
      everyObject((object, asked) => {
        if (asked.call?.resource?.id === 'deployments.extensions') delete metadataOf(object)['labels'];
      }),
  },
  'one-version-has-two-contents': {
    summary: 'what a patch answers lacks the annotations that a read of the same version shows',
    caughtBy: 'world/one-version-has-one-content',
    hooks: () => ({
      response: (answered, asked) => {
        if (asked.call?.verb === 'patch')
          for (const object of objectsOf(answered)) delete metadataOf(object)['annotations'];
      },
    }),
  },
  'write-touches-a-neighbour': {
    summary: 'a write of one object marks another object of its collection too',
    caughtBy: 'world/untouched-objects-stay-untouched',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const { verb, name, namespace } = asked.call ?? {};
        if (
          (verb !== 'patch' && verb !== 'replace') ||
          !succeeded(answered) ||
          namespace === undefined ||
          !isObject(answered.json)
        )
          return;
        const collection = asked.path.slice(0, asked.path.lastIndexOf('/'));
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
