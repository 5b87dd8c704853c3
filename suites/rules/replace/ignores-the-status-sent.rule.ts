import * as fc from 'fast-check';
import { sent } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { show } from '../../checks/findings.ts';
import { judgeOutcomes } from '../../checks/outcome-demands.ts';
import { adoptedStatus, bringsStatus } from '../../checks/status-members.ts';
import { markChange } from '../../generators/changes.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import type { History } from '../../oracle/history.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited, writeAndLook } from '../write-and-look.ts';

export const rule: Rule = {
  id: 'replace/ignores-the-status-sent',
  level: 'must',
  title: 'A PUT of a resource leaves its status as it is, whatever status its body carries.',
  cites: ['semantics.2.1', 'semantics.2.2', 'rules.2.1', 'rules.2.2'],
  // The only status that a namespace may have while nobody deletes it is the one that it has already.
  operations: operationsOf(['replace'], (resource) => resource.hasStatus && resource.namespaced),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.tuple(statusOf(on.resource), fc.boolean()).map(([status, alone]) => {
      const edits = [...(alone ? [] : markChange(on.resource, 'status-too')), { set: '/status', to: status }];
      return writeAndLook(on, minimalObject(on.maker, '{{a}}'), [on.replace('{{a}}', edited('read', edits))], alone ? 0 : 1);
    });
  },
  check,
};

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['replace'], ({ exchange, before, write }) => {
    const body = sent(exchange);
    const { schema, hasStatus } = write.resource;
    if (!hasStatus || body === undefined || !bringsStatus(before.content, body, schema)) return undefined;
    return {
      shape: 'other status sent',
      wrong: ({ content }) => {
        const taken = adoptedStatus(before.content, body, content, schema);
        return taken === undefined ? undefined : { expected: `${taken.path} ${show(taken.expected)}, as before`, actual: `${show(taken.actual)}, as sent,`, cause: `${taken.path} is taken from a PUT of the resource` };
      },
    };
  });
}
