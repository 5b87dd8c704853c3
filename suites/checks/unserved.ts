import { saysUnserved } from '../oracle/exchanges/absence.ts';
import { type Called, responseOf, statusOf } from './responses.ts';

/** The cause of every violation of this kind, so that a server that lacks ten operations has one cause. */
export const NOT_SERVED = 'not served';

/**
 * The report for a refused call if the server lacks the whole operation. The caller has proved that the object of
 * the call exists.
 *
 *     PATCH .../configmaps/a -> 404   `the server does not serve this operation: 404 Not Found`
 */
export function unserved(exchange: Called): string | undefined {
  return exchange.call.operation.tabulated && saysUnserved(statusOf(exchange))
    ? `the server does not serve this operation: ${responseOf(exchange)}`
    : undefined;
}

/** Whether the response says that the server lacks an operation which the tables lack too. */
export function isBeyondItsSurface(exchange: Called): boolean {
  return !exchange.call.operation.tabulated && saysUnserved(statusOf(exchange));
}
