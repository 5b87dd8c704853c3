import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeHeldObjects } from '../../checks/delete/held-objects.ts';
import { inTurn, minimalObject, AT_ONCE, resourceOf, type Steps, stepsOn, edited } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { Finding, History, Program, Rule, Step, Template } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';

const FIRST = 'example.com/hold';
const SECOND = 'example.com/other';
const LIST = '/metadata/finalizers';

/** Options that add or remove finalizers of the system, and leave those of clients. */
const OPTIONS: readonly Template[] = [
  AT_ONCE,
  { gracePeriodSeconds: 0, propagationPolicy: 'Orphan' },
  { gracePeriodSeconds: 0, orphanDependents: false },
  { gracePeriodSeconds: 0, propagationPolicy: 'Foreground' },
];

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
    return inTurn(...OPTIONS.keys()).map((shift) => [
      {
        do: 'together',
        branches: RELEASES.map((release, index) =>
          heldAndReleased(on, release, index, OPTIONS[(index + shift) % OPTIONS.length] ?? AT_ONCE),
        ),
      },
    ]);
  },
  check: (history: History): Iterable<Finding> => judgeHeldObjects(history, 'delete'),
  least: 3,
};

/** Deletes an object with two finalizers twice with these options, and then takes one finalizer after the other. */
function heldAndReleased(on: Steps, release: Release, index: number, body: Template): Program {
  const name = `{{held-${index}}}`;
  const other = stepsOn(otherGroupVersion(on.resource));
  const { fewer, none } = release({ on, other, name, leaving: `leaving-${index}`, left: `left-${index}` });
  const finalizers = [FIRST, SECOND];
  return [
    // The first object gets its finalizers after its creation.
    ...(index === 0
      ? [on.create(minimalObject(on.maker, name)), on.patch(name, { metadata: { finalizers } })]
      : [on.create({ ...minimalObject(on.maker, name), metadata: { name, finalizers } })]),
    on.remove(name, { body }),
    on.get(name),
    on.list(),
    on.remove(name, { body }),
    ...(on.resource.hasStatus ? [on.patchStatus(name, { status: {} })] : []),
    on.get(name, { as: `leaving-${index}` }),
    fewer,
    on.get(name, { as: `left-${index}` }),
    on.list(),
    none,
    on.get(name),
    on.list(),
  ];
}

interface Held {
  readonly on: Steps;
  /** The steps through the other group-version of the kind, if it has one. */
  readonly other: Steps;
  readonly name: string;
  /** The read before `fewer`, and the read before `none`. */
  readonly leaving: string;
  readonly left: string;
}

/** A write that removes the second finalizer, and one that then removes the first. */
type Release = (held: Held) => { readonly fewer: Step; readonly none: Step };

const JSON_PATCH = { contentType: JSON_PATCH_TYPE };
const STRATEGIC = { contentType: STRATEGIC_MERGE_PATCH_TYPE };
const TO_FIRST = { metadata: { finalizers: [FIRST] } };
const TO_NONE = { metadata: { finalizers: null } };

/** In each media type, through either group-version, alone and together with another change. */
const RELEASES: readonly Release[] = [
  ({ on, other, name }) => ({
    fewer: on.patch(name, TO_FIRST),
    none: other.patch(name, [{ op: 'remove', path: LIST }], JSON_PATCH),
  }),
  ({ on, other, name, leaving }) => ({
    fewer: on.replace(name, edited(leaving, [{ set: LIST, to: [FIRST] }])),
    none: other.patch(name, TO_NONE),
  }),
  ({ on, name }) => ({ fewer: on.patch(name, TO_FIRST), none: on.patch(name, TO_NONE, STRATEGIC) }),
  ({ on, other, name, left }) => ({
    fewer: other.patch(name, [{ op: 'replace', path: LIST, value: [FIRST] }], JSON_PATCH),
    none: on.replace(name, edited(left, [{ remove: LIST }])),
  }),
  ({ on, name, leaving, left }) => ({
    fewer: on.replace(name, edited(leaving, [{ set: LIST, to: [FIRST] }])),
    none: on.replace(
      name,
      edited(left, [
        { set: LIST, to: [] },
        { set: '/metadata/labels', to: { released: 'yes' } },
      ]),
    ),
  }),
];
