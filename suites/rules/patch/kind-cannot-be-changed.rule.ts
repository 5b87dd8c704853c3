import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeKindChanges } from '../../checks/patch/kind-changes.ts';
import { inTurn, minimalObject, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
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
