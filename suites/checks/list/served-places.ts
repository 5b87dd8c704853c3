import { saysUnserved } from '../../oracle/exchanges/absence.ts';
import type { Exchange } from '../../oracle/history.ts';
import type { ObjectKey, ObservedState } from '../../oracle/observed-state.ts';
import { statusOf } from '../responses.ts';

/**
 * Whether the response to a call of a tabulated collection says that the path does not exist, although an object in
 * that namespace proves that it does.
 */
export function deniesItsPlace(exchange: Exchange, observed: ObservedState): boolean {
  const { call } = exchange;
  if (call?.resource === undefined || !call.operation.tabulated || !saysUnserved(statusOf(exchange))) return false;
  return call.namespace === undefined || isInKnownNamespace(exchange, observed);
}

/** Whether a call's namespace certainly existed: it was seen itself, or an object in it was. */
export function isInKnownNamespace({ call, began, ended }: Exchange, observed: ObservedState): boolean {
  const isOrIsIn = ({ kind, name, namespace }: ObjectKey): boolean =>
    namespace === call?.namespace || (kind === 'Namespace' && name === call?.namespace);
  return (
    call?.namespace !== undefined &&
    observed.keys.some((key) => isOrIsIn(key) && observed.surelyExists(key, began) && observed.surelyExists(key, ended))
  );
}
