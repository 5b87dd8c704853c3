import { statusOf } from '../../generators/statuses.ts';
import type { Finding } from '../../checks/finding.ts';
import { judgeAgreement } from '../../checks/agreement.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';

export const rule: Rule = {
  id: 'status/get-shows-the-object',
  level: 'must',
  title: 'A get of /status shows the whole object, as a get of the object does.',
  cites: ['errors.1', 'what-the-service-does.status'],
  operations: operationsOf(['getStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return statusOf(on.resource).map((status) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
      on.patchStatus('{{a}}', { status }),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
    ]);
  },
  check: (history: History): Iterable<Finding> =>
    judgeAgreement(history, {
      role: ({ exchange: { call } }) =>
        call?.verb === 'getStatus' ? 'subject' : call?.verb === 'get' ? 'reference' : undefined,
    }),
};
