import { constant } from 'fast-check';
import { callsOf, statusOf } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { stepsOn, resourceOf } from '../steps.ts';
import type { Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/without-a-body',
  level: 'silent',
  title: 'What becomes of a delete without a body.',
  cites: ['parameters.delete.body'],
  operations: DELETES_IN_NAMESPACES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return constant([on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }), on.remove('{{a}}', { text: '', contentType: '' })]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'delete')) {
    if ((exchange.request.body?.text ?? '') === '' && exchange.request.query.size === 0) yield observed(exchange, `answered ${statusOf(exchange)}`);
  }
}
