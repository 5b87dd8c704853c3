import { constant } from 'fast-check';
import { responseOf, callsOf, statusOf } from '../../checks/responses.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { observed, violated } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { stepsOn, resourceOf } from '../steps.ts';
import type { Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/without-a-body',
  level: 'silent',
  title: 'The outcome of a delete without a body.',
  cites: ['parameters.delete.body'],
  operations: DELETES_IN_NAMESPACES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return constant([
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.remove('{{a}}', { text: '', contentType: '' }),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    if ((exchange.request.body?.text ?? '') !== '' || exchange.request.query.size > 0) continue;
    const isAboutTheBody = statusOf(exchange) === 400 || statusOf(exchange) === 422;
    if (isAboutTheBody && choices['delete.without-body'] === 'accepted')
      yield violated(exchange, 'a delete without a body is carried out', responseOf(exchange), 'refused');
    else yield observed(exchange, `answered ${statusOf(exchange)}`);
  }
}
