import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, callsOf, rejected, sent, statusOf, succeeded, observed, violated } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

const OTHERS = ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'];

export const rule: Rule = {
  id: 'media-types/other-request-types',
  level: 'silent',
  title:
    'This rule reports how the server treats a create whose JSON body has a Content-Type that is neither JSON, YAML nor protobuf; a dialect can require a refusal.',
  cites: ['media-types.requests.1'],
  operations: OPERATIONS.filter(({ verb }) => verb === 'create'),
  needs: [],
  cases: (operation) =>
    inTurn(...OTHERS).map((contentType) => [
      stepsOn(resourceOf(operation)).createHere(minimalObject(resourceOf(operation), '{{a}}'), { contentType }),
    ]),
  check,
  least: 2,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const type = requestType(exchange);
    if (!OTHERS.includes(type) || sent(exchange) !== undefined) continue;
    if (succeeded(exchange) && choices['media-types.other-request-types'] === 'refused')
      yield violated(exchange, `a refusal of ${type}`, responseOf(exchange), 'accepted');
    else if (succeeded(exchange) || rejected(exchange))
      yield observed(exchange, `${type}: returns ${statusOf(exchange)}`);
  }
}
