import type { Exchange } from '../oracle/history.ts';
import type { ObjectKey, ObservedState, Write } from '../oracle/observed-state.ts';

/** The other writes of an object that may have taken effect after a position, and began before that exchange ended. */
export function otherWrites(
  observed: ObservedState,
  key: ObjectKey,
  exchange: Exchange,
  since: number = exchange.began,
): readonly Write[] {
  return observed
    .writesTo(key)
    .filter((write) => write.exchange !== exchange && write.began < exchange.ended && write.settled > since);
}
