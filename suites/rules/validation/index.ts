import type { Rule } from '../rule.ts';
import { rule as activeDeadlineIsPositive } from './active-deadline-is-positive.rule.ts';
import { rule as answersHaveTheTypesOfTheirTables } from './answers-have-the-types-of-their-tables.rule.ts';
import { rule as badInputIsNeverAServerError } from './bad-input-is-never-a-server-error.rule.ts';
import { rule as bodiesThatAreNoObjectsAreRefused } from './bodies-that-are-no-objects-are-refused.rule.ts';
import { rule as bodyCannotNameAnotherNamespace } from './body-cannot-name-another-namespace.rule.ts';
import { rule as bodyCannotNameAnotherObject } from './body-cannot-name-another-object.rule.ts';
import { rule as boundsOfARollingUpdateAreNumbersOrPercentages } from './bounds-of-a-rolling-update-are-numbers-or-percentages.rule.ts';
import { rule as containerNameIsADnsLabel } from './container-name-is-a-dns-label.rule.ts';
import { rule as containerNamesAreUnique } from './container-names-are-unique.rule.ts';
import { rule as containersHaveTheTypesOfTheirTable } from './containers-have-the-types-of-their-table.rule.ts';
import { rule as cronJobSpecsHaveTheTypesOfTheirTable } from './cron-job-specs-have-the-types-of-their-table.rule.ts';
import { rule as deploymentSpecsHaveTheTypesOfTheirTable } from './deployment-specs-have-the-types-of-their-table.rule.ts';
import { rule as deploymentStrategiesHaveTheTypesOfTheirTable } from './deployment-strategies-have-the-types-of-their-table.rule.ts';
import { rule as dnsPolicyIsOneOfThree } from './dns-policy-is-one-of-three.rule.ts';
import { rule as everyMemberOfAContainerStays } from './every-member-of-a-container-stays.rule.ts';
import { rule as foreignKindsAreNotStoredAsSent } from './foreign-kinds-are-not-stored-as-sent.rule.ts';
import { rule as fullObjectsAreStored } from './full-objects-are-stored.rule.ts';
import { rule as gracePeriodIsAnInteger } from './grace-period-is-an-integer.rule.ts';
import { rule as hostAliasesNeedAPodNetwork } from './host-aliases-need-a-pod-network.rule.ts';
import { rule as illegalValuesAreRefusedEverywhere } from './illegal-values-are-refused-everywhere.rule.ts';
import { rule as imageOfAContainerDoesNotChange } from './image-of-a-container-does-not-change.rule.ts';
import { rule as imagePullPolicyIsOneOfThree } from './image-pull-policy-is-one-of-three.rule.ts';
import { rule as initContainerHasNoLifecycle } from './init-container-has-no-lifecycle.rule.ts';
import { rule as initContainerHasNoProbes } from './init-container-has-no-probes.rule.ts';
import { rule as initContainerSharesNoName } from './init-container-shares-no-name.rule.ts';
import { rule as jobSpecsHaveTheTypesThatAreShown } from './job-specs-have-the-types-that-are-shown.rule.ts';
import { rule as legalValuesAreAccepted } from './legal-values-are-accepted.rule.ts';
import { rule as malformedBodiesAreRefused } from './malformed-bodies-are-refused.rule.ts';
import { rule as maxSurgeAndMaxUnavailableAreNotBothZero } from './max-surge-and-max-unavailable-are-not-both-zero.rule.ts';
import { rule as metadataHasTheTypesOfItsTable } from './metadata-has-the-types-of-its-table.rule.ts';
import { rule as missingBodiesAreRefused } from './missing-bodies-are-refused.rule.ts';
import { rule as nameOfAContainerDoesNotChange } from './name-of-a-container-does-not-change.rule.ts';
import { rule as negativeGracePeriodsAreRefused } from './negative-grace-periods-are-refused.rule.ts';
import { rule as noContainerIsAdded } from './no-container-is-added.rule.ts';
import { rule as noContainerIsRemoved } from './no-container-is-removed.rule.ts';
import { rule as noMemberOfAContainerChanges } from './no-member-of-a-container-changes.rule.ts';
import { rule as numbersInParametersAreRead } from './numbers-in-parameters-are-read.rule.ts';
import { rule as oddValuesOfParameters } from './odd-values-of-parameters.rule.ts';
import { rule as podSpecsHaveTheTypesOfTheirTable } from './pod-specs-have-the-types-of-their-table.rule.ts';
import { rule as restartPolicyIsOneOfThree } from './restart-policy-is-one-of-three.rule.ts';
import { rule as rollingUpdateNeedsItsType } from './rolling-update-needs-its-type.rule.ts';
import { rule as scheduleIsInCronFormat } from './schedule-is-in-cron-format.rule.ts';
import { rule as strategyTypeIsOneOfTwo } from './strategy-type-is-one-of-two.rule.ts';
import { rule as terminationGracePeriodIsNotNegative } from './termination-grace-period-is-not-negative.rule.ts';
import { rule as terminationMessagePolicyIsOneOfTwo } from './termination-message-policy-is-one-of-two.rule.ts';
import { rule as thereIsAContainer } from './there-is-a-container.rule.ts';
import { rule as ttyNeedsStdin } from './tty-needs-stdin.rule.ts';
import { rule as unknownApiVersionsAreNotStoredAsSent } from './unknown-api-versions-are-not-stored-as-sent.rule.ts';
import { rule as unknownMembers } from './unknown-members.rule.ts';

export const VALIDATION_RULES: readonly Rule[] = [
  activeDeadlineIsPositive,
  answersHaveTheTypesOfTheirTables,
  badInputIsNeverAServerError,
  bodiesThatAreNoObjectsAreRefused,
  bodyCannotNameAnotherNamespace,
  bodyCannotNameAnotherObject,
  boundsOfARollingUpdateAreNumbersOrPercentages,
  containerNameIsADnsLabel,
  containerNamesAreUnique,
  containersHaveTheTypesOfTheirTable,
  cronJobSpecsHaveTheTypesOfTheirTable,
  deploymentSpecsHaveTheTypesOfTheirTable,
  deploymentStrategiesHaveTheTypesOfTheirTable,
  dnsPolicyIsOneOfThree,
  everyMemberOfAContainerStays,
  foreignKindsAreNotStoredAsSent,
  fullObjectsAreStored,
  gracePeriodIsAnInteger,
  hostAliasesNeedAPodNetwork,
  illegalValuesAreRefusedEverywhere,
  imageOfAContainerDoesNotChange,
  imagePullPolicyIsOneOfThree,
  initContainerHasNoLifecycle,
  initContainerHasNoProbes,
  initContainerSharesNoName,
  jobSpecsHaveTheTypesThatAreShown,
  legalValuesAreAccepted,
  malformedBodiesAreRefused,
  maxSurgeAndMaxUnavailableAreNotBothZero,
  metadataHasTheTypesOfItsTable,
  missingBodiesAreRefused,
  nameOfAContainerDoesNotChange,
  negativeGracePeriodsAreRefused,
  noContainerIsAdded,
  noContainerIsRemoved,
  noMemberOfAContainerChanges,
  numbersInParametersAreRead,
  oddValuesOfParameters,
  podSpecsHaveTheTypesOfTheirTable,
  restartPolicyIsOneOfThree,
  rollingUpdateNeedsItsType,
  scheduleIsInCronFormat,
  strategyTypeIsOneOfTwo,
  terminationGracePeriodIsNotNegative,
  terminationMessagePolicyIsOneOfTwo,
  thereIsAContainer,
  ttyNeedsStdin,
  unknownApiVersionsAreNotStoredAsSent,
  unknownMembers,
];
