import type { Exchange } from '../../oracle/history.ts';
import type { ObjectKey, ObservedState } from '../../oracle/observed-state.ts';
import { statusOf } from '../responses.ts';

/** Whether a call of a collection that the document tabulates is answered as if there were no such place, while an object in that namespace proves it. */
export function deniesItsPlace(exchange: Exchange, observed: ObservedState): boolean {
  const { call } = exchange;
  if (
    call?.resource === undefined ||
    !call.operation.tabulated ||
    (statusOf(exchange) !== 404 && statusOf(exchange) !== 405)
  )
    return false;
  return call.namespace === undefined || isInKnownNamespace(exchange, observed);
}

/** Whether a call is in a namespace that surely was there: it was seen itself, or an object in it was. */
export function isInKnownNamespace({ call, began, ended }: Exchange, observed: ObservedState): boolean {
  const isOrIsIn = ({ kind, name, namespace }: ObjectKey): boolean =>
    namespace === call?.namespace || (kind === 'Namespace' && name === call?.namespace);
  return (
    call?.namespace !== undefined &&
    observed.keys.some((key) => isOrIsIn(key) && observed.surelyExists(key, began) && observed.surelyExists(key, ended))
  );
}
