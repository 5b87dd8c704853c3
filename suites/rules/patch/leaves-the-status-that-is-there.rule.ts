import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import { judgeLeftStatus } from '../../checks/write/left-status.ts';
import { fc, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { Rule, Step } from '../rule.ts';
import { writesBesideStatuses } from '../write-beside-a-status.ts';

export const rule: Rule = {
  id: 'patch/leaves-the-status-that-is-there',
  level: 'must',
  title:
    'A PATCH of a resource leaves its status as it is, even if the patch removes it, and does not take it away if the spec changes.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: operationsOf(['patch'], ({ hasStatus, namespaced }) => hasStatus && namespaced),
  needs: ['create', 'get', 'patchStatus'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const types = patchesOf(on);
    // Each patch type with each of the three statuses that take turns.
    const rotations = types.flatMap((_, round) => [...types.slice(round), ...types.slice(0, round)]);
    const { path, value } = identifyingMember(on.resource, 'beside-a-status');
    const writes = [
      ...rotations.map((patch, index) => patch(`note-${index}`)),
      on.patch('{{a}}', nest(path, value), { contentType: MERGE_PATCH_TYPE }),
      on.patch('{{a}}', ONLY_THESE, { contentType: STRATEGIC_MERGE_PATCH_TYPE }),
    ];
    return fc.constant(writesBesideStatuses(operation, choices, writes));
  },
  check: (history) => judgeLeftStatus(history, 'patch'),
  least: 1,
  sweep: true,
};

/** Annotations in place of those that there are. */
const ONLY_THESE = { metadata: { annotations: { $patch: 'replace', only: 'these' } } } as const;

/** Patches of each type that add a note and remove the status. */
function patchesOf(on: Steps): ((note: string) => Step)[] {
  const merged = [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].map(
    (contentType) =>
      (noted: string): Step =>
        on.patch('{{a}}', { status: null, metadata: { annotations: { noted } } }, { contentType }),
  );
  const removed = (noted: string): Step =>
    on.patch(
      '{{a}}',
      [
        { op: 'add', path: '/metadata/annotations', value: { noted } },
        { op: 'remove', path: '/status' },
      ],
      { contentType: JSON_PATCH_TYPE },
    );
  return [...merged, removed];
}
