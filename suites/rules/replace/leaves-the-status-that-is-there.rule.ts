import { judgeLeftStatus } from '../../checks/left-status.ts';
import type { Edit } from '../../drivers/program.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { awaitEvents, edited, versionOf } from '../write-and-look.ts';

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
    const writes = inTurn<Edit>({ remove: '/status' }, { set: '/status', to: {} }).map((edit) => on.replace('{{a}}', edited('read', [...NOTE, edit])));
    const status = statusOf(on.resource).filter((members) => Object.keys(members).length > 0);
    return status.chain((members) =>
      writes.map((write) => [
        on.create(minimalObject(on.maker, '{{a}}')),
        on.patchStatus('{{a}}', { status: members }),
        on.get('{{a}}', { as: 'read' }),
        on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('read') } }),
        write,
        on.get('{{a}}'),
        awaitEvents('seen', 1),
      ]),
    );
  },
  check: (history) => judgeLeftStatus(history, 'replace'),
};
