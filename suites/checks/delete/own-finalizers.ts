import type { Json } from '../../oracle/json.ts';
import type { Observation, ObservedState } from '../../oracle/observed-state.ts';
import { finalizersOf } from './deletes.ts';

/** Finalizers by which an object says what becomes of its dependants: the options of a delete take them off, and so does the server that has seen to it. */
const ON_DEPENDANTS: ReadonlySet<Json> = new Set(['orphan', 'foregroundDeletion']);

/** The finalizers of an object that a client put on it and takes off again; what a control loop puts on it takes off again at any time. */
export function ownFinalizers(observed: ObservedState, { key, uid, content }: Observation): readonly Json[] {
  return finalizersOf(content)
    .filter((each) => !ON_DEPENDANTS.has(each))
    .filter((finalizer) => {
      const named = observed
        .writesTo(key)
        .find(
          ({ outcome, exchange }) =>
            outcome !== 'refused' && exchange.request.body?.text.includes(String(finalizer)) === true,
        );
      const shown = observed
        .observationsOf(key)
        .find((observation) => observation.uid === uid && finalizersOf(observation.content).includes(finalizer));
      return named !== undefined && shown !== undefined && named.began < shown.ended;
    });
}
