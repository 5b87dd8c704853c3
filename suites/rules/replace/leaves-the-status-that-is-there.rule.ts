import { judgeLeftStatus } from '../../checks/left-status.ts';
import type { Edit } from '../../drivers/program.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited } from '../write-and-look.ts';
import { writeBesideAStatus } from '../write-beside-a-status.ts';

const NOTE: readonly Edit[] = [{ set: '/metadata/annotations', to: { noted: 'yes' } }];

export const rule: Rule = {
  id: 'replace/leaves-the-status-that-is-there',
  level: 'must',
  title: 'A PUT of a resource leaves the status that is there, where its body carries none or an empty one.',
  cites: ['semantics.2.1', 'semantics.2.2', 'rules.2.1', 'rules.2.2'],
  operations: operationsOf(['replace'], ({ hasStatus, namespaced }) => hasStatus && namespaced),
  needs: ['create', 'get', 'patchStatus'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const edits = inTurn<Edit>({ remove: '/status' }, { set: '/status', to: {} });
    return writeBesideAStatus(
      operation,
      edits.map((edit) => on.replace('{{a}}', edited('read', [...NOTE, edit]))),
    );
  },
  check: (history) => judgeLeftStatus(history, 'replace'),
};
