import { judgeHeldObjects } from '../../checks/delete/held-objects.ts';
import { fc, minimalObject, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/finalizer-holds-the-object',
  level: 'should',
  title:
    'A collection delete gives an object that has a finalizer a deletion timestamp, and leaves it readable until the finalizer is removed.',
  cites: ['rules.4', 'parameters.delete.propagation-policy.3'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant([
      on.create({ ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', finalizers: ['example.com/hold'] } }),
      on.create(minimalObject(on.maker, '{{b}}')),
      on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
      on.get('{{a}}'),
      // The object is terminating by now, and a further collection delete must leave it, too.
      on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
      on.list(),
      on.patch('{{a}}', { metadata: { finalizers: null } }),
      on.get('{{a}}'),
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeHeldObjects(history, 'deleteCollection'),
  least: 1,
};
