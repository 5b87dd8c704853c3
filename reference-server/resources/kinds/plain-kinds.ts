import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, required } from '../causes.ts';
import {
  validateVolume,
  validateVolumeClaim,
  validateVolumeClaimUpdate,
  validateVolumeUpdate,
} from '../validation/claim-validation.ts';
import { validateEndpoints, validateEndpointsUpdate } from '../validation/endpoints-validation.ts';
import { checkNotNegative } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { isAbsent, isMembers, members, type Members, text, withDefaults, withMember } from '../values/json-members.ts';
import {
  statefulSetStatusCauses,
  validateReplicationController,
  validateStatefulSet,
  validateStatefulSetUpdate,
} from '../validation/kept-pods-validation.ts';
import { validateLaterMembers } from '../validation/later-member-checks.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import {
  claimDefaults,
  endpointsDefaults,
  limitRangeDefaults,
  nodeDefaults,
  quotaDefaults,
  volumeDefaults,
} from '../defaults/plain-defaults.ts';
import { withTemplateDefaults } from '../defaults/pod-spec-defaults.ts';
import { validatePodTemplate } from '../validation/pod-template-validation.ts';
import { storedSubsets } from '../values/repacked-subsets.ts';
import { replicaStatusCauses } from '../validation/replica-status-validation.ts';
import {
  quotaStatusCauses,
  validateLimitRange,
  validateQuota,
  validateQuotaUpdate,
} from '../validation/quota-validation.ts';
import { PENDING, statefulSetDefaults } from '../defaults/stateful-set-defaults.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { validateTaints } from '../validation/taint-validation.ts';
import { specOf, templateLabels, withSpec } from '../template-owner.ts';
import { selectingOwnerDefaults, templateOwnerDefaults } from '../defaults/template-owner-defaults.ts';

/**
 * A kind that is stored as sent, except for a few defaults: its metadata is validated, and its field selectors
 * support name and namespace.
 */
const PLAIN: ResourceStrategy = {
  defaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: (object) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
    return causes;
  },
  validateUpdate: () => [],
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
};

/** A plain kind whose status changes only through `/status` and starts as `status`. */
function withStatus(status: Record<string, unknown>): ResourceStrategy {
  return {
    ...PLAIN,
    prepareForCreate: (object) => withNewStatus(object, status),
    prepareForUpdate: withStatusOf,
    prepareForStatusUpdate: withOnlyStatusOf,
  };
}

const OWNER_STATUS = { replicas: 0 };
const REPLICAS = { replicas: 1 };

/** A kind that creates pods from a template. */
const TEMPLATE_OWNER: ResourceStrategy = {
  ...withStatus(OWNER_STATUS),
  defaults: (object, context) => withStatusDefaults(selectingOwnerDefaults(object, REPLICAS, context), OWNER_STATUS),
  subresources: ['scale'],
  generationChanges: (object, old) => !sameJson(object['spec'], old['spec']),
  defaultPropagation: 'orphan',
};

/** Its selector is a plain map of labels. */
const REPLICATION_CONTROLLER: ResourceStrategy = {
  ...TEMPLATE_OWNER,
  defaults: (object, context) => withStatusDefaults(withSelectorMap(controllerDefaults(object, context)), OWNER_STATUS),
  validateStatusUpdate: (object) => replicaStatusCauses(object),
  selectableFields: (object) => ({ 'status.replicas': String(members(object['status'])['replicas'] ?? 0) }),
  selectableFieldNames: ['status.replicas'],
};

/** A controller without a template does not get one. */
function controllerDefaults(object: ApiObject, context: StrategyContext): ApiObject {
  const spec = specOf(object);
  return isAbsent(spec['template'])
    ? withSpec(object, withDefaults(spec, REPLICAS))
    : templateOwnerDefaults(object, REPLICAS, context);
}

function withSelectorMap(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const labels = templateLabels(object);
  return isMembers(spec['selector']) || !isMembers(labels) ? object : withSpec(object, { ...spec, selector: labels });
}

/** A node reports about itself, so the status of its create is stored. */
const NODE: ResourceStrategy = {
  ...PLAIN,
  defaults: nodeDefaults,
  validate: validateNode,
  prepareForUpdate: withStatusOf,
  prepareForStatusUpdate: withOnlyStatusOf,
  validateUpdate: validateNodeUpdate,
  selectableFields: (object) => ({ 'spec.unschedulable': String(specOf(object)['unschedulable'] === true) }),
  selectableFieldNames: ['spec.unschedulable'],
};

function validateNode(object: ApiObject): StatusCauses {
  const causes: StatusCauses = [];
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  validateTaints(specOf(object)['taints'], causes);
  validateLaterMembers('core/v1.NodeSpec', specOf(object), 'spec', causes);
  return causes;
}

/** Most of the spec is immutable; the cause names the whole node. */
function validateNodeUpdate(object: ApiObject, old: ApiObject, { choices }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  const spec = specOf(object);
  const before = specOf(old);
  const once = (name: string): unknown => before[name] ?? spec[name];
  const { unschedulable, taints, podCIDRs, configSource } = spec;
  const later =
    choices['node.spec'] === 'scheduling-alone' ? {} : { podCIDRs, configSource, providerID: once('providerID') };
  if (!sameJson({ ...before, unschedulable, taints, podCIDR: once('podCIDR'), ...later }, spec))
    forbidden(causes, '[]', 'of the spec only unschedulable and taints can be changed, and podCIDR be set');
  return causes;
}

/** Only the names of its secrets are stored. */
const SERVICE_ACCOUNT: ResourceStrategy = {
  ...PLAIN,
  prepareForCreate: withNamedSecrets,
  prepareForUpdate: withNamedSecrets,
};

function withNamedSecrets(object: ApiObject): ApiObject {
  const { secrets } = object;
  return withMember(
    object,
    'secrets',
    Array.isArray(secrets) ? secrets.map((secret) => ({ name: text(members(secret)['name']) })) : undefined,
  );
}

const RETURNS_THE_OBJECT: ResourceStrategy['byKind'] = { deleteReturnsObject: true };

const NO_FIELD_SELECTORS: ResourceStrategy['byKind'] = { refusesFieldSelectors: true };

/** A selectable field that never matches. */
const NEVER_SUCCESSFUL = {
  selectableFields: () => ({ 'status.successful': '' }),
  selectableFieldNames: ['status.successful'],
} as const satisfies Partial<ResourceStrategy>;

type ValidateObject = (object: ApiObject, causes: StatusCauses, choices: StrategyContext['choices']) => void;
type UpdateCheck = (
  object: ApiObject,
  old: ApiObject,
  causes: StatusCauses,
  choices: StrategyContext['choices'],
) => void;

/** The kind with validation. */
function checked(
  strategy: ResourceStrategy,
  check: ValidateObject,
  checkUpdate: UpdateCheck = () => undefined,
): ResourceStrategy {
  return {
    ...strategy,
    validate: (object, context) => {
      const causes = [...strategy.validate(object, context)];
      check(object, causes, context.choices);
      return causes;
    },
    validateUpdate: (object, old, context) => {
      const causes = [...strategy.validateUpdate(object, old, context)];
      checkUpdate(object, old, causes, context.choices);
      return causes;
    },
  };
}

function checkRevision(object: ApiObject, causes: StatusCauses): void {
  if (isAbsent(object['data'])) required(causes, 'data');
  checkNotNegative(causes, 'revision', object['revision']);
}

function checkRevisionUpdate(object: ApiObject, old: ApiObject, causes: StatusCauses): void {
  if (!sameJson(object['data'], old['data'])) invalid(causes, 'data', 'cannot be changed');
}

/** The strategy of each plain kind. */
export const PLAIN_KINDS = {
  Endpoints: {
    ...checked(PLAIN, validateEndpoints, validateEndpointsUpdate),
    defaults: endpointsDefaults,
    canonical: (object, { choices }) => withMember(object, 'subsets', storedSubsets(object['subsets'], choices)),
    byKind: { createdByReplace: true, watchedChanges: 1000 },
  },
  LimitRange: {
    ...checked(PLAIN, validateLimitRange),
    defaults: limitRangeDefaults,
    byKind: { ...NO_FIELD_SELECTORS, createdByReplace: true, namedByUid: true },
  },
  Node: {
    ...NODE,
    byKind: { refusesNamespaceSelector: true, watchedChanges: 1000, exportedStatus: 'empty-unless-exact' },
  },
  PersistentVolume: {
    ...checked(withStatus(PENDING), validateVolume, validateVolumeUpdate),
    defaults: volumeDefaults,
    byKind: { ...RETURNS_THE_OBJECT, refusesNamespaceSelector: true, exportedStatus: 'empty' },
  },
  PersistentVolumeClaim: {
    ...checked(withStatus(PENDING), validateVolumeClaim, validateVolumeClaimUpdate),
    defaults: claimDefaults,
    byKind: { ...RETURNS_THE_OBJECT, exportedStatus: 'empty' },
  },
  PodTemplate: {
    ...checked(PLAIN, (object, causes, choices) =>
      validatePodTemplate(object['template'], 'template', choices, causes),
    ),
    defaults: (object) => withTemplateDefaults(object as unknown as Members) as unknown as ApiObject,
    byKind: { ...NO_FIELD_SELECTORS, ...RETURNS_THE_OBJECT },
  },
  ReplicationController: checked(REPLICATION_CONTROLLER, validateReplicationController),
  ResourceQuota: {
    ...checked(withStatus({}), validateQuota, validateQuotaUpdate),
    validateStatusUpdate: (object, _, { choices }) => quotaStatusCauses(object, choices),
    defaults: quotaDefaults,
    byKind: RETURNS_THE_OBJECT,
  },
  ServiceAccount: { ...SERVICE_ACCOUNT, byKind: RETURNS_THE_OBJECT },
  StatefulSet: {
    ...checked(TEMPLATE_OWNER, validateStatefulSet, validateStatefulSetUpdate),
    validateStatusUpdate: statefulSetStatusCauses,
    defaults: statefulSetDefaults,
    ...NEVER_SUCCESSFUL,
    byKind: { hasNoScale: true },
  },
  ControllerRevision: { ...checked(PLAIN, checkRevision, checkRevisionUpdate), byKind: NO_FIELD_SELECTORS },
} as const satisfies Readonly<Record<string, ResourceStrategy>>;
