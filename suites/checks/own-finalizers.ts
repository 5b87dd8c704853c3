import type { Json } from '../oracle/json.ts';
import type { Sighting, World } from '../oracle/world.ts';
import { finalizersOf } from './deletes.ts';

/** The finalizers of an object that a client put on it; what a control loop puts on it takes off again at any time. */
export function ownFinalizers(world: World, { key, uid, content }: Sighting): readonly Json[] {
  return finalizersOf(content).filter((finalizer) => {
    const named = world.writesTo(key).find(({ outcome, exchange }) => outcome !== 'refused' && exchange.request.body?.text.includes(String(finalizer)) === true);
    const shown = world.sightingsOf(key).find((sighting) => sighting.uid === uid && finalizersOf(sighting.content).includes(finalizer));
    return named !== undefined && shown !== undefined && named.began < shown.ended;
  });
}
