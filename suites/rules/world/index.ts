import type { Rule } from '../rule.ts';
import { rule as allNamespacesAreTheSumOfEach } from './all-namespaces-are-the-sum-of-each.rule.ts';
import { rule as bothViewsOfADeploymentAgree } from './both-views-of-a-deployment-agree.rule.ts';
import { rule as generationNeverShrinks } from './generation-never-shrinks.rule.ts';
import { rule as identityIsForLife } from './identity-is-for-life.rule.ts';
import { rule as keepsAnswering } from './keeps-answering.rule.ts';
import { rule as listAndWatchGiveTheLaterList } from './list-and-watch-give-the-later-list.rule.ts';
import { rule as noneOfManyObjectsIsForgotten } from './none-of-many-objects-is-forgotten.rule.ts';
import { rule as oneVersionHasOneContent } from './one-version-has-one-content.rule.ts';
import { rule as plainCallsSucceed } from './plain-calls-succeed.rule.ts';
import { rule as readsShowTheLatestState } from './reads-show-the-latest-state.rule.ts';
import { rule as refusedWriteLeavesNoTrace } from './refused-write-leaves-no-trace.rule.ts';
import { rule as replacedVersionNeverComesBack } from './replaced-version-never-comes-back.rule.ts';
import { rule as selfLinksNameTheirObject } from './self-links-name-their-object.rule.ts';
import { rule as untouchedObjectsStayUntouched } from './untouched-objects-stay-untouched.rule.ts';
import { rule as wellFormedRequestsNeverBreakTheServer } from './well-formed-requests-never-break-the-server.rule.ts';
import { rule as writingBackWhatWasReadChangesNothing } from './writing-back-what-was-read-changes-nothing.rule.ts';

export const WORLD_RULES: readonly Rule[] = [
  allNamespacesAreTheSumOfEach,
  bothViewsOfADeploymentAgree,
  generationNeverShrinks,
  identityIsForLife,
  keepsAnswering,
  listAndWatchGiveTheLaterList,
  noneOfManyObjectsIsForgotten,
  oneVersionHasOneContent,
  plainCallsSucceed,
  readsShowTheLatestState,
  refusedWriteLeavesNoTrace,
  replacedVersionNeverComesBack,
  selfLinksNameTheirObject,
  untouchedObjectsStayUntouched,
  wellFormedRequestsNeverBreakTheServer,
  writingBackWhatWasReadChangesNothing,
];
