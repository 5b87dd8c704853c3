import { constant } from 'fast-check';
import { deletions } from '../../checks/deletes.ts';
import { succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/preconditions',
  level: 'silent',
  title: 'Whether preconditions in the options of a delete are heeded.',
  cites: ['other-shapes.delete-options.1'],
  operations: DELETES_IN_NAMESPACES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return constant([on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }), on.remove('{{a}}', { body: { preconditions: { uid: '11111111-2222-3333-4444-555555555555' } } }), on.get('{{a}}')]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, before } of deletions(history)) {
    const uid = textAt(exchange.request.body?.value, 'preconditions', 'uid');
    if (uid !== undefined && uid !== before.uid) yield observed(exchange, succeeded(exchange) ? 'another uid does not matter' : `another uid is refused: ${exchange.response?.status}`);
  }
}
