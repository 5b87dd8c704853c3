import { judgeDeleteResponses } from '../../checks/delete/delete-responses.ts';
import { inTurn, minimalObject, AT_ONCE, resourceOf, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { DELETES, SINGLE_OPTIONS } from './delete-cases.ts';
import { heldObject, release } from '../held-object.ts';

export const rule: Rule = {
  id: 'delete/answers-a-status-of-success',
  level: 'must',
  impact: 'form',
  title: 'A successful delete returns a Status whose status is Success and whose code is 200.',
  cites: [
    'rules.3',
    'other-shapes.status.2',
    'other-shapes.status.3',
    'other-shapes.status.4',
    'parameters.delete.response',
    'endpoints.success-status',
  ],
  operations: DELETES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(AT_ONCE, ...SINGLE_OPTIONS).map((body) => [
      on.create(minimalObject(on.maker, '{{a}}'), { as: 'made' }),
      on.remove('{{a}}', { body }),
      ...(on.resource.namespaced
        ? [on.create(heldObject(on, '{{b}}')), on.remove('{{b}}', { body }), release(on, '{{b}}')]
        : []),
    ]);
  },
  check: (history: History, { choices }: CheckContext): Iterable<Finding> =>
    judgeDeleteResponses(history, choices, 'delete'),
  least: 3,
};
