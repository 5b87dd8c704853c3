import { judgeExactDeletions } from '../../checks/delete/exact-deletions.ts';
import { eachInTurn, AT_ONCE, offers, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import { many } from '../many.ts';
import type { Rule } from '../rule.ts';
import {
  COLLECTION_DELETES,
  deleteBesideDeletes,
  deleteBesideTerminating,
  deleteByBoth,
  deleteByLabelOfPods,
  deleteRelabelled,
  deleteTyped,
  fieldCases,
  selectorCases,
  wholeCases,
} from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/removes-exactly-what-matches',
  level: 'must',
  title:
    'A collection delete removes every object of its collection that both selectors match, all of them without selectors, and none that they do not.',
  cites: [
    'rules.4',
    'parameters.delete-collection',
    'parameters.list.label-selector',
    'parameters.list.field-selector',
  ],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const byName = choices['selectors.field-names'] !== 'by-kind';
    // In the same cases as those without a selector, because a run has few cases of each kind.
    const more = [
      ...(offers(on.resource, 'delete') ? deleteBesideDeletes(on) : []),
      ...(byName ? deleteByBoth(on) : []),
      ...deleteTyped(on),
      ...deleteByLabelOfPods(on),
      ...(offers(on.resource, 'patch') ? [...deleteBesideTerminating(on), ...deleteRelabelled(on)] : []),
      ...(on.resource.id === 'configmaps'
        ? [many(on), on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }), on.list()]
        : []),
    ];
    const whole = wholeCases(on).map((program) => [...program, ...more]);
    return eachInTurn(selectorCases(on), whole, ...(byName ? [fieldCases(on)] : []));
  },
  check: judgeExactDeletions,
};
