import { judgeKindChanges } from '../../checks/patch/kind-changes.ts';
import { distinctChange } from '../../generators/changes.ts';
import { inTurn, minimalObject, operationsOf, resourceOf, stepsOn, edited, makeAndRead } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/kind-cannot-be-changed',
  level: 'must',
  negative: true,
  title: 'A PUT whose body names another kind leaves the kind of the object as it is.',
  cites: ['resources.kind.3'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn('Other', on.resource.kind.toLowerCase(), `${on.resource.kind}List`).map((kind) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      on.replace('{{a}}', edited('read', [...distinctChange(on.resource, 'other-kind'), { set: '/kind', to: kind }])),
      on.get('{{a}}'),
    ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeKindChanges(history, context, ['replace'], ({ resource }) => resource.kind),
  least: 3,
};
