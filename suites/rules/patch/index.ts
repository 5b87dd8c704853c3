import type { Rule } from '../rule.ts';
import { rule as answerIsThePatchedObject } from './answer-is-the-patched-object.rule.ts';
import { rule as changesTheVersion } from './changes-the-version.rule.ts';
import { rule as failingTestLeavesNoTrace } from './failing-test-leaves-no-trace.rule.ts';
import { rule as generationGrowsWithTheSpec } from './generation-grows-with-the-spec.rule.ts';
import { rule as identityCannotBeChanged } from './identity-cannot-be-changed.rule.ts';
import { rule as ignoresTheStatusSent } from './ignores-the-status-sent.rule.ts';
import { rule as impossibleOperationIsRefused } from './impossible-operation-is-refused.rule.ts';
import { rule as inverseRestoresWhatWas } from './inverse-restores-what-was.rule.ts';
import { rule as isNeverRefusedForALock } from './is-never-refused-for-a-lock.rule.ts';
import { rule as jsonPatchFollowsRfc6902 } from './json-patch-follows-rfc-6902.rule.ts';
import { rule as keepsTheIdentityOfTheObject } from './keeps-the-identity-of-the-object.rule.ts';
import { rule as kindCannotBeChanged } from './kind-cannot-be-changed.rule.ts';
import { rule as lastWriteWins } from './last-write-wins.rule.ts';
import { rule as leavesOtherObjects } from './leaves-other-objects.rule.ts';
import { rule as leavesTheStatusThatIsThere } from './leaves-the-status-that-is-there.rule.ts';
import { rule as listsAreMergedByTheirKeys } from './lists-are-merged-by-their-keys.rule.ts';
import { rule as malformedPatchIsRefused } from './malformed-patch-is-refused.rule.ts';
import { rule as mergePatchFollowsRfc7386 } from './merge-patch-follows-rfc-7386.rule.ts';
import { rule as ofAnAbsentObjectIsRefused } from './of-an-absent-object-is-refused.rule.ts';
import { rule as orderOfMergedLists } from './order-of-merged-lists.rule.ts';
import { rule as otherMediaTypesAreRefused } from './other-media-types-are-refused.rule.ts';
import { rule as parallelPatchesLoseNothing } from './parallel-patches-lose-nothing.rule.ts';
import { rule as staleVersionIsNoCondition } from './stale-version-is-no-condition.rule.ts';
import { rule as strategicMergeFollowsMergeKeys } from './strategic-merge-follows-merge-keys.rule.ts';
import { rule as successIsAnswered200 } from './success-is-answered-200.rule.ts';
import { rule as twoInTurnAreOneOfBoth } from './two-in-turn-are-one-of-both.rule.ts';
import { rule as wellFormedPatchIsAccepted } from './well-formed-patch-is-accepted.rule.ts';
import { rule as emptyPatchChangesNothing } from './empty-patch-changes-nothing.rule.ts';

export const PATCH_RULES: readonly Rule[] = [
  answerIsThePatchedObject,
  changesTheVersion,
  failingTestLeavesNoTrace,
  generationGrowsWithTheSpec,
  identityCannotBeChanged,
  ignoresTheStatusSent,
  impossibleOperationIsRefused,
  inverseRestoresWhatWas,
  isNeverRefusedForALock,
  jsonPatchFollowsRfc6902,
  keepsTheIdentityOfTheObject,
  kindCannotBeChanged,
  lastWriteWins,
  leavesOtherObjects,
  leavesTheStatusThatIsThere,
  listsAreMergedByTheirKeys,
  malformedPatchIsRefused,
  mergePatchFollowsRfc7386,
  ofAnAbsentObjectIsRefused,
  orderOfMergedLists,
  otherMediaTypesAreRefused,
  parallelPatchesLoseNothing,
  staleVersionIsNoCondition,
  strategicMergeFollowsMergeKeys,
  successIsAnswered200,
  twoInTurnAreOneOfBoth,
  wellFormedPatchIsAccepted,
  emptyPatchChangesNothing,
];
