import { judgeLostNonces } from '../../checks/linearizability/lost-nonces.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Finding, History, Rule, Step } from '../rule.ts';
import { nonceEdit, withRoom } from './nonces.ts';

export const rule: Rule = {
  id: 'concurrency/every-acknowledged-addition-counts',
  level: 'must',
  title:
    'When parallel clients read an object, add to it and PUT it back with its version, every acknowledged addition is there in the end.',
  cites: ['semantics.1.2', 'rules.1.1', 'errors.2'],
  operations: operationsOf(['replace'], ({ namespaced }) => namespaced),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return fc
      .record({ clients: fc.integer({ min: 2, max: 5 }), rounds: fc.integer({ min: 2, max: 3 }) })
      .map(({ clients, rounds }) => [
        on.create(withRoom(minimalObject(on.maker, '{{a}}'))),
        {
          do: 'together',
          branches: Array.from({ length: clients }, (_, client) =>
            Array.from({ length: rounds }, (__, round): readonly Step[] => {
              const [nonce, by] = [`c${client}r${round}`, client % 3 === 2 ? other : on];
              return [by.get('{{a}}', { as: nonce }), by.replace('{{a}}', edited(nonce, [nonceEdit(nonce)]))];
            }).flat(),
          ),
        },
        on.get('{{a}}'),
        on.list(),
      ]);
  },
  check: (history: History): Iterable<Finding> => judgeLostNonces(history, 'replace'),
  least: 2,
};
