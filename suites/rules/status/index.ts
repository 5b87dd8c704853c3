import type { Rule } from '../rule.ts';
import { rule as answerIsWhatIsStored } from './answer-is-what-is-stored.rule.ts';
import { rule as atMostOneOfSeveralWins } from './at-most-one-of-several-wins.rule.ts';
import { rule as conditionsAreMergedByType } from './conditions-are-merged-by-type.rule.ts';
import { rule as currentVersionSucceeds } from './current-version-succeeds.rule.ts';
import { rule as getShowsTheObject } from './get-shows-the-object.rule.ts';
import { rule as membersHaveTheTypesOfTheirTables } from './members-have-the-types-of-their-tables.rule.ts';
import { rule as metadataInAStatusWrite } from './metadata-in-a-status-write.rule.ts';
import { rule as patchFollowsItsMediaType } from './patch-follows-its-media-type.rule.ts';
import { rule as putReplacesTheWholeStatus } from './put-replaces-the-whole-status.rule.ts';
import { rule as staleVersionIsRefused } from './stale-version-is-refused.rule.ts';
import { rule as writeChangesTheStatus } from './write-changes-the-status.rule.ts';
import { rule as writeChangesTheVersion } from './write-changes-the-version.rule.ts';
import { rule as writeKeepsTheIdentity } from './write-keeps-the-identity.rule.ts';
import { rule as writeLeavesTheGeneration } from './write-leaves-the-generation.rule.ts';
import { rule as writeLeavesTheSpec } from './write-leaves-the-spec.rule.ts';
import { rule as writeOfAnAbsentObjectIsRefused } from './write-of-an-absent-object-is-refused.rule.ts';

export const STATUS_RULES: readonly Rule[] = [
  answerIsWhatIsStored,
  atMostOneOfSeveralWins,
  conditionsAreMergedByType,
  currentVersionSucceeds,
  getShowsTheObject,
  membersHaveTheTypesOfTheirTables,
  metadataInAStatusWrite,
  patchFollowsItsMediaType,
  putReplacesTheWholeStatus,
  staleVersionIsRefused,
  writeChangesTheStatus,
  writeChangesTheVersion,
  writeKeepsTheIdentity,
  writeLeavesTheGeneration,
  writeLeavesTheSpec,
  writeOfAnAbsentObjectIsRefused,
];
