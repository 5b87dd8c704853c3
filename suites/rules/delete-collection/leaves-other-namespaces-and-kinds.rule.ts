import { operationFor } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { judgeBystanders } from '../../checks/bystanders.ts';
import type { Finding } from '../../checks/finding.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { AT_ONCE, resourceOf, stepsOn } from '../steps.ts';
import { COLLECTION_DELETES, OWN_ONLY } from './collection-cases.ts';

/** Kinds whose create and get the document tabulates, so that every server has them. */
const OTHERS = RESOURCES.filter(
  ({ id, namespaced }) =>
    namespaced && operationFor(id, 'create')?.tabulated === true && operationFor(id, 'get')?.tabulated === true,
);

export const rule: Rule = {
  id: 'delete-collection/leaves-other-namespaces-and-kinds',
  level: 'must',
  title:
    'A collection delete removes nothing of another kind, and nothing in another namespace, be its name ever so alike.',
  cites: ['rules.4', 'what-the-service-does.namespaces'],
  operations: COLLECTION_DELETES,
  needs: ['create', 'get', 'list'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const [on, near, far] = [stepsOn(resource, 'ns1'), stepsOn(resource, 'ns11'), stepsOn(resource, 'ns2')];
    return inTurn(...OTHERS.filter(({ kind }) => kind !== resource.kind)).map((kind) => {
      const other = stepsOn(kind);
      return [
        on.create(minimalObject(on.maker, '{{a}}')),
        other.create(minimalObject(other.maker, '{{a}}')),
        ...[near, far].map((each) => each.create(minimalObject(each.maker, '{{a}}'))),
        on.removeAll({ body: AT_ONCE, query: { labelSelector: OWN_ONLY } }),
        other.get('{{a}}'),
        ...[near, far].map((each) => each.get('{{a}}')),
        on.list(),
      ];
    });
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
  least: 3,
};
