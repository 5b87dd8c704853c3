import { judgeLoneWrites } from '../../checks/write/lone-writes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, minimalObject, resourceOf, stepsOn, makeAndRead, operationsOf } from '../cases.ts';
import { statusOf as codeOf } from '../judging.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/current-version-succeeds',
  level: 'must',
  title: 'A PUT of the current version of /status by the only writer succeeds.',
  cites: ['semantics.2.2', 'endpoints.success-status'],
  operations: operationsOf(['replaceStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(statusOf(on.resource), statusOf(on.resource))
      .map(([first, second]) => [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        writeStatus(operation, on, first),
        on.get('{{a}}'),
        on.getStatus('{{a}}', { as: 'read' }),
        writeStatus(operation, on, second),
        on.get('{{a}}'),
      ]);
  },
  check,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeLoneWrites(
    history,
    'replaceStatus',
    context,
    ({ exchange }) => codeOf(exchange) === 409 || sentFor(exchange, rule.id),
  );
}
