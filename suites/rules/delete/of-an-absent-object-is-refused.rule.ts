import { judgeAbsentWrites } from '../../checks/absent-writes.ts';
import { inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/of-an-absent-object-is-refused',
  level: 'must',
  negative: true,
  title:
    'A delete of an absent object is refused, even if the object existed before, or exists under that name in lower case.',
  cites: ['semantics.6.1', 'rules.3'],
  operations: DELETES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const begun = [
      on.create(minimalObject(on.maker, '{{b}}-case')),
      on.create(minimalObject(on.maker, '{{ab}}'), { as: 'made' }),
      on.get('{{ab}}'),
    ];
    const never = [
      ...begun,
      ...['{{a}}', '{{b}}-CASE'].flatMap((name) => [on.get(name), on.remove(name), on.get(name)]),
    ];
    // A namespace may take its time to go.
    if (!on.resource.namespaced) return inTurn(never);
    return inTurn(never, [...begun, on.remove('{{ab}}'), on.get('{{ab}}'), on.remove('{{ab}}'), on.get('{{ab}}')]);
  },
  check: (history: History): Iterable<Finding> => judgeAbsentWrites(history, 'delete'),
  least: 3,
};
