import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, required } from '../causes.ts';
import { checkFormat, checkNoneNegative, checkNotNegative, checkOneOf, requireSome } from './field-checks.ts';
import { dnsLabel } from '../values/formats.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { isAbsent, items, members, type Members, number } from '../values/json-members.ts';
import { hasOldRules } from './old-rules.ts';
import { isEmptySelector, selectorMatches, validateOwnSelector, validateLabels } from './label-selector-validation.ts';
import { validateAnnotations } from './object-meta-validation.ts';
import { validateKeptTemplate, validateSharedDisks } from './pod-template-validation.ts';
import { checkAvailable, validateReplicaStatus } from './replica-status-validation.ts';
import type { StrategyContext } from '../strategy.ts';
import { specOf } from '../template-owner.ts';

/** Its selector is a plain map of labels. */
export function validateReplicationController(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  const spec = specOf(object);
  checkNoneNegative(causes, 'spec', spec, ['replicas', 'minReadySeconds']);
  requireSome(causes, 'spec.selector', spec['selector']);
  if (isAbsent(spec['template'])) {
    required(causes, 'spec.template');
    return;
  }
  validateKeptTemplate(spec['template'], { matchLabels: spec['selector'] }, choices, causes);
  if (number(spec['replicas']) > 1) validateSharedDisks(spec['template'], causes);
}

const POLICIES = ['OrderedReady', 'Parallel'];
const STRATEGIES = ['RollingUpdate', 'OnDelete'];

/** Validates only the part of the pod template that the controller needs. */
export function validateStatefulSet(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  const spec = specOf(object);
  if (!hasOldRules(choices)) {
    if (object.metadata.name !== undefined) checkFormat(causes, 'metadata.name', object.metadata.name, dnsLabel);
    checkNotNegative(causes, 'spec.revisionHistoryLimit', spec['revisionHistoryLimit']);
  }
  validateLaterMembers('apps/v1beta1.StatefulSetSpec', spec, 'spec', causes);
  const { selector, template, podManagementPolicy, updateStrategy } = spec;
  checkNotNegative(causes, 'spec.replicas', spec['replicas']);
  if (isAbsent(selector)) required(causes, 'spec.selector');
  else if (isEmptySelector(selector)) invalid(causes, 'spec.selector', 'must not be empty: it would select every pod');
  else if (!selectorMatches(selector, members(members(template)['metadata'])['labels']))
    invalid(causes, 'spec.template.metadata.labels', 'must be labels that the selector takes');
  validateOwnSelector(selector, 'spec.selector', hasOldRules(choices), causes);
  const { labels, annotations } = members(members(template)['metadata']);
  validateLabels(labels, 'spec.template.labels', causes);
  validateAnnotations(annotations, 'spec.template.annotations', causes);
  const { restartPolicy, activeDeadlineSeconds } = members(members(template)['spec']);
  checkOneOf(causes, 'spec.template.spec.restartPolicy', restartPolicy, ['Always']);
  if (!isAbsent(activeDeadlineSeconds)) invalid(causes, 'spec.spec.activeDeadlineSeconds', 'must not be set here');
  if (!POLICIES.includes(String(podManagementPolicy)))
    invalid(causes, 'spec.podManagementPolicy', `must be one of ${POLICIES.join(', ')}`);
  validateStrategy(members(updateStrategy), causes);
}

function validateStrategy({ type, rollingUpdate }: Members, causes: StatusCauses): void {
  const field = 'spec.updateStrategy';
  if (!STRATEGIES.includes(String(type))) invalid(causes, field, `must be one of ${STRATEGIES.join(', ')}`);
  if (type !== 'RollingUpdate' && !isAbsent(rollingUpdate))
    invalid(causes, `${field}.rollingUpdate`, 'can only be set with the type RollingUpdate');
  validateLaterMembers(
    'apps/v1beta1.RollingUpdateStatefulSetStrategy',
    members(rollingUpdate),
    `${field}.rollingUpdate`,
    causes,
  );
  checkNotNegative(causes, `${field}.rollingUpdate.partition`, members(rollingUpdate)['partition']);
}

/** Members of a stateful set that can be changed since later releases. */
const LATER_MUTABLE = ['minReadySeconds', 'ordinals', 'persistentVolumeClaimRetentionPolicy', 'revisionHistoryLimit'];

/** Most of a stateful set is immutable. */
export function validateStatefulSetUpdate(
  object: ApiObject,
  old: ApiObject,
  causes: StatusCauses,
  choices: DialectChoices,
): void {
  const isOld = hasOldRules(choices);
  const spec = specOf(object);
  const before = specOf(old);
  const later = isOld ? {} : Object.fromEntries(LATER_MUTABLE.map((name) => [name, spec[name]]));
  const allowed = {
    ...before,
    replicas: spec['replicas'],
    template: spec['template'],
    updateStrategy: spec['updateStrategy'],
    ...later,
  };
  if (!sameJson(allowed, { ...spec, ...later }))
    forbidden(causes, 'spec', 'only replicas, template and updateStrategy can be changed');
  if (isOld && containersOf(spec).length !== containersOf(before).length)
    forbidden(causes, 'spec.template.containers', 'their number cannot be changed');
}

/** The status of a stateful set was not validated in 2017. */
export function statefulSetStatusCauses(object: ApiObject, _: ApiObject, { choices }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  if (hasOldRules(choices)) return causes;
  const status = members(object['status']);
  const counts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
  validateReplicaStatus(status, counts, causes);
  checkAvailable(status, causes);
  return causes;
}

function containersOf(spec: Members): readonly unknown[] {
  return items(members(members(spec['template'])['spec'])['containers']);
}
