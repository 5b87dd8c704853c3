import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { acceptedBy, responseType } from '../../oracle/exchanges/media-type.ts';
import { inTurn, exercise } from '../cases.ts';
import { statusOf, observed } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';

const FOREIGN = ['image/png', 'text/html'];

export const rule: Rule = {
  id: 'media-types/a-type-that-is-not-produced',
  level: 'silent',
  title: 'This rule reports the response to a request that accepts only media types that no endpoint produces.',
  cites: ['errors.6'],
  operations: OPERATIONS.filter(({ verb }) => ['get', 'getStatus', 'list', 'listAll', 'discover'].includes(verb)),
  cases: (operation) => inTurn(...FOREIGN).map((accept) => exercise(operation, { accept })),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    const accepted = acceptedBy(exchange);
    if (
      exchange.response === undefined ||
      accepted.length === 0 ||
      !accepted.every(({ type }) => FOREIGN.includes(type))
    )
      continue;
    yield observed(exchange, `returns ${statusOf(exchange)} in ${responseType(exchange)}`);
  }
}
