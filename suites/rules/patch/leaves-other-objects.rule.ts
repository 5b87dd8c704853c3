import { judgeBystanders, relationByName } from '../../checks/bystanders.ts';
import { bystanderCase } from '../bystander-case.ts';
import { inTurn, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/leaves-other-objects',
  level: 'must',
  title:
    'A PATCH changes no other object: none whose name begins alike, none of that name in another namespace or of another kind.',
  cites: ['semantics.4.1', 'what-the-service-does.namespaces'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('labels', 'annotations').map((part) =>
      bystanderCase(on.resource, [on.patch('{{a}}', { metadata: { [part]: { patched: 'yes' } } })]),
    );
  },
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, { verbs: ['patch'], relation: relationByName }),
  sweep: true,
};
