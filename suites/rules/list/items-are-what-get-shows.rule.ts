import { judgeAgreement } from '../../checks/agreement.ts';
import { objectOf, resourceOf, stepsOn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { listBy, LISTS } from './list-operations.ts';

export const rule: Rule = {
  id: 'list/items-are-what-get-shows',
  level: 'must',
  title: 'An item of a list is the whole object, as a get shows it at the same version.',
  cites: ['list-payload.4', 'semantics.7.1'],
  operations: LISTS,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return objectOf(on.maker).map((body) => [on.create(body), on.get('{{a}}'), listBy(operation, on)]);
  },
  check: (history) =>
    judgeAgreement(history, {
      role: ({ source }) =>
        source === 'list' ? 'subject' : source === 'get' || source === 'write' ? 'reference' : undefined,
    }),
};
