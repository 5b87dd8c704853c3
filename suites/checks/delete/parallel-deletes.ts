import { at } from '../../oracle/json.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { ObjectKey, Observation, ObservedState, Write } from '../../oracle/observed-state.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { removes } from '../../oracle/writes.ts';
import type { ResourceCalled } from '../responses.ts';
import { callsOf } from '../responses.ts';
import { finalizersOf, mustBeGone, optionsOf } from './deletes.ts';

/** The delete of an object which nothing holds, with whatever else was sent meanwhile. */
export interface FinalDelete {
  readonly exchange: ResourceCalled;
  readonly key: ObjectKey;
  /** The object as it was last seen before; writes that make no other one may have changed it since. */
  readonly before: Observation;
  /** The writes of the object that were under way at some moment of the delete. */
  readonly meanwhile: readonly Write[];
  /** Other writes that may have removed it, since it was last seen. */
  readonly removers: readonly Write[];
}

/**
 * Every delete of one object, known by its uid, that must remove it at once: no look and no request shows a finalizer, and no create
 * came between. Writes that change the object may have been under way meanwhile; they cannot keep it.
 */
export function finalDeletes(history: History): FinalDelete[] {
  const observed = observedStateOf(history);
  return callsOf(history.exchanges, 'delete').flatMap((exchange) => {
    const key = keyOf(exchange.call.resource, exchange.call.namespace, exchange.call.name ?? '');
    const before = observed.lastObservation(key, exchange.began, true);
    if (
      before?.uid === undefined ||
      !observed.soleWriter(key) ||
      !mustBeGone({ exchange, key, before, options: optionsOf(exchange) })
    )
      return [];
    const remade = observed
      .writesTo(key)
      .some(
        ({ verb, outcome, began, settled }) =>
          verb === 'create' && outcome !== 'refused' && began < exchange.ended && settled > before.ended,
      );
    if (remade || isHeldAtAnyTime(observed, key)) return [];
    const others = observed
      .writesTo(key)
      .filter((write) => write.exchange !== exchange && write.began < exchange.ended);
    return [
      {
        exchange,
        key,
        before,
        meanwhile: others.filter(({ settled }) => settled > exchange.began),
        removers: others.filter(
          (write) => removes(write) && write.outcome !== 'refused' && write.settled > before.ended,
        ),
      },
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
