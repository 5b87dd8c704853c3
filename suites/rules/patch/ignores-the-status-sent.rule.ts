import { sent } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { show } from '../../checks/findings.ts';
import { judgeOutcomes } from '../../checks/outcome-demands.ts';
import { adoptedStatus, bringsStatus } from '../../checks/status-members.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import type { History } from '../../oracle/history.ts';
import * as fc from 'fast-check';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { MERGE_PATCH, STRATEGIC_PATCH, resourceOf, stepsOn } from '../steps.ts';
import { writeAndLook } from '../write-and-look.ts';

export const rule: Rule = {
  id: 'patch/ignores-the-status-sent',
  level: 'must',
  title: 'A PATCH of a resource leaves its status as it is, whatever status it carries.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: operationsOf(['patch'], ({ hasStatus, namespaced }) => hasStatus && namespaced),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.tuple(statusOf(on.resource), fc.constantFrom(MERGE_PATCH, STRATEGIC_PATCH)).map(([status, contentType]) =>
      writeAndLook(on, minimalObject(on.maker, '{{a}}'), [on.patch('{{a}}', { status, metadata: { annotations: { too: 'this' } } }, { contentType })]),
    );
  },
  check,
};

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['patch'], ({ exchange, before, write }) => {
    const body = sent(exchange);
    const { schema, hasStatus } = write.resource;
    if (!hasStatus || body === undefined || !bringsStatus(before.content, body, schema)) return undefined;
    return {
      shape: 'other status sent',
      wrong: ({ content }) => {
        const taken = adoptedStatus(before.content, body, content, schema);
        return taken === undefined ? undefined : { expected: `${taken.path} ${show(taken.expected)}, as before`, actual: `${show(taken.actual)}, as sent,`, cause: `${taken.path} is taken from a PATCH of the resource` };
      },
    };
  });
}
