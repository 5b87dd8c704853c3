import type { Json } from '../../oracle/json.ts';
import type { Observation, ObservedState } from '../../oracle/observed-state.ts';
import { mayChange } from '../../oracle/state/writes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';

/**
 * Finalizers that control the garbage collection of dependants. Delete options remove them, and so does the garbage
 * collector once it is done.
 */
export const ON_DEPENDANTS: ReadonlySet<Json> = new Set(['orphan', 'foregroundDeletion']);

/** The finalizers that a client added to an object. A controller may remove its own finalizers at any time. */
export function ownFinalizers(observed: ObservedState, { key, uid, content }: Observation): readonly Json[] {
  return finalizersOf(content)
    .filter((each) => !ON_DEPENDANTS.has(each))
    .filter((finalizer) => {
      const named = observed
        .writesTo(key)
        .find(
          (write) => mayChange(write, uid) && write.exchange.request.body?.text.includes(String(finalizer)) === true,
        );
      const shown = observed
        .observationsOf(key)
        .find((observation) => observation.uid === uid && finalizersOf(observation.content).includes(finalizer));
      return named !== undefined && shown !== undefined && named.began < shown.ended;
    });
}
