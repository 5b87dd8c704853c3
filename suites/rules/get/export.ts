import type { Exchange } from '../rule.ts';

/** Whether a boolean read parameter is true. */
export function asksFor(exchange: Exchange, parameter: 'export' | 'exact'): boolean {
  return exchange.request.query.get(parameter) === 'true';
}
