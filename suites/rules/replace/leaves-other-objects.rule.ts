import { judgeBystanders, relationByName } from '../../checks/write/bystanders.ts';
import type { Finding } from '../../checks/finding.ts';
import { markChange } from '../../generators/changes.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { bystanderCase } from '../bystander-case.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited } from '../write-and-read.ts';

export const rule: Rule = {
  id: 'replace/leaves-other-objects',
  level: 'must',
  title:
    'A PUT changes no other object: none whose name begins alike, none of that name in another namespace or of another kind.',
  cites: ['semantics.1.1', 'what-the-service-does.namespaces'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('one', 'two').map((mark) =>
      bystanderCase(on.resource, [
        on.get('{{a}}', { as: 'read' }),
        on.replace('{{a}}', edited('read', markChange(on.resource, mark))),
      ]),
    );
  },
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, { verbs: ['replace'], relation: relationByName }),
  sweep: true,
};
