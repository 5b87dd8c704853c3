import { judgeBystanders } from '../../checks/bystanders.ts';
import { atOnce, otherKinds } from '../bystander-case.ts';
import { fc, minimalObject, AT_ONCE, resourceOf, stepsOn, OWN_OBJECTS } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';

export const rule: Rule = {
  id: 'delete-collection/leaves-other-namespaces-and-kinds',
  level: 'must',
  title:
    'A collection delete removes nothing of another kind or namespace, even if the name of the other namespace begins with its own.',
  cites: ['rules.4', 'what-the-service-does.namespaces'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const on = stepsOn(resource);
    const elsewhere = [stepsOn(resource, 'ns11'), stepsOn(resource, 'ns2'), ...otherKinds(resource)];
    return fc.constant([
      atOnce(elsewhere.map((each) => each.create(minimalObject(each.maker, '{{a}}')))),
      ...[OWN_OBJECTS, { ...OWN_OBJECTS, fieldSelector: 'metadata.name={{a}}' }].flatMap((query) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        on.removeAll({ body: AT_ONCE, query }),
        atOnce(elsewhere.map((each) => each.get('{{a}}'))),
        on.list(),
      ]),
    ]);
  },
  check: (history: History): Iterable<Finding> =>
    judgeBystanders(history, {
      verbs: ['deleteCollection'],
      relation: (key, { call }) => {
        if (key.kind !== call.resource.kind) return 'another kind';
        if (key.namespace === call.namespace) return undefined;
        return key.namespace?.startsWith(call.namespace ?? '') === true
          ? 'a namespace whose name begins alike'
          : 'another namespace';
      },
    }),
  sweep: true,
};
