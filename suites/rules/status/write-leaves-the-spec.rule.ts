import type { Finding } from '../../checks/finding.ts';
import { show } from '../../checks/findings.ts';
import { judgeOutcomes } from '../../checks/outcome-demands.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import { statusOf } from '../../generators/statuses.ts';
import { differences } from '../../oracle/comparison.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { writeAndLook } from '../write-and-look.ts';
import { STATUS_WRITES, otherSpec, writeStatus } from './status-cases.ts';

/** What a status write must leave; of labels and annotations the document says nothing. */
const NOT_AT_ISSUE = ['/metadata', '/status', '/apiVersion', '/spec/templateGeneration'];

export const rule: Rule = {
  id: 'status/write-leaves-the-spec',
  level: 'must',
  title: 'A write of /status changes nothing but the status, whatever spec its body carries.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { edit, patch } = otherSpec(on);
    return statusOf(on.resource).map((status) => writeAndLook(on, minimalObject(on.maker, '{{a}}'), [writeStatus(operation, on, status, [edit], patch)], 0));
  },
  check,
};

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['replaceStatus', 'patchStatus'], ({ before, write }) => ({
    shape: write.verb,
    wrong: ({ content }) => {
      const [changed] = differences(before.content, content, { schema: write.resource.schema, ignore: NOT_AT_ISSUE });
      return changed === undefined ? undefined : { expected: `${changed.path} ${show(changed.expected)}, as before`, actual: show(changed.actual), cause: `${changed.path} changes` };
    },
  }));
}
