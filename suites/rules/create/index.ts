import type { Rule } from '../rule.ts';
import { rule as answerHasKindAndVersionOfItsPath } from './answer-has-kind-and-version-of-its-path.rule.ts';
import { rule as clientCannotChooseTheCreationTime } from './client-cannot-choose-the-creation-time.rule.ts';
import { rule as clientCannotChooseTheSelfLink } from './client-cannot-choose-the-self-link.rule.ts';
import { rule as clientCannotChooseTheUid } from './client-cannot-choose-the-uid.rule.ts';
import { rule as concurrencyPolicyHasItsDefault } from './concurrency-policy-has-its-default.rule.ts';
import { rule as createdObjectIsAnnounced } from './created-object-is-announced.rule.ts';
import { rule as createdObjectIsListed } from './created-object-is-listed.rule.ts';
import { rule as createdObjectIsShownByGet } from './created-object-is-shown-by-get.rule.ts';
import { rule as creationTimestampIsRfc3339 } from './creation-timestamp-is-rfc-3339.rule.ts';
import { rule as dnsPolicyHasItsDefault } from './dns-policy-has-its-default.rule.ts';
import { rule as emptyResourcesAndSecurityContextAreEchoed } from './empty-resources-and-security-context-are-echoed.rule.ts';
import { rule as emptyValuesOfSecretsAreKept } from './empty-values-of-secrets-are-kept.rule.ts';
import { rule as eventsThatItRecords } from './events-that-it-records.rule.ts';
import { rule as existingNameElsewhereDoesNotMatter } from './existing-name-elsewhere-does-not-matter.rule.ts';
import { rule as existingNameIsRefused } from './existing-name-is-refused.rule.ts';
import { rule as explicitZerosAreKept } from './explicit-zeros-are-kept.rule.ts';
import { rule as flagsOfPodsDefaultToFalse } from './flags-of-pods-default-to-false.rule.ts';
import { rule as generatedNameStartsWithItsPrefix } from './generated-name-starts-with-its-prefix.rule.ts';
import { rule as hostPortsAreThoseOfContainers } from './host-ports-are-those-of-containers.rule.ts';
import { rule as imagePullPolicyFollowsTheTag } from './image-pull-policy-follows-the-tag.rule.ts';
import { rule as keepsEveryFieldThatWasSent } from './keeps-every-field-that-was-sent.rule.ts';
import { rule as largeIntegersKeepTheirDigits } from './large-integers-keep-their-digits.rule.ts';
import { rule as legalObjectIsAccepted } from './legal-object-is-accepted.rule.ts';
import { rule as limitsOfNamesAndSizes } from './limits-of-names-and-sizes.rule.ts';
import { rule as mapsHoldOnlyWhatWasSent } from './maps-hold-only-what-was-sent.rule.ts';
import { rule as maxSurgeHasItsDefault } from './max-surge-has-its-default.rule.ts';
import { rule as maxUnavailableHasItsDefault } from './max-unavailable-has-its-default.rule.ts';
import { rule as membersForNodesAreKept } from './members-for-nodes-are-kept.rule.ts';
import { rule as minReadySecondsDefaultToZero } from './min-ready-seconds-default-to-zero.rule.ts';
import { rule as nameIsTheOneAskedFor } from './name-is-the-one-asked-for.rule.ts';
import { rule as optionalMembersStayAbsent } from './optional-members-stay-absent.rule.ts';
import { rule as ownerReferencesAreKept } from './owner-references-are-kept.rule.ts';
import { rule as phaseOfANewPod } from './phase-of-a-new-pod.rule.ts';
import { rule as podHasNoAddressBeforeItsHost } from './pod-has-no-address-before-its-host.rule.ts';
import { rule as podTemplateHasNoCreationTime } from './pod-template-has-no-creation-time.rule.ts';
import { rule as portProtocolIsFilledIn } from './port-protocol-is-filled-in.rule.ts';
import { rule as progressDeadlineHasItsDefault } from './progress-deadline-has-its-default.rule.ts';
import { rule as qosClassFollowsTheResources } from './qos-class-follows-the-resources.rule.ts';
import { rule as recreateHasNoRollingUpdate } from './recreate-has-no-rolling-update.rule.ts';
import { rule as recreatedObjectHasANewUid } from './recreated-object-has-a-new-uid.rule.ts';
import { rule as recreatedObjectStartsAnew } from './recreated-object-starts-anew.rule.ts';
import { rule as refusedCreateLeavesTheNameFree } from './refused-create-leaves-the-name-free.rule.ts';
import { rule as replicasHaveTheirDefault } from './replicas-have-their-default.rule.ts';
import { rule as resourceVersionIsSet } from './resource-version-is-set.rule.ts';
import { rule as restartPolicyHasItsDefault } from './restart-policy-has-its-default.rule.ts';
import { rule as revisionHistoryLimitHasItsDefault } from './revision-history-limit-has-its-default.rule.ts';
import { rule as selectorOfAJobHasMatchLabels } from './selector-of-a-job-has-match-labels.rule.ts';
import { rule as selfLinkIsThePath } from './self-link-is-the-path.rule.ts';
import { rule as serviceAccountIsAnAlias } from './service-account-is-an-alias.rule.ts';
import { rule as statusInTheBodyIsIgnored } from './status-in-the-body-is-ignored.rule.ts';
import { rule as strategyTypeHasItsDefault } from './strategy-type-has-its-default.rule.ts';
import { rule as successHasTheStatedStatus } from './success-has-the-stated-status.rule.ts';
import { rule as suspendDefaultsToFalse } from './suspend-defaults-to-false.rule.ts';
import { rule as templateOfAJobIsLabelled } from './template-of-a-job-is-labelled.rule.ts';
import { rule as terminationGracePeriodHasItsDefault } from './termination-grace-period-has-its-default.rule.ts';
import { rule as terminationMessagePathHasItsDefault } from './termination-message-path-has-its-default.rule.ts';
import { rule as terminationMessagePolicyHasItsDefault } from './termination-message-policy-has-its-default.rule.ts';
import { rule as uidHasUuidForm } from './uid-has-uuid-form.rule.ts';

export const CREATE_RULES: readonly Rule[] = [
  answerHasKindAndVersionOfItsPath,
  clientCannotChooseTheCreationTime,
  clientCannotChooseTheSelfLink,
  clientCannotChooseTheUid,
  concurrencyPolicyHasItsDefault,
  createdObjectIsAnnounced,
  createdObjectIsListed,
  createdObjectIsShownByGet,
  creationTimestampIsRfc3339,
  dnsPolicyHasItsDefault,
  emptyResourcesAndSecurityContextAreEchoed,
  emptyValuesOfSecretsAreKept,
  eventsThatItRecords,
  existingNameElsewhereDoesNotMatter,
  existingNameIsRefused,
  explicitZerosAreKept,
  flagsOfPodsDefaultToFalse,
  generatedNameStartsWithItsPrefix,
  hostPortsAreThoseOfContainers,
  imagePullPolicyFollowsTheTag,
  keepsEveryFieldThatWasSent,
  largeIntegersKeepTheirDigits,
  legalObjectIsAccepted,
  limitsOfNamesAndSizes,
  mapsHoldOnlyWhatWasSent,
  maxSurgeHasItsDefault,
  maxUnavailableHasItsDefault,
  membersForNodesAreKept,
  minReadySecondsDefaultToZero,
  nameIsTheOneAskedFor,
  optionalMembersStayAbsent,
  ownerReferencesAreKept,
  phaseOfANewPod,
  podHasNoAddressBeforeItsHost,
  podTemplateHasNoCreationTime,
  portProtocolIsFilledIn,
  progressDeadlineHasItsDefault,
  qosClassFollowsTheResources,
  recreateHasNoRollingUpdate,
  recreatedObjectHasANewUid,
  recreatedObjectStartsAnew,
  refusedCreateLeavesTheNameFree,
  replicasHaveTheirDefault,
  resourceVersionIsSet,
  restartPolicyHasItsDefault,
  revisionHistoryLimitHasItsDefault,
  selectorOfAJobHasMatchLabels,
  selfLinkIsThePath,
  serviceAccountIsAnAlias,
  statusInTheBodyIsIgnored,
  strategyTypeHasItsDefault,
  successHasTheStatedStatus,
  suspendDefaultsToFalse,
  templateOfAJobIsLabelled,
  terminationGracePeriodHasItsDefault,
  terminationMessagePathHasItsDefault,
  terminationMessagePolicyHasItsDefault,
  uidHasUuidForm,
];
