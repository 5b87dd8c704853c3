import type { LoggedExchange } from '../../log/logged-exchange.ts';

/**
 * Whether a request may be sent again. A request whose client left before the response may have had its effect; one
 * that never reached its server has not.
 */
export function maySend(exchange: LoggedExchange): boolean {
  return !leavesHttp(exchange) && (exchange.response !== undefined || exchange.end?.reason !== 'error');
}

/** Whether a request asks for a switch to another protocol than HTTP. */
export function leavesHttp({ request }: LoggedExchange): boolean {
  return request.headers.some(
    ([name, value]) => name.toLowerCase() === 'connection' && value.toLowerCase().includes('upgrade'),
  );
}
