import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeOwnPatches } from '../../checks/patch/own-patches.ts';
import { resourceOf, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Rule } from '../rule.ts';
import {
  addedContainers,
  defaultedSelector,
  PATCHES,
  deepPatches,
  patchCases,
  rollingAgain,
  withAwkwardPatches,
} from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/strategic-merge-follows-merge-keys',
  level: 'must',
  title:
    'A strategic merge patch merges lists that have a merge key by it, replaces the others, and follows its $patch directives.',
  cites: ['semantics.4.2', 'semantics.4.3', 'semantics.4.4', 'media-types.patch.1'],
  operations: PATCHES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const inside = [
      ...deepPatches(on, 'strategic', '{{b}}'),
      ...addedContainers(on, '{{c}}'),
      ...defaultedSelector(on, '{{d}}'),
      ...rollingAgain(on, 'strategic', '{{r}}'),
    ];
    return withAwkwardPatches(operation, 'strategic', patchCases(operation, 'strategic')).map((program) => [
      ...program,
      ...inside,
    ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeOwnPatches(rule.id, history, context, STRATEGIC_MERGE_PATCH_TYPE),
  least: 6,
};
