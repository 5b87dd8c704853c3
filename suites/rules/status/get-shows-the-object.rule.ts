import { judgeAgreement } from '../../checks/agreement.ts';
import { identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import { statusOf } from '../../generators/statuses.ts';
import { minimalObject, operationsOf, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'status/get-shows-the-object',
  level: 'must',
  title: 'A get of /status shows the whole object, as a get of the object does.',
  cites: ['errors.1', 'what-the-service-does.status'],
  operations: operationsOf(['getStatus']),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { path, value } = identifyingMember(on.resource, 'between');
    return statusOf(on.resource).map((status) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
      on.patchStatus('{{a}}', { status }),
      on.get('{{a}}'),
      on.getStatus('{{a}}'),
      on.patch('{{a}}', nest(path, value)),
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
