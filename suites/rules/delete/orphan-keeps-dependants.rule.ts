import { judgeOrphaned } from '../../checks/delete/orphaned.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import type { Program, Rule, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

/** An owner, its dependants, and the delete of the owner. */
const ORPHANING: readonly (readonly [owner: string, children: readonly string[], body: Template])[] = [
  ['{{a}}', ['{{child}}', '{{second-child}}'], { propagationPolicy: 'Orphan' }],
  ['{{b}}', ['{{other-child}}', '{{last-child}}'], { orphanDependents: true }],
];

export const rule: Rule = {
  id: 'delete/orphan-keeps-dependants',
  level: 'must',
  title:
    'A delete that orphans, by orphanDependents or propagationPolicy, leaves the objects that name the deleted one as their owner.',
  cites: ['parameters.delete.orphan-dependents.1', 'parameters.delete.propagation-policy.1', 'semantics.6.2'],
  // Not every kind may own others; these kinds create dependants.
  operations: DELETES_IN_NAMESPACES.filter(
    (operation) => DELETION_OF_KIND[resourceOf(operation).kind] === 'after-dependants',
  ),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.constant(
      ORPHANING.flatMap(([owner, children, body], index): Program => {
        const as = `owner-${index}`;
        const reference: Template = {
          apiVersion: on.maker.apiVersion,
          kind: on.resource.kind,
          name: owner,
          uid: { $from: as, at: '/metadata/uid' },
        };
        return [
          on.create(minimalObject(on.maker, owner), { as }),
          ...children.map((name) =>
            on.create({ ...minimalObject(on.maker, name), metadata: { name, ownerReferences: [reference] } }),
          ),
          on.list(),
          on.remove(owner, { body }),
          on.list(),
          ...children.map((name) => on.get(name)),
        ];
      }),
    );
  },
  check: judgeOrphaned,
  least: 1,
};
