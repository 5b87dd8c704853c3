import type { History } from '../../oracle/history.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { ON_DEPENDANTS, ownFinalizers } from './own-finalizers.ts';

/**
 * Evidence that the server, or another client, keeps a deleted object by a finalizer of its own; `undefined` if nothing
 * shows it:
 *
 *     GET /api/v1/namespaces/a/secrets/b shows the deleted object with the finalizer "example.com/hold", which no client of the run set
 */
export function foreignHold(history: History): string | undefined {
  const observed = observedStateOf(history);
  for (const observation of observed.keys.flatMap((key) => observed.observationsOf(key))) {
    if (!isTerminating(observation.content)) continue;
    const own = ownFinalizers(observed, observation);
    const foreign = finalizersOf(observation.content).find((each) => !own.includes(each) && !ON_DEPENDANTS.has(each));
    if (foreign === undefined) continue;
    const { method, path } = observation.exchange.request;
    return `${method} ${path} shows the deleted object with the finalizer ${JSON.stringify(foreign)}, which no client of the run set`;
  }
  return undefined;
}
