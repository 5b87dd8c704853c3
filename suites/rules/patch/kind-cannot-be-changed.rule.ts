import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { judgeKindChanges } from '../../checks/patch/kind-changes.ts';
import { inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { makeAndRead } from '../write-and-read.ts';
import { PATCHES } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/kind-cannot-be-changed',
  level: 'must',
  negative: true,
  title: 'A PATCH that names another kind leaves the kind of the object as it is.',
  cites: ['resources.kind.3'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE).map((contentType) => [
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      on.patch(
        '{{a}}',
        contentType === JSON_PATCH_TYPE ? [{ op: 'replace', path: '/kind', value: 'Other' }] : { kind: 'Other' },
        { contentType },
      ),
      on.get('{{a}}'),
    ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeKindChanges(history, context, ['patch'], ({ resource }) => resource.kind),
  least: 3,
};
