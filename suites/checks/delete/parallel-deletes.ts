import { otherWrites } from '../other-writes.ts';
import { at } from '../../oracle/json.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import {
  type ObjectKey,
  type Observation,
  type ObservedState,
  observedStateOf,
  type Write,
} from '../../oracle/observed-state.ts';
import { removes } from '../../oracle/state/writes.ts';
import { callsOf, type ResourceCalled, keyCalled } from '../responses.ts';
import { mustBeGone, optionsOf } from './deletes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';

/** The delete of an object without finalizers, with all concurrent writes. */
export interface FinalDelete {
  readonly exchange: ResourceCalled;
  readonly key: ObjectKey;
  /** The last observation before the delete. Writes of the same object may have changed it since. */
  readonly before: Observation;
  /** The writes of the object that overlap the delete. */
  readonly meanwhile: readonly Write[];
  /** Other writes that may have deleted it since the last observation. */
  readonly removers: readonly Write[];
}

/**
 * Every delete of one object, with known uid, that must remove it immediately: no observation and no request shows a
 * finalizer, and there was no create in between. Concurrent writes may change the object, but cannot keep it.
 */
export function finalDeletes(history: History): FinalDelete[] {
  const observed = observedStateOf(history);
  return callsOf(history.exchanges, 'delete').flatMap((exchange) => {
    const key = keyCalled(exchange);
    const before = observed.lastObservation(key, exchange.began, true);
    if (
      before?.uid === undefined ||
      !observed.soleWriter(key) ||
      !mustBeGone({ exchange, key, before, options: optionsOf(exchange) })
    )
      return [];
    const since = otherWrites(observed, key, exchange, before.ended).filter(({ outcome }) => outcome !== 'refused');
    if (since.some(({ verb }) => verb === 'create') || isHeldAtAnyTime(observed, key)) return [];
    return [
      { exchange, key, before, meanwhile: otherWrites(observed, key, exchange), removers: since.filter(removes) },
    ];
  });
}

function isHeldAtAnyTime(observed: ObservedState, key: ObjectKey): boolean {
  return (
    observed.observationsOf(key).some(({ content }) => finalizersOf(content).length > 0) ||
    observed.writesTo(key).some(({ exchange }) => namesFinalizers(exchange))
  );
}

function namesFinalizers({ request: { body } }: Exchange): boolean {
  return (
    at(body?.value, 'metadata', 'finalizers') !== undefined ||
    (Array.isArray(body?.value) && body.text.includes('finalizers'))
  );
}
