import { constant } from 'fast-check';
import { judgeBystanders } from '../../checks/write/bystanders.ts';
import type { Finding } from '../../checks/finding.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { atOnce, otherKinds } from '../bystander-case.ts';
import type { Rule } from '../rule.ts';
import { AT_ONCE, resourceOf, stepsOn } from '../steps.ts';
import { COLLECTION_DELETES } from './collection-cases.ts';
import { OWN_OBJECTS } from '../write-and-read.ts';

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
    return constant([
      on.create(minimalObject(on.maker, '{{a}}')),
      atOnce(elsewhere.map((each) => each.create(minimalObject(each.maker, '{{a}}')))),
      on.removeAll({ body: AT_ONCE, query: OWN_OBJECTS }),
      atOnce(elsewhere.map((each) => each.get('{{a}}'))),
      on.list(),
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
