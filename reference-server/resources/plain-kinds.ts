import { sameJson } from '../objects/same-json.ts';
import type { ApiObject } from './api-object.ts';
import type { Causes } from './causes.ts';
import { forbidden } from './causes.ts';
import { dnsSubdomain } from './formats.ts';
import { isMembers, items, members, text, withMember } from './json-members.ts';
import { validateObjectMeta } from './object-meta-validation.ts';
import { endpointsDefaults, limitRangeDefaults, nodeDefaults, volumeDefaults } from './plain-defaults.ts';
import { PENDING, statefulSetDefaults } from './stateful-set-defaults.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from './status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from './strategy.ts';
import { validateTaints } from './taint-validation.ts';
import { specOf, templateOwnerDefaults, withSelectorOfTemplate, withSpec, templateLabels } from './template-owner.ts';

/** A kind that is stored as it is sent, but for what a few fill in: its metadata is validated, and its selectors know its name and namespace. */
const PLAIN: ResourceStrategy = {
  defaults: (object) => object,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: (object) => {
    const causes: Causes = [];
    validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
    return causes;
  },
  validateUpdate: () => [],
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
};

/** A plain kind whose status changes only through `/status` and is `status` at first. */
function withStatus(status: Record<string, unknown>): ResourceStrategy {
  return {
    ...PLAIN,
    prepareForCreate: (object) => withNewStatus(object, status),
    prepareForUpdate: withStatusOf,
    prepareForStatusUpdate: withOnlyStatusOf,
  };
}

const OWNER_STATUS = { replicas: 0 };

/** A kind that would keep pods from a template. */
const TEMPLATE_OWNER: ResourceStrategy = {
  ...withStatus(OWNER_STATUS),
  defaults: (object) => withStatusDefaults(withSelectorOfTemplate(templateOwnerDefaults(object, { replicas: 1 })), OWNER_STATUS),
  subresources: ['scale'],
  generationChanges: (object, old) => !sameJson(object['spec'], old['spec']),
  defaultPropagation: 'orphan',
};

/** Its selector is a plain map of labels. */
const REPLICATION_CONTROLLER: ResourceStrategy = {
  ...TEMPLATE_OWNER,
  defaults: (object) => withStatusDefaults(withSelectorMap(templateOwnerDefaults(object, { replicas: 1 })), OWNER_STATUS),
  selectableFields: (object) => ({ 'status.replicas': String(members(object['status'])['replicas'] ?? 0) }),
  selectableFieldNames: ['status.replicas'],
};

function withSelectorMap(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const labels = templateLabels(object);
  return isMembers(spec['selector']) || !isMembers(labels) ? object : withSpec(object, { ...spec, selector: labels });
}

/** A node reports about itself, so what it says of its status at first is kept. */
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

function validateNode(object: ApiObject): Causes {
  const causes: Causes = [];
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  validateTaints(specOf(object)['taints'], causes);
  return causes;
}

/** In some dialects little of the spec changes once it is there; what is wrong is said of the node as a whole. */
function validateNodeUpdate(object: ApiObject, old: ApiObject, { answers }: StrategyContext): Causes {
  const causes: Causes = [];
  const spec = specOf(object);
  const { podCIDR = spec['podCIDR'], ...before } = specOf(old);
  const allowed = { ...before, podCIDR, unschedulable: spec['unschedulable'], taints: spec['taints'] };
  if (answers['node.spec'] === 'scheduling-alone' && !sameJson(allowed, spec)) forbidden(causes, '[]', 'of the spec only unschedulable and taints can be changed, and podCIDR be set');
  return causes;
}

/** Of the secrets that it names only the names are kept. */
const SERVICE_ACCOUNT: ResourceStrategy = {
  ...PLAIN,
  prepareForCreate: (object) => withMember(object, 'secrets', Array.isArray(object['secrets']) ? items(object['secrets']).map((secret) => ({ name: text(members(secret)['name']) })) : undefined),
};

const ANSWERED: ResourceStrategy['byKind'] = { removalAnswersObject: true };

const NO_FIELD_SELECTORS: ResourceStrategy['byKind'] = { refusesFieldSelectors: true };

/** A field that selectors may name, and that nothing is ever found by. */
const NEVER_SUCCESSFUL = { selectableFields: () => ({ 'status.successful': '' }), selectableFieldNames: ['status.successful'] } as const satisfies Partial<ResourceStrategy>;

/** What each kind that is stored as it is sent answers for itself. */
export const PLAIN_KINDS = {
  Endpoints: { ...PLAIN, defaults: endpointsDefaults, byKind: { createdByReplace: true, watchedChanges: 1000 } },
  LimitRange: { ...PLAIN, defaults: limitRangeDefaults, byKind: { ...NO_FIELD_SELECTORS, createdByReplace: true } },
  Node: { ...NODE, byKind: { refusesNamespaceSelector: true, watchedChanges: 1000 } },
  PersistentVolume: { ...withStatus(PENDING), defaults: volumeDefaults, byKind: { ...ANSWERED, refusesNamespaceSelector: true } },
  PersistentVolumeClaim: { ...withStatus(PENDING), byKind: ANSWERED },
  PodTemplate: { ...PLAIN, byKind: { ...NO_FIELD_SELECTORS, ...ANSWERED } },
  ReplicationController: REPLICATION_CONTROLLER,
  ResourceQuota: { ...withStatus({}), byKind: ANSWERED },
  ServiceAccount: { ...SERVICE_ACCOUNT, byKind: ANSWERED },
  StatefulSet: { ...TEMPLATE_OWNER, defaults: statefulSetDefaults, ...NEVER_SUCCESSFUL, byKind: { hasNoScale: true } },
  ControllerRevision: { ...PLAIN, byKind: NO_FIELD_SELECTORS },
} as const satisfies Readonly<Record<string, ResourceStrategy>>;
