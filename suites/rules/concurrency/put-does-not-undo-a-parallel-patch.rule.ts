import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeLostNonces } from '../../checks/linearizability/lost-nonces.ts';
import { distinctChange } from '../../generators/changes.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { noncePatch, withRoom } from './nonces.ts';

export const rule: Rule = {
  id: 'concurrency/put-does-not-undo-a-parallel-patch',
  level: 'must',
  title: 'A parallel PUT with an earlier version does not undo an acknowledged PATCH of any media type.',
  cites: ['semantics.1.2', 'rules.1.1', 'semantics.4.1'],
  operations: operationsOf(['patch'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'replace'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    const types = fc.shuffledSubarray([MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE], {
      minLength: 2,
    });
    return fc.record({ types, puts: fc.integer({ min: 1, max: 3 }) }).map(({ types: sent, puts }) => [
      on.create(withRoom(minimalObject(on.maker, '{{a}}'))),
      {
        do: 'together',
        branches: [
          ...sent.map((contentType, n) => [
            on.patch('{{a}}', null, noncePatch(contentType, `p${n}`)),
            on.patch('{{a}}', null, noncePatch(contentType, `q${n}`)),
          ]),
          ...Array.from({ length: puts }, (_, n) => {
            const by = n % 2 === 0 ? on : other;
            return [
              by.get('{{a}}', { as: `read${n}` }),
              by.replace('{{a}}', edited(`read${n}`, distinctChange(by.resource, `put-${n}`))),
              by.get('{{a}}', { as: `again${n}` }),
              by.replace('{{a}}', edited(`again${n}`, distinctChange(by.resource, `then-${n}`))),
            ];
          }),
        ],
      },
      on.get('{{a}}'),
      on.list(),
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeLostNonces(history, 'patch'),
  least: 2,
};
