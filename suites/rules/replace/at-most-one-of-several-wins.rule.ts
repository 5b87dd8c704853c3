import { judgeRaces } from '../../checks/write/races.ts';
import { distinctChange } from '../../generators/changes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited, makeAndRead } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Finding, History, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/at-most-one-of-several-wins',
  level: 'must',
  impact: 'data',
  title:
    'Of parallel PUTs that carry one version and change the object, through any group version, at most one is stored.',
  cites: ['semantics.1.2', 'rules.1.1'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return fc.integer({ min: 2, max: 6 }).map((count) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      other.get('{{a}}', { as: 'elsewhere' }),
      {
        do: 'together',
        branches: Array.from({ length: count }, (_, n) => {
          const [way, as] = n % 2 === 0 ? [on, 'read'] : [other, 'elsewhere'];
          return [way.replace('{{a}}', edited(as, distinctChange(on.resource, `writer-${n}`)))];
        }),
      },
      on.get('{{a}}'),
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeRaces(history, 'replace'),
};
