import { jsonResponse, successStatus } from '../../bend.ts';
import type { Fault, Hooks } from '../../fault.ts';
import { beforeWrites, finalizersOf, storedOf, uidOf, writesAnObject } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { removeNow } from '../delete/remove-now.ts';

/** How long a server overlooks the finalizers that a write adds, in milliseconds. */
const OVERLOOKED_MS = 100;

/** A delete reads the finalizers from a copy that is a moment behind. */
function overlookingNewFinalizers(): Hooks {
  const before = beforeWrites();
  const added = new Map<string, number>();
  return {
    request: async (request, upstream) => {
      if (writesAnObject(request)) await before.read(request, upstream);
      if (!isOne(request, 'delete')) return undefined;
      const uid = uidOf(await storedOf(request, upstream));
      if (Date.now() - (added.get(uid) ?? 0) > OVERLOOKED_MS) return undefined;
      await removeNow(request.path, upstream);
      return jsonResponse(200, successStatus());
    },
    response: (response, request) => {
      const stored = before.of(request);
      if (stored !== undefined && finalizersOf(stored).length === 0 && finalizersOf(response.json).length > 0)
        added.set(uidOf(stored), Date.now());
    },
  };
}

/** Faults of deletes that look at former finalizers. */
export const NEW_FINALIZERS: readonly Fault[] = faults({
  'delete-overlooks-a-new-finalizer': {
    summary: 'a delete removes an object that got its first finalizer by a PUT or PATCH less than 100 ms before',
    caughtBy: 'delete/finalizer-holds-the-object',
    seenIn: 'kubernetes/kubernetes#77619',
    hooks: overlookingNewFinalizers,
  },
});
