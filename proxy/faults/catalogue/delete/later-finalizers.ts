import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { finalizersOf, storedOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';

/** Faults of finalizers that a later write adds. */
export const LATER_FINALIZERS: readonly Fault[] = faults({
  'finalizer-that-was-added-later-does-not-hold': {
    summary: 'a delete removes an object with finalizers at once if it was created without any',
    caughtBy: 'delete/finalizer-holds-the-object',
    hooks: () => {
      const madeFree = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'delete')) return;
          const stored = await storedOf(request, upstream);
          if (stored === undefined || !madeFree.has(uidOf(stored)) || finalizersOf(stored).length === 0) return;
          if (metadataOf(stored)['deletionTimestamp'] !== undefined) return;
          await upstream.send('PATCH', objectPath(request), { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
        },
        response: (response, request) => {
          if (isOne(request, 'create') && succeeded(response) && finalizersOf(response.json).length === 0)
            madeFree.add(uidOf(response.json));
        },
      };
    },
  },
});
