import type { Rule } from '../rule.ts';
import { rule as answerIsWhatIsStored } from './answer-is-what-is-stored.rule.ts';
import { rule as atMostOneOfSeveralWins } from './at-most-one-of-several-wins.rule.ts';
import { rule as changesTheVersion } from './changes-the-version.rule.ts';
import { rule as currentVersionSucceeds } from './current-version-succeeds.rule.ts';
import { rule as finalizersAndOwnersSentAreKept } from './finalizers-and-owners-sent-are-kept.rule.ts';
import { rule as generationGrowsWithTheSpec } from './generation-grows-with-the-spec.rule.ts';
import { rule as ignoresTheStatusSent } from './ignores-the-status-sent.rule.ts';
import { rule as keepsTheIdentityOfTheObject } from './keeps-the-identity-of-the-object.rule.ts';
import { rule as kindCannotBeChanged } from './kind-cannot-be-changed.rule.ts';
import { rule as leavesOtherObjects } from './leaves-other-objects.rule.ts';
import { rule as leavesPodsThatUseIt } from './leaves-pods-that-use-it.rule.ts';
import { rule as leavesTheStatusThatIsThere } from './leaves-the-status-that-is-there.rule.ts';
import { rule as ofAnAbsentObjectActsOrLeavesNoTrace } from './of-an-absent-object-acts-or-leaves-no-trace.rule.ts';
import { rule as outcomeWithoutAVersion } from './outcome-without-a-version.rule.ts';
import { rule as refusalOfAStaleVersion } from './refusal-of-a-stale-version.rule.ts';
import { rule as replacesTheWholeObject } from './replaces-the-whole-object.rule.ts';
import { rule as staleVersionIsRefused } from './stale-version-is-refused.rule.ts';
import { rule as successIsAnswered200 } from './success-is-answered-200.rule.ts';
import { rule as whatAPutLacksHasItsDefault } from './what-a-put-lacks-has-its-default.rule.ts';
import { rule as withoutAVersionActsOrLeavesNoTrace } from './without-a-version-acts-or-leaves-no-trace.rule.ts';

export const REPLACE_RULES: readonly Rule[] = [
  answerIsWhatIsStored,
  atMostOneOfSeveralWins,
  changesTheVersion,
  currentVersionSucceeds,
  finalizersAndOwnersSentAreKept,
  generationGrowsWithTheSpec,
  ignoresTheStatusSent,
  keepsTheIdentityOfTheObject,
  kindCannotBeChanged,
  leavesOtherObjects,
  leavesPodsThatUseIt,
  leavesTheStatusThatIsThere,
  ofAnAbsentObjectActsOrLeavesNoTrace,
  outcomeWithoutAVersion,
  refusalOfAStaleVersion,
  replacesTheWholeObject,
  staleVersionIsRefused,
  successIsAnswered200,
  whatAPutLacksHasItsDefault,
  withoutAVersionActsOrLeavesNoTrace,
];
