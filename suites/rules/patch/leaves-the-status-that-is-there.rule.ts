import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeLeftStatus } from '../../checks/left-status.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { writeBesideAStatus } from '../write-beside-a-status.ts';

const NOTED = { metadata: { annotations: { noted: 'yes' } } };

export const rule: Rule = {
  id: 'patch/leaves-the-status-that-is-there',
  level: 'must',
  title: 'A PATCH of a resource leaves the status that is there, where it takes it away.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: operationsOf(['patch'], ({ hasStatus, namespaced }) => hasStatus && namespaced),
  needs: ['create', 'get', 'patchStatus'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const merged = [MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].map((contentType) =>
      on.patch('{{a}}', { status: null, ...NOTED }, { contentType }),
    );
    const removed = on.patch(
      '{{a}}',
      [
        { op: 'add', path: '/metadata/annotations', value: NOTED.metadata.annotations },
        { op: 'remove', path: '/status' },
      ],
      { contentType: JSON_PATCH_TYPE },
    );
    return writeBesideAStatus(operation, inTurn(...merged, removed));
  },
  check: (history) => judgeLeftStatus(history, 'patch'),
};
