import type { Json } from '../../oracle/json.ts';
import type { Sighting, World } from '../../oracle/world.ts';
import { finalizersOf } from './deletes.ts';

/** Finalizers by which an object says what becomes of its dependants: the options of a delete take them off, and so does the server that has seen to it. */
const ON_DEPENDANTS: ReadonlySet<Json> = new Set(['orphan', 'foregroundDeletion']);

/** The finalizers of an object that a client put on it and takes off again; what a control loop puts on it takes off again at any time. */
export function ownFinalizers(world: World, { key, uid, content }: Sighting): readonly Json[] {
  return finalizersOf(content)
    .filter((each) => !ON_DEPENDANTS.has(each))
    .filter((finalizer) => {
      const named = world
        .writesTo(key)
        .find(
          ({ outcome, exchange }) =>
            outcome !== 'refused' && exchange.request.body?.text.includes(String(finalizer)) === true,
        );
      const shown = world
        .sightingsOf(key)
        .find((sighting) => sighting.uid === uid && finalizersOf(sighting.content).includes(finalizer));
      return named !== undefined && shown !== undefined && named.began < shown.ended;
    });
}
