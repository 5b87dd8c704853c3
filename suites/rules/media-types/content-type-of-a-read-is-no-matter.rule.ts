import { answerOf, foundWrong, statusOf, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { JSON_TYPE, requestType, YAML_TYPE } from '../../checks/media-type.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { sentFor } from '../../oracle/sent-for.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import { ANSWERING } from './media-operations.ts';

const UNSUPPORTED_TYPE = 415;

export const rule: Rule = {
  id: 'media-types/content-type-of-a-read-is-no-matter',
  level: 'must',
  title: 'A read that says a Content-Type, as many clients do with every request, is answered as one that says none.',
  cites: ['media-types.requests.1', 'media-types.discovery'],
  operations: ANSWERING.filter(({ method }) => method === 'GET'),
  cases: (operation) => inTurn(JSON_TYPE, YAML_TYPE).map((contentType) => exercise(operation, { contentType })),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (
      exchange.request.method !== 'GET' ||
      exchange.call === undefined ||
      exchange.call.watching ||
      !exchange.request.headers.has('content-type')
    )
      continue;
    const type = requestType(exchange);
    if (succeeded(exchange)) yield held(exchange, type);
    else if (sentFor(exchange, rule.id) && (statusOf(exchange) === UNSUPPORTED_TYPE || foundWrong(exchange)))
      yield violated(
        exchange,
        'success: a read has no body',
        answerOf(exchange),
        `a read with Content-Type ${type} is refused`,
      );
  }
}
