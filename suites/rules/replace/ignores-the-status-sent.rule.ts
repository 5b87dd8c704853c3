import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeIgnoredStatus } from '../../checks/write/ignored-status.ts';
import { distinctChange } from '../../generators/changes.ts';
import { ignoredStatusOf } from '../../generators/statuses.ts';
import { fc, inTurn, minimalObject, operationsOf, resourceOf, stepsOn, edited, writeAndRead } from '../cases.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'replace/ignores-the-status-sent',
  level: 'must',
  title: 'A PUT of a resource leaves its status as it is, whatever status its body carries.',
  cites: ['semantics.2.1', 'semantics.2.2', 'rules.2.1', 'rules.2.2'],
  operations: operationsOf(['replace'], ({ hasStatus }) => hasStatus),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const forms = inTurn({}, {}, { contentType: YAML_TYPE });
    return fc.tuple(ignoredStatusOf(on.resource), fc.boolean(), forms).map(([status, alone, form]) => {
      const edits = [...(alone ? [] : distinctChange(on.resource, 'status-too')), { set: '/status', to: status }];
      return writeAndRead(
        on,
        minimalObject(on.maker, '{{a}}'),
        [on.replace('{{a}}', edited('read', edits), form)],
        alone ? 0 : 1,
      );
    });
  },
  check: (history) => judgeIgnoredStatus(history, 'replace', rule.id),
};
