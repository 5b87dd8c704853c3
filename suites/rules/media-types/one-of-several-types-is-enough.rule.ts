import { answerOf, foundWrong, statusOf, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { acceptedBy, answerType, JSON_TYPE, YAML_TYPE } from '../../checks/media-type.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { sentFor } from '../../oracle/sent-for.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import { ANSWERING } from './media-operations.ts';

/** Several types each, of which the API produces one at least. */
const ACCEPTED = [
  `${JSON_TYPE}, */*`,
  `${JSON_TYPE}, text/plain;q=0.5`,
  `${YAML_TYPE}, ${JSON_TYPE}`,
  `${JSON_TYPE};q=0.9, ${YAML_TYPE};q=0.1`,
];

export const rule: Rule = {
  id: 'media-types/one-of-several-types-is-enough',
  level: 'must',
  title: 'A request that accepts several media types is answered in one of them, as long as the API produces one.',
  cites: ['media-types.1', 'media-types.discovery'],
  operations: ANSWERING,
  cases: (operation) => inTurn(...ACCEPTED).map((accept) => exercise(operation, { accept })),
  check,
  least: 1,
};

const NOT_ACCEPTABLE: ReadonlySet<number> = new Set([406, 415]);

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    const types = acceptedBy(exchange)
      .filter(({ quality }) => quality > 0)
      .map(({ type }) => type);
    const accept = exchange.request.headers.get('accept') ?? '';
    if (exchange.call === undefined || exchange.call.watching || !ACCEPTED.includes(accept)) continue;
    const refusal = NOT_ACCEPTABLE.has(statusOf(exchange)) || foundWrong(exchange);
    if (refusal && sentFor(exchange, rule.id))
      yield violated(exchange, `an answer in one of ${show(types)}`, answerOf(exchange), 'several types are refused');
    if (!succeeded(exchange)) continue;
    if (types.includes('*/*') || types.includes(answerType(exchange))) yield held(exchange, types.join(' or '));
    else yield violated(exchange, `one of ${show(types)}`, show(answerType(exchange)), 'a type that was not asked for');
  }
}
