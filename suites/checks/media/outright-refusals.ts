import type { Exchange } from '../../oracle/history.ts';
import { keyOf, type ObservedState } from '../../oracle/observed-state.ts';
import { rejected, statusOf } from '../responses.ts';

/** Codes about permissions, concurrent writes or load. They do not say whether the server serves the operation. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 403, 408, 409, 412, 429]);

/** Whether a call was refused, and only the call itself can be the reason because its object, if any, exists. */
export function isRefusedOutright(observed: ObservedState, exchange: Exchange): boolean {
  return rejected(exchange) && !OTHER_REASONS.has(statusOf(exchange)) && isThere(observed, exchange);
}

/** Whether the object that a call names, if any, exists when the call is sent. */
function isThere(observed: ObservedState, { call, began }: Exchange): boolean {
  if (call?.resource === undefined || call.name === undefined) return true;
  return observed.surelyExists(keyOf(call.resource, call.namespace, call.name), began);
}
