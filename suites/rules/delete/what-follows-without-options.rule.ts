import { constant } from 'fast-check';
import { succeeded } from '../../checks/responses.ts';
import { deletions, reasonToLinger } from '../../checks/delete/deletes.ts';
import type { Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { DELETES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/what-follows-without-options',
  level: 'silent',
  title: 'Whether an object deleted without options goes at once or is terminating, and for which reason.',
  cites: ['parameters.delete.grace-period-seconds.3', 'parameters.delete.propagation-policy.3'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return constant([
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.remove('{{a}}', { body: {} }),
      on.get('{{a}}'),
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const { exchange, key, options } of deletions(history)) {
    if (!succeeded(exchange) || options.given !== 'no options') continue;
    const [read] = freshReadsAfter(history, observedStateOf(history), key, exchange);
    if (read !== undefined)
      yield observed(
        exchange,
        read.seen === undefined ? 'gone at once' : `lingers: ${reasonToLinger(read.seen.content) ?? 'no reason shown'}`,
      );
  }
}
