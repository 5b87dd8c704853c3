import { judgeDeleteResponses } from '../../checks/delete/delete-responses.ts';
import { resourceOf, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES, selectorCases } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/answers-a-status',
  level: 'must',
  impact: 'form',
  title: 'A collection delete returns a Status of success, whether it removes many objects or none.',
  cites: ['parameters.delete-collection', 'rules.3', 'other-shapes.status.1', 'endpoints.success-status'],
  operations: COLLECTION_DELETES,
  cases: (operation) => selectorCases(stepsOn(resourceOf(operation))),
  check: (history: History, { choices }: CheckContext): Iterable<Finding> =>
    judgeDeleteResponses(history, choices, 'deleteCollection'),
  least: 2,
};
