import type { Exchange, History } from '../../oracle/history.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { statusOf, succeeded } from '../responses.ts';
import { isReplacedBeside } from '../write/locks.ts';
import { isRefusedOutright } from './outright-refusals.ts';

/**
 * The ids of calls in a rule's own cases that were refused with one value of a header, while the same operation
 * succeeded with another:
 *
 *     accept: application/json -> 200    accept: application/yaml -> 400    the second is refused for its form
 */
export function refusedForms(
  history: History,
  rule: string,
  header: 'accept' | 'content-type' | 'transfer-encoding',
): ReadonlySet<number> {
  const observed = observedStateOf(history);
  const own = history.exchanges.filter((exchange) => exchange.call !== undefined && sentFor(exchange, rule));
  const formOf = ({ request }: Exchange): string | undefined => request.headers.get(header);
  const isServedOtherwise = (exchange: Exchange): boolean =>
    own.some(
      (other) =>
        other.call?.operation.id === exchange.call?.operation.id &&
        formOf(other) !== formOf(exchange) &&
        isServed(other),
    );
  const refused = own.filter(
    (exchange) =>
      isRefusedOutright(observed, exchange) &&
      // A controller may have made the version stale, and the document leaves open which status says so.
      !isReplacedBeside(history, exchange) &&
      isServedOtherwise(exchange),
  );
  return new Set(refused.map(({ id }) => id));
}

/** Whether a call succeeded; for a watch, whether its response is a stream. */
export function isServed(exchange: Exchange): boolean {
  return exchange.call?.watching === true ? statusOf(exchange) === 200 : succeeded(exchange);
}
