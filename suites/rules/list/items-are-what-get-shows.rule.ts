import { judgeAgreement } from '../../checks/agreement.ts';
import { objectOf, resourceOf, stepsOn } from '../cases.ts';
import { release } from '../held-object.ts';
import { everyOtherPrefixed } from '../name-prefixes.ts';
import type { Program, Rule } from '../rule.ts';
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
    const { namespaced } = on.resource;
    const held = namespaced ? [{ set: '/metadata/finalizers', to: ['example.com/hold'] }] : [];
    const cases = objectOf(on.maker).map((body): Program => [
      on.create({ $edit: body, with: held }),
      on.get('{{a}}'),
      listBy(operation, on),
      ...(namespaced ? [release(on, '{{a}}')] : []),
    ]);
    return everyOtherPrefixed(cases);
  },
  check: (history) =>
    judgeAgreement(history, {
      role: ({ source }) =>
        source === 'list' ? 'subject' : source === 'get' || source === 'write' ? 'reference' : undefined,
    }),
};
