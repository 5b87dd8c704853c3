import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeHeldObjects } from '../../checks/delete/held-objects.ts';
import { fc, inTurn, minimalObject, AT_ONCE, resourceOf, type Steps, stepsOn, edited } from '../cases.ts';
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
    const held = { ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', finalizers: [FIRST, SECOND] } };
    const read: Program = [on.get('{{a}}'), on.list()];
    const status = on.resource.hasStatus ? [on.patchStatus('{{a}}', { status: {} })] : [];
    return fc
      .tuple(inTurn(...waysToRelease(on)), inTurn(...OPTIONS))
      .map(([[fewer, none], body]) => [
        on.create(held, { as: 'made' }),
        on.remove('{{a}}', { body }),
        ...read,
        on.remove('{{a}}', { body }),
        ...status,
        on.get('{{a}}', { as: 'leaving' }),
        on.list(),
        fewer,
        on.get('{{a}}', { as: 'left' }),
        on.list(),
        none,
        ...read,
      ]);
  },
  check: (history: History): Iterable<Finding> => judgeHeldObjects(history, 'delete'),
  least: 3,
};

/**
 * Writes that remove the second finalizer, each with one that removes the first too: in each media type, through either
 * group-version of the kind, alone and together with another change.
 */
function waysToRelease(on: Steps): readonly (readonly [fewer: Step, none: Step])[] {
  const json = { contentType: JSON_PATCH_TYPE };
  const other = stepsOn(otherGroupVersion(on.resource));
  return [
    [
      on.patch('{{a}}', { metadata: { finalizers: [FIRST] } }),
      other.patch('{{a}}', [{ op: 'remove', path: LIST }], json),
    ],
    [
      on.replace('{{a}}', edited('leaving', [{ set: LIST, to: [FIRST] }])),
      other.patch('{{a}}', { metadata: { finalizers: null } }),
    ],
    [
      on.patch('{{a}}', { metadata: { finalizers: [FIRST] } }),
      other.patch('{{a}}', { metadata: { finalizers: null } }, { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
    ],
    [
      other.patch('{{a}}', [{ op: 'replace', path: LIST, value: [FIRST] }], json),
      on.replace('{{a}}', edited('left', [{ remove: LIST }])),
    ],
    [
      on.replace('{{a}}', edited('leaving', [{ set: LIST, to: [FIRST] }])),
      on.replace(
        '{{a}}',
        edited('left', [
          { set: LIST, to: [] },
          { set: '/metadata/labels', to: { released: 'yes' } },
        ]),
      ),
    ],
  ];
}
