import type { CheckContext, Finding } from '../../checks/finding.ts';
import { judgePatched } from '../../checks/patched.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { JSON_PATCH } from '../steps.ts';
import { PATCHES, patchCases } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/json-patch-follows-rfc-6902',
  level: 'must',
  title: 'A JSON patch carries out its operations in order, with pointers unescaped.',
  cites: ['semantics.4.1', 'media-types.patch.1', 'other-shapes.patch'],
  operations: PATCHES,
  cases: (operation) => patchCases(operation, 'json'),
  check: (history: History, context: CheckContext): Iterable<Finding> => judgePatched(history, context, JSON_PATCH),
};
