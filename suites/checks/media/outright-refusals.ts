import type { Exchange } from '../../oracle/history.ts';
import type { World } from '../../oracle/world.ts';
import { keyOf } from '../../oracle/world.ts';
import { rejected, statusOf } from '../answers.ts';

/** Codes that say who may ask, that others wrote, or that the server is busy: they do not tell whether it serves the operation. */
const OTHER_REASONS: ReadonlySet<number> = new Set([401, 403, 408, 409, 412, 429]);

/** Whether a call was refused, and nothing but the call itself can be the reason: the object that it names, if any, is there. */
export function isRefusedOutright(world: World, exchange: Exchange): boolean {
  return rejected(exchange) && !OTHER_REASONS.has(statusOf(exchange)) && isThere(world, exchange);
}

/** Whether the object that a call names, if any, is there when the call is sent. */
function isThere(world: World, { call, began }: Exchange): boolean {
  if (call?.resource === undefined || call.name === undefined) return true;
  return world.surelyExists(keyOf(call.resource, call.namespace, call.name), began);
}
