import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeIgnoredStatus } from '../../checks/write/ignored-status.ts';
import { ignoredStatusOf } from '../../generators/statuses.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { minimalObject, fc, inTurn, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import type { JsonObject, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/ignores-the-status-sent',
  level: 'must',
  title: 'A PATCH of a resource leaves its status as it is, whatever status it carries.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: operationsOf(['patch'], ({ hasStatus }) => hasStatus),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(ignoredStatusOf(on.resource), inTurn(...PATCHES))
      .map(([status, { contentType, bodyOf }]) =>
        writeAndRead(on, minimalObject(on.maker, '{{a}}'), [on.patch('{{a}}', bodyOf(status), { contentType })]),
      );
  },
  check: (history) => judgeIgnoredStatus(history, 'patch', rule.id),
};

const ANNOTATION = { op: 'add', path: '/metadata/annotations', value: { too: 'this' } };

const PATCHES: readonly { readonly contentType: string; readonly bodyOf: (status: JsonObject) => Template }[] = [
  { contentType: JSON_PATCH_TYPE, bodyOf: (status) => [{ op: 'add', path: '/status', value: status }, ANNOTATION] },
  { contentType: JSON_PATCH_TYPE, bodyOf: memberByMember },
  ...[MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].map((contentType) => ({
    contentType,
    bodyOf: (status: JsonObject): Template => ({ status, metadata: { annotations: { too: 'this' } } }),
  })),
];

/** Operations that set an annotation and, below an empty status, each member of the status. */
function memberByMember(status: JsonObject): Template {
  return [
    ANNOTATION,
    { op: 'add', path: '/status', value: {} },
    ...Object.entries(status).map(([member, value]) => ({ op: 'add', path: pointer(['status', member]), value })),
  ];
}
