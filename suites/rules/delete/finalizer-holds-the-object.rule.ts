import { judgeHeldObjects } from '../../checks/delete/held-objects.ts';
import { inTurn, minimalObject, AT_ONCE, resourceOf, stepsOn, edited } from '../cases.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/finalizer-holds-the-object',
  level: 'should',
  title:
    'An object with a finalizer stays readable, with a deletion timestamp, after its delete and after a second one, and is gone once its finalizer is removed.',
  cites: ['parameters.delete.propagation-policy.3', 'semantics.6.1'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch', 'replace'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const held = { ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', finalizers: ['example.com/hold'] } };
    const release = {
      patch: on.patch('{{a}}', { metadata: { finalizers: null } }),
      replace: on.replace('{{a}}', edited('leaving', [{ remove: '/metadata/finalizers' }])),
    };
    const again: Program = [on.remove('{{a}}', { body: AT_ONCE }), on.get('{{a}}'), on.list()];
    return inTurn<Program>([release.patch], [release.replace], again).map((steps) => [
      on.create(held, { as: 'made' }),
      on.remove('{{a}}', { body: AT_ONCE }),
      on.get('{{a}}', { as: 'leaving' }),
      on.list(),
      ...steps,
      on.get('{{a}}'),
      on.list(),
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeHeldObjects(history, 'delete'),
  least: 3,
};
