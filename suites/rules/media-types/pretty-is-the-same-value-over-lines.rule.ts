import * as fc from 'fast-check';
import { answered } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { answerType, JSON_TYPE } from '../../checks/media-type.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { callBy, SHOWING } from './media-operations.ts';

export const rule: Rule = {
  id: 'media-types/pretty-is-the-same-value-over-lines',
  level: 'must',
  title: 'With pretty=true the answer is the same value, spread over lines.',
  cites: ['parameters.list.pretty', 'parameters.read.pretty', 'parameters.write.pretty'],
  operations: SHOWING,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const body = minimalObject(operation.verb === 'create' ? on.resource : on.maker, '{{a}}');
    return fc.constant([...callBy(operation, on, body, { query: { pretty: 'true' } }), on.get('{{a}}')]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of history.exchanges) {
    if (!isPretty(exchange) || exchange.call?.watching !== false || answered(exchange) === undefined) continue;
    const text = exchange.response?.body?.text ?? '';
    if (text.trimEnd().includes('\n')) yield held(exchange, 'over lines');
    else yield violated(exchange, 'JSON spread over lines', show(text.slice(0, 80)), 'on one line');
  }
  yield* judgeAgreement(history, {
    role: ({ exchange, source }) =>
      source === 'event' || source === 'delete' ? undefined : isPretty(exchange) ? 'subject' : 'reference',
  });
}

function isPretty(exchange: Exchange): boolean {
  return exchange.request.query.get('pretty') === 'true' && answerType(exchange) === JSON_TYPE;
}
