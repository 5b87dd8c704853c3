import { judgeBystanders, judgeStatusBystanders, relationByName } from '../../checks/bystanders.ts';
import { bystanderCase } from '../bystander-case.ts';
import { fc, resourceOf, stepsOn, edited } from '../cases.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { statusEdits } from './status-edits.ts';
import { STATUS_WRITES } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/leaves-other-objects',
  level: 'must',
  title:
    'A write of /status changes no other object, nor its status: none whose name begins alike, none of that name in another namespace or of another kind.',
  cites: ['rules.2.2', 'semantics.2.2', 'what-the-service-does.namespaces'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const status = statusEdits(on.resource);
    const write =
      operation.verb === 'replaceStatus'
        ? [on.get('{{a}}', { as: 'read' }), on.replaceStatus('{{a}}', edited('read', status)), on.get('{{a}}')]
        : [on.patchStatus('{{a}}', { $edit: {}, with: status })];
    return fc.constant(bystanderCase(on.resource, write));
  },
  check,
  sweep: true,
};

function* check(history: History): Iterable<Finding> {
  yield* judgeBystanders(history, { verbs: ['replaceStatus', 'patchStatus'], relation: relationByName });
  yield* judgeStatusBystanders(history, rule.id);
}
