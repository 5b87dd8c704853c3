import { JSON_PATCH_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeOrphaned } from '../../checks/delete/orphaned.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { ORPHAN } from '../../checks/delete/unwanted-orphaning.ts';
import {
  awaitEvents,
  type Extra,
  fc,
  minimalObject,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
  versionOf,
} from '../cases.ts';
import { dependant, referenceTo, WAIT_FOR_THE_COLLECTOR } from '../reference-to.ts';
import type { Program, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES, TYPED } from './delete-cases.ts';
import { heldObject } from '../held-object.ts';

/** The other owner of some dependants. It stays. */
const KEEPER = '{{keeper}}';

/**
 * An owner, its dependants, of which the second one has another owner too, and the delete of the owner: at once, with
 * the grace period once beside the body and once in it, and with a body in YAML. The finalizer of the last
 * owner orphans without options.
 */
const ORPHANING: readonly (readonly [
  owner: string,
  children: readonly string[],
  how: Extra,
  finalizers?: readonly string[],
])[] = [
  [
    '{{a}}',
    ['{{child}}', '{{shared-child}}'],
    { body: { propagationPolicy: 'Orphan' }, query: { gracePeriodSeconds: 0 } },
  ],
  ['{{b}}', ['{{other-child}}', '{{last-child}}'], { body: { orphanDependents: true, gracePeriodSeconds: 0 } }],
  ['{{y}}', ['{{yaml-child}}'], { body: { ...TYPED, orphanDependents: true }, contentType: YAML_TYPE }],
  ['{{c}}', ['{{kept-child}}', '{{shared-kept-child}}'], { body: { gracePeriodSeconds: 0 } }, [ORPHAN]],
];

export const rule: Rule = {
  id: 'delete/orphan-keeps-dependants',
  level: 'must',
  title:
    'A delete that orphans, by orphanDependents, propagationPolicy or the orphan finalizer of the object, leaves the objects that name the deleted one as their owner, with their other owners.',
  cites: [
    'parameters.delete.orphan-dependents.1',
    'parameters.delete.propagation-policy.1',
    'parameters.delete.propagation-policy.3',
    'semantics.6.2',
  ],
  // Not every kind may own others; these kinds create dependants. By default workloads may orphan, config maps do not.
  operations: DELETES_IN_NAMESPACES.filter((operation) => {
    const { kind } = resourceOf(operation);
    return kind === 'ConfigMap' || DELETION_OF_KIND[kind] === 'after-dependants';
  }),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const keeper = referenceTo(on.maker, KEEPER, 'keeper');
    return fc.constant([
      on.create(minimalObject(on.maker, KEEPER), { as: 'keeper' }),
      ...showsFinalizer(on),
      ...releasedLater(on),
      ...ORPHANING.flatMap(([owner, children, how, finalizers], index): Program => {
        const as = `owner-${index}`;
        return [
          on.create(
            { ...minimalObject(on.maker, owner), metadata: { name: owner, ...(finalizers && { finalizers }) } },
            { as },
          ),
          ...children.map((name, place) => {
            return on.create(dependant(on, name, referenceTo(on.maker, owner, as), ...(place === 0 ? [] : [keeper])));
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

/** A delete that orphans, of an owner that another finalizer holds for a while. */
function releasedLater(on: Steps): Program {
  return [
    on.create(heldObject(on, '{{h}}'), { as: 'held-owner' }),
    on.create(dependant(on, '{{held-child}}', referenceTo(on.maker, '{{h}}', 'held-owner'))),
    on.get('{{held-child}}'),
    on.remove('{{h}}', { body: { gracePeriodSeconds: 0, propagationPolicy: 'Orphan' } }),
    on.get('{{h}}'),
    // Not the finalizer that orphans, which the server added.
    on.patch(
      '{{h}}',
      [
        { op: 'test', path: '/metadata/finalizers/0', value: 'example.com/hold' },
        { op: 'remove', path: '/metadata/finalizers/0' },
      ],
      { contentType: JSON_PATCH_TYPE },
    ),
    WAIT_FOR_THE_COLLECTOR,
    on.get('{{held-child}}'),
  ];
}

/** The delete of an object that stays readable, and a watch that shows whether it gets the orphan finalizer. */
function showsFinalizer(on: Steps): Program {
  return [
    on.create(heldObject(on, '{{held}}')),
    on.list({ as: 'list' }),
    on.watchList('seen', { via: 'parameter', query: { ...OWN_OBJECTS, resourceVersion: versionOf('list') } }),
    on.remove('{{held}}', { body: { gracePeriodSeconds: 0, orphanDependents: true } }),
    awaitEvents('seen', 1),
  ];
}
