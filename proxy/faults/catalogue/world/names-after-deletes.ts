import { madePath, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { nameTaken } from '../../responses.ts';
import { isCollection, itemsAt } from '../delete-collection/collection.ts';

/** Faults of creates under names that a delete set free. */
export const NAMES_AFTER_DELETES: readonly Fault[] = faults({
  'name-that-a-collection-delete-removed-stays-taken': {
    summary: 'the first create under a name that a collection delete removed gets 409',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: () => {
      const listed = new WeakMap<FaultyRequest, readonly string[]>();
      const taken = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (isCollection(request)) {
            const items = await itemsAt(request, upstream);
            listed.set(
              request,
              items.map((item) => madePath(request, item)),
            );
          }
          return isOne(request, 'create') && taken.delete(madePath(request, request.json)) ? nameTaken() : undefined;
        },
        response: async (response, request, upstream) => {
          if (!succeeded(response)) return;
          for (const path of listed.get(request) ?? [])
            if ((await upstream.send('GET', path)).status === 404) taken.add(path);
        },
      };
    },
  },
});
