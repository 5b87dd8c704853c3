import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeOwnPatches } from '../../checks/patch/own-patches.ts';
import { fc, resourceOf, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import { addedContainers, PATCHES, deepCases, patchCases, withAwkwardPatches } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/strategic-merge-follows-merge-keys',
  level: 'must',
  title:
    'A strategic merge patch merges lists that have a merge key by it, replaces the others, and follows its $patch directives.',
  cites: ['semantics.4.2', 'semantics.4.3', 'semantics.4.4', 'media-types.patch.1'],
  operations: PATCHES,
  cases: (operation) => {
    const added = addedContainers(stepsOn(resourceOf(operation)), '{{c}}');
    return withAwkwardPatches(
      operation,
      'strategic',
      fc.oneof(
        { weight: 3, arbitrary: patchCases(operation, 'strategic') },
        ...deepCases(operation, 'strategic').map((arbitrary) => ({ weight: 1, arbitrary })),
      ),
    ).map((program) => [...program, ...added]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeOwnPatches(rule.id, history, context, STRATEGIC_MERGE_PATCH_TYPE),
};
