import { judgeBystanders, relationByName } from '../../checks/bystanders.ts';
import { distinctChange } from '../../generators/changes.ts';
import { bystanderCase } from '../bystander-case.ts';
import { inTurn, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/leaves-other-objects',
  level: 'must',
  title:
    'A PUT changes no other object: none whose name begins alike, none of that name in another namespace or of another kind.',
  cites: ['semantics.1.1', 'what-the-service-does.namespaces'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('one', 'two').map((text) =>
      bystanderCase(on.resource, [
        on.get('{{a}}', { as: 'read' }),
        on.replace('{{a}}', edited('read', distinctChange(on.resource, text))),
        on.get('{{a}}'),
      ]),
    );
  },
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, { verbs: ['replace'], relation: relationByName }),
  sweep: true,
};
