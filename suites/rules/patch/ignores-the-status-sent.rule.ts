import { JSON_PATCH_TYPE, PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { judgeIgnoredStatus } from '../../checks/write/ignored-status.ts';
import { ignoredStatusOf } from '../../generators/statuses.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { minimalObject, fc, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { JsonObject, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/ignores-the-status-sent',
  level: 'must',
  title: 'A PATCH of a resource leaves its status as it is, whatever status it carries.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: operationsOf(['patch'], ({ hasStatus }) => hasStatus),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.tuple(ignoredStatusOf(on.resource), fc.constantFrom(...PATCH_TYPES)).map(([status, contentType]) => {
      const body =
        contentType === JSON_PATCH_TYPE
          ? memberByMember(status)
          : { status, metadata: { annotations: { too: 'this' } } };
      return writeAndRead(on, minimalObject(on.maker, '{{a}}'), [on.patch('{{a}}', body, { contentType })]);
    });
  },
  check: (history) => judgeIgnoredStatus(history, 'patch', rule.id),
};

/** Operations that set an annotation and, below an empty status, each member of the status. */
function memberByMember(status: JsonObject): Template {
  return [
    { op: 'add', path: '/metadata/annotations', value: { too: 'this' } },
    { op: 'add', path: '/status', value: {} },
    ...Object.entries(status).map(([member, value]) => ({ op: 'add', path: pointer(['status', member]), value })),
  ];
}
