import { judgeSingleOptions } from '../../checks/single-options.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { DELETES_IN_NAMESPACES, SINGLE_OPTIONS, deleteAndLook } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/each-option-works-in-the-query',
  level: 'must',
  title: 'A delete with any one option in its query is carried out as with that option in its body.',
  cites: [
    'parameters.delete.grace-period-seconds.2',
    'parameters.delete.orphan-dependents.1',
    'parameters.delete.propagation-policy.1',
  ],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation, answers) => {
    const on = stepsOn(resourceOf(operation));
    if (answers['delete.query-options'] === 'as-in-body')
      return inTurn(...SINGLE_OPTIONS).map((query) => deleteAndLook(on, on.remove('{{a}}', { body: {}, query })));
    const taken = SINGLE_OPTIONS.filter((option) => !Object.hasOwn(option, 'propagationPolicy'));
    return inTurn(...taken).map((query) => deleteAndLook(on, on.remove('{{a}}', { text: '', contentType: '', query })));
  },
  check: (history: History, { answers }: CheckContext): Iterable<Finding> =>
    judgeSingleOptions(history, answers, 'query'),
  least: 6,
};
