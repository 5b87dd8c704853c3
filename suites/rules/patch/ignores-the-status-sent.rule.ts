import { MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeIgnoredStatus } from '../../checks/write/ignored-status.ts';
import { ignoredStatusOf } from '../../generators/statuses.ts';
import { minimalObject, fc, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/ignores-the-status-sent',
  level: 'must',
  title: 'A PATCH of a resource leaves its status as it is, whatever status it carries.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: operationsOf(['patch'], ({ hasStatus }) => hasStatus),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(ignoredStatusOf(on.resource), fc.constantFrom(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE))
      .map(([status, contentType]) =>
        writeAndRead(on, minimalObject(on.maker, '{{a}}'), [
          on.patch('{{a}}', { status, metadata: { annotations: { too: 'this' } } }, { contentType }),
        ]),
      );
  },
  check: (history) => judgeIgnoredStatus(history, 'patch', rule.id),
};
