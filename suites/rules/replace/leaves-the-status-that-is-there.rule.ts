import { distinctChange } from '../../generators/changes.ts';
import { judgeLeftStatus } from '../../checks/write/left-status.ts';
import type { Edit } from '../../program/program.ts';
import { fc, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { writesBesideStatuses } from '../write-beside-a-status.ts';

export const rule: Rule = {
  id: 'replace/leaves-the-status-that-is-there',
  level: 'must',
  title:
    'A PUT of a resource leaves its status as it is if the body carries none, an empty one or null, and does not take it away if the spec changes.',
  cites: ['semantics.2.1', 'semantics.2.2', 'rules.2.1', 'rules.2.2'],
  operations: operationsOf(['replace'], ({ hasStatus, namespaced }) => hasStatus && namespaced),
  needs: ['create', 'get', 'patchStatus'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const edits: readonly Edit[] = [{ remove: '/status' }, { set: '/status', to: {} }, { set: '/status', to: null }];
    const noted = edits.map((edit, index) => [{ set: '/metadata/annotations', to: { noted: `note-${index}` } }, edit]);
    const writes = [...noted, distinctChange(on.resource, 'beside-a-status')].map((each) =>
      on.replace('{{a}}', edited('read', each)),
    );
    return fc.constant(writesBesideStatuses(operation, choices, writes));
  },
  check: (history) => judgeLeftStatus(history, 'replace'),
  least: 1,
  sweep: true,
};
