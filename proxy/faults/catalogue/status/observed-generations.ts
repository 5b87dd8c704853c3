import { metadataOf, objectAt } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { changedByStored } from '../../ways.ts';

/** Faults of the observed generation in a status. */
export const OBSERVED_GENERATIONS: readonly Fault[] = faults({
  'status-put-sets-the-observed-generation-itself': {
    summary: 'a PUT of /status that has an observedGeneration stores the generation of the object in its place',
    caughtBy: 'status/put-replaces-the-whole-status',
    hooks: changedByStored('replaceStatus', (body, stored) => {
      const status = objectAt(body, 'status');
      const { generation } = metadataOf(stored);
      if (status !== undefined && typeof status['observedGeneration'] === 'number' && typeof generation === 'number')
        status['observedGeneration'] = generation;
    }),
  },
});
