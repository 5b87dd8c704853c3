import { answerOf, statusOf, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { acceptedBy, answerType, JSON_TYPE, YAML_TYPE } from '../../checks/media-type.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { exercise } from '../exercise.ts';
import type { Rule } from '../rule.ts';
import { ANSWERING } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/answer-is-of-the-type-asked-for',
  level: 'must',
  title: 'Every answer comes as JSON or as YAML, whichever the request accepts, and is well formed.',
  cites: ['media-types.1', 'media-types.discovery'],
  operations: ANSWERING,
  cases: (operation) =>
    inTurn(YAML_TYPE, JSON_TYPE, `${JSON_TYPE};charset=utf-8`).map((accept) => exercise(operation, { accept })),
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    const [accepted, ...others] = acceptedBy(exchange);
    if (exchange.call === undefined || exchange.call.watching || accepted === undefined || others.length > 0) continue;
    const { type, quality } = accepted;
    if ((type !== JSON_TYPE && type !== YAML_TYPE) || quality === 0) continue;
    if (statusOf(exchange) === 406)
      yield violated(exchange, `an answer in ${type}`, answerOf(exchange), `${type} is refused`);
    if (!succeeded(exchange)) continue;
    if (answerType(exchange) !== type)
      yield violated(exchange, `Content-Type ${type}`, show(answerType(exchange)), `content type for ${type}`);
    else if (exchange.response?.body?.value === undefined)
      yield violated(exchange, `a body in ${type}`, show(exchange.response?.body?.text), `body in ${type}`);
    else yield held(exchange, type);
  }
}
