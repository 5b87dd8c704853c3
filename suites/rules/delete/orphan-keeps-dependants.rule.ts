import { judgeOrphaned } from '../../checks/delete/orphaned.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { type Extra, fc, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { referenceTo } from '../reference-to.ts';
import type { Program, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

/** The other owner of some dependants. It stays. */
const KEEPER = '{{keeper}}';

/**
 * An owner, its dependants, of which the second one has another owner too, and the delete of the owner: at once, with
 * the grace period once beside the body and once in it.
 */
const ORPHANING: readonly (readonly [owner: string, children: readonly string[], how: Extra])[] = [
  [
    '{{a}}',
    ['{{child}}', '{{shared-child}}'],
    { body: { propagationPolicy: 'Orphan' }, query: { gracePeriodSeconds: 0 } },
  ],
  ['{{b}}', ['{{other-child}}', '{{last-child}}'], { body: { orphanDependents: true, gracePeriodSeconds: 0 } }],
];

export const rule: Rule = {
  id: 'delete/orphan-keeps-dependants',
  level: 'must',
  title:
    'A delete that orphans, by orphanDependents or propagationPolicy, leaves the objects that name the deleted one as their owner, with their other owners.',
  cites: ['parameters.delete.orphan-dependents.1', 'parameters.delete.propagation-policy.1', 'semantics.6.2'],
  // Not every kind may own others; these kinds create dependants.
  operations: DELETES_IN_NAMESPACES.filter(
    (operation) => DELETION_OF_KIND[resourceOf(operation).kind] === 'after-dependants',
  ),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const keeper = referenceTo(on.maker, KEEPER, 'keeper');
    return fc.constant([
      on.create(minimalObject(on.maker, KEEPER), { as: 'keeper' }),
      ...ORPHANING.flatMap(([owner, children, how], index): Program => {
        const as = `owner-${index}`;
        return [
          on.create(minimalObject(on.maker, owner), { as }),
          ...children.map((name, place) => {
            const ownerReferences = [referenceTo(on.maker, owner, as), ...(place === 0 ? [] : [keeper])];
            return on.create({ ...minimalObject(on.maker, name), metadata: { name, ownerReferences } });
          }),
          on.list(),
          on.remove(owner, how),
          on.list(),
          ...children.map((name) => on.get(name)),
        ];
      }),
    ]);
  },
  check: judgeOrphaned,
  least: 1,
};
