import { badRequest } from '../api-error.ts';
import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, notSupported, required } from '../causes.ts';
import { checkNoneNegative, checkNotNegative } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { specFor } from '../values/hidden-members.ts';
import { isAbsent, members, type Members, number, withDefaults, withMember } from '../values/json-members.ts';
import { isEmptySelector, validateOwnSelector } from '../validation/label-selector-validation.ts';
import { hasOldRules } from '../validation/old-rules.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { validateKeptTemplate, validateSharedDisks } from '../validation/pod-template-validation.ts';
import { checkAvailable, validateReplicaStatus } from '../validation/replica-status-validation.ts';
import { checkShare, isNoShare } from '../validation/rolling-update-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { isAppsV1, specOf, validateSelectorUpdate, withSpec } from '../template-owner.ts';
import { selectingOwnerDefaults } from '../defaults/template-owner-defaults.ts';

export const DEPLOYMENT: ResourceStrategy = {
  defaults,
  prepareForCreate: (object) => withNewStatus(object, {}),
  prepareForUpdate: (object, old, context) => withStatusOf(withPendingRollback(object, old, context), old),
  prepareForStatusUpdate: (object, old) => withLabelsOf(withOnlyStatusOf(object, old), old),
  validate,
  validateUpdate: validateSelectorUpdate,
  validateStatusUpdate,
  subresources: ['scale', 'rollback'],
  byKind: { errorGroups: { plural: 'extensions', kind: 'apps' } },
  generationChanges: (object, old, { choices }) =>
    !sameJson(object['spec'], old['spec']) ||
    (choices['generation.increases'] === 'on-annotations-too' &&
      !sameJson(members(object.metadata.annotations), members(old.metadata.annotations))),
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'orphan',
};

/** Defaults besides the template's (document, DeploymentSpec). */
interface Defaults {
  readonly spec: Members;
  readonly rollingUpdate: Members;
}

const DOCUMENTED: Defaults = {
  spec: { replicas: 1, strategy: {}, revisionHistoryLimit: 2, progressDeadlineSeconds: 600 },
  rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
};

const LEGACY: Defaults = {
  spec: { replicas: 1, strategy: {} },
  rollingUpdate: { maxUnavailable: 1, maxSurge: 1 },
};

/** Clients of the newer group-version expect more revisions. */
const NEWER: Defaults = { ...DOCUMENTED, spec: { ...DOCUMENTED.spec, revisionHistoryLimit: 10 } };

/**
 * Both groups show one object, and the document has one table for it; under some dialects extensions has defaults of
 * its own.
 */
function defaultsOf(context: StrategyContext): Defaults {
  const { resource, choices } = context;
  if (isAppsV1(context)) return NEWER;
  return resource.group === 'extensions' && choices['deployment.extensions-defaults'] === 'legacy'
    ? LEGACY
    : DOCUMENTED;
}

function defaults(object: ApiObject, context: StrategyContext): ApiObject {
  const { spec, rollingUpdate } = defaultsOf(context);
  const filled = selectingOwnerDefaults(withKnownSpec(object, context), spec, context);
  const strategy = withDefaults(members(specOf(filled)['strategy']), { type: 'RollingUpdate' });
  requireSharesOrNone(strategy, context);
  const rolling =
    strategy['type'] === 'RollingUpdate'
      ? withMember(strategy, 'rollingUpdate', withDefaults(members(strategy['rollingUpdate']), rollingUpdate))
      : strategy;
  return withStatusDefaults(withSpec(filled, withMember(specOf(filled), 'strategy', rolling)), {});
}

/** `apps/v1` does not show a rollback that another group-version asked for, so its writes keep it. */
function withPendingRollback(object: ApiObject, old: ApiObject, context: StrategyContext): ApiObject {
  const { rollbackTo } = specOf(old);
  return isAppsV1(context) && !isAbsent(rollbackTo) ? withSpec(object, { ...specOf(object), rollbackTo }) : object;
}

/** Members that the group-version lacks are dropped like any unknown one. */
function withKnownSpec(object: ApiObject, { resource }: StrategyContext): ApiObject {
  return withSpec(object, members(specFor(resource, specOf(object))));
}

/**
 * In some dialects `apps` refuses a `rollingUpdate` with only one of its bounds, unless the type is RollingUpdate.
 * Throws `ApiError` 400.
 */
function requireSharesOrNone({ type, rollingUpdate }: Members, { resource, choices }: StrategyContext): void {
  if (
    choices['deployment.shares-beside-recreate'] !== 'unread-when-partial' ||
    resource.group !== 'apps' ||
    type === 'RollingUpdate' ||
    isAbsent(rollingUpdate)
  )
    return;
  const missing = ['maxUnavailable', 'maxSurge'].find((share) => isAbsent(members(rollingUpdate)[share]));
  if (missing !== undefined)
    throw badRequest(
      `spec.strategy.rollingUpdate has no ${missing}, which only a strategy of type RollingUpdate may leave out`,
    );
}

/** A write to the status of a deployment cannot change its labels. */
function withLabelsOf(object: ApiObject, { metadata: { labels } }: ApiObject): ApiObject {
  const { labels: _, ...kept } = object.metadata;
  return { ...object, metadata: labels === undefined ? kept : { ...kept, labels } };
}

function validate(object: ApiObject, { choices }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  const spec = specOf(object);
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  checkNoneNegative(causes, 'spec', spec, ['replicas', 'minReadySeconds', 'revisionHistoryLimit']);
  if (isAbsent(spec['selector'])) required(causes, 'spec.selector');
  else if (isEmptySelector(spec['selector']))
    invalid(causes, 'spec.selector', 'must not be empty: it would select every pod');
  validateOwnSelector(spec['selector'], 'spec.selector', hasOldRules(choices), causes);
  validateKeptTemplate(spec['template'], spec['selector'], choices, causes);
  if (number(spec['replicas']) > 1) validateSharedDisks(spec['template'], causes);
  validateStrategy(members(spec['strategy']), causes);
  checkNotNegative(causes, 'spec.rollback.version', members(spec['rollbackTo'])['revision']);
  validateDeadline(spec, causes);
  return causes;
}

/**
 * `rollingUpdate` needs the type RollingUpdate, and one of its bounds must be positive (document,
 * RollingUpdateDeployment).
 */
function validateStrategy(strategy: Members, causes: StatusCauses): void {
  const { type, rollingUpdate } = strategy;
  const field = 'spec.strategy.rollingUpdate';
  if (type === 'Recreate') {
    if (!isAbsent(rollingUpdate)) forbidden(causes, field, 'must not be set where the type is Recreate');
    return;
  }
  if (type !== 'RollingUpdate') {
    notSupported(causes, 'spec.strategy', type, ['Recreate', 'RollingUpdate']);
    return;
  }
  const { maxSurge, maxUnavailable } = members(rollingUpdate);
  checkShare(causes, `${field}.maxUnavailable`, maxUnavailable, 'whole');
  checkShare(causes, `${field}.maxSurge`, maxSurge, 'any');
  if (isNoShare(maxSurge) && isNoShare(maxUnavailable))
    invalid(causes, `${field}.maxUnavailable`, 'cannot be 0 where maxSurge is 0');
}

function validateDeadline({ progressDeadlineSeconds, minReadySeconds }: Members, causes: StatusCauses): void {
  if (typeof progressDeadlineSeconds !== 'number') return;
  const field = 'spec.progressDeadlineSeconds';
  checkNotNegative(causes, field, progressDeadlineSeconds);
  if (progressDeadlineSeconds <= number(minReadySeconds)) invalid(causes, field, 'must be more than minReadySeconds');
}

function validateStatusUpdate(object: ApiObject, old: ApiObject): StatusCauses {
  const causes: StatusCauses = [];
  const status = members(object['status']);
  validateReplicaStatus(
    status,
    ['updatedReplicas', 'readyReplicas', 'availableReplicas', 'unavailableReplicas'],
    causes,
  );
  if (number(status['readyReplicas']) > 0) checkAvailable(status, causes);
  checkNotNegative(causes, 'status.collisionCount', status['collisionCount']);
  const before = members(old['status'])['collisionCount'];
  if (
    typeof before === 'number' &&
    (typeof status['collisionCount'] !== 'number' || status['collisionCount'] < before)
  ) {
    invalid(causes, 'status.collisionCount', `cannot go back from ${before}`);
  }
  return causes;
}
