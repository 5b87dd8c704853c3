import type { CheckContext, Finding } from '../../checks/finding.ts';
import { judgeKindChanges } from '../../checks/patch/kind-changes.ts';
import { markChange } from '../../generators/changes.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited, makeAndRead } from '../write-and-read.ts';

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
      on.replace('{{a}}', edited('read', [...markChange(on.resource, 'other-kind'), { set: '/kind', to: kind }])),
      on.get('{{a}}'),
    ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeKindChanges(history, context, ['replace'], ({ resource }) => resource.kind),
  least: 3,
};
