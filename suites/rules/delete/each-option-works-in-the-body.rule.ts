import { judgeSingleOptions } from '../../checks/delete/single-options.ts';
import { inTurn, resourceOf, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES, SINGLE_OPTIONS, TYPED_OPTIONS, deleteAndRead } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/each-option-works-in-the-body',
  level: 'must',
  title: 'A delete carries out each option in its body: the object is gone, or is terminating and shows its reason.',
  cites: [
    'parameters.delete.body',
    'other-shapes.delete-options.1',
    'other-shapes.delete-options.2',
    'semantics.6.1',
    'parameters.delete.orphan-dependents.2',
    'versioning.4.orphan-dependents',
  ],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...SINGLE_OPTIONS, ...TYPED_OPTIONS).map((body) => deleteAndRead(on, on.remove('{{a}}', { body })));
  },
  check: (history: History, { choices }: CheckContext): Iterable<Finding> =>
    judgeSingleOptions(history, choices, 'body'),
  least: 8,
};
