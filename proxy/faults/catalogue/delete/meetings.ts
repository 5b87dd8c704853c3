import { everyObject, metadataOf } from '../../bend.ts';
import type { Bendable, Fault, Hooks } from '../../fault.ts';
import { finalizersOf, saysFinalizers, storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { GAP_MS } from '../../races.ts';
import { isOne } from '../../requests.ts';
import { pause } from '../../ways.ts';

/** A finalizer that is never shown. */
const STUCK = 'server.invalid/stuck';

/** Hides `STUCK`. */
function hideStuck(object: Bendable): void {
  const finalizers = finalizersOf(object);
  if (!finalizers.includes(STUCK)) return;
  const others = finalizers.filter((each) => each !== STUCK);
  if (others.length === 0) delete metadataOf(object)['finalizers'];
  else metadataOf(object)['finalizers'] = others;
}

/** A delete and the removal of the last finalizer that meet leave it to each other to remove the object. */
function missingEachOther(): Hooks {
  const deleting = new Set<string>();
  return {
    yaml: true,
    ...everyObject(hideStuck),
    request: async (request, upstream) => {
      if (isOne(request, 'delete')) {
        deleting.add(request.path);
        await pause(GAP_MS);
        deleting.delete(request.path);
        return;
      }
      if (!deleting.has(request.path) || !saysFinalizers(request) || finalizersOf(request.json).length > 0) return;
      const stored = await storedOf(request, upstream);
      if (finalizersOf(stored).length > 0 && metadataOf(stored)['deletionTimestamp'] === undefined)
        metadataOf(request.json)['finalizers'] = [STUCK];
    },
  };
}

/** Faults of deletes that meet other writes of their object. */
export const MEETINGS: readonly Fault[] = faults({
  'delete-and-the-last-finalizer-miss-each-other': {
    summary:
      'an object stays for ever, without finalizers, if a PUT or merge patch removes its last one while a delete is under way',
    caughtBy: 'delete/lingering-object-shows-why',
    hooks: missingEachOther,
  },
});
