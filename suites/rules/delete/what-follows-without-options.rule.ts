import { deletions, reasonToTerminate } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { succeeded, observed } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/what-follows-without-options',
  level: 'silent',
  title:
    'This rule reports whether an object that is deleted without options is gone at once or is terminating, and for which reason.',
  cites: ['parameters.delete.grace-period-seconds.3', 'parameters.delete.propagation-policy.3'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      // Gets are allowed, so a 403 to the next one says that the object is gone.
      on.get('{{a}}'),
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
        read.seen === undefined
          ? 'gone at once'
          : `lingers: ${reasonToTerminate(read.seen.content) ?? 'no reason shown'}`,
      );
  }
}
