import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, notSupported } from '../causes.ts';
import { checkNoneNegative } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { isAbsent, members, type Members, number, withDefaults, withMember } from '../values/json-members.ts';
import { isEmptySelector, validateOwnSelector } from '../validation/label-selector-validation.ts';
import { hasOldRules } from '../validation/old-rules.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { validateKeptTemplate, validateSharedDisks } from '../validation/pod-template-validation.ts';
import { checkShare, isNoShare } from '../validation/rolling-update-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { isAppsV1, specOf, validateSelectorUpdate, withSpec } from '../template-owner.ts';
import { selectingOwnerDefaults } from '../defaults/template-owner-defaults.ts';

const NEW_STATUS = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
const COUNTS = [
  ...Object.keys(NEW_STATUS),
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'observedGeneration',
  'collisionCount',
];

export const DAEMON_SET: ResourceStrategy = {
  defaults,
  prepareForCreate: (object) =>
    withNewStatus(
      withTemplateGeneration(object, Math.max(1, number(specOf(object)['templateGeneration']))),
      NEW_STATUS,
    ),
  prepareForUpdate: (object, old) =>
    withStatusOf(withTemplateGeneration(object, nextTemplateGeneration(object, old)), old),
  prepareForStatusUpdate: withOnlyStatusOf,
  validate,
  validateUpdate: validateSelectorUpdate,
  validateStatusUpdate: (object) => {
    const causes: StatusCauses = [];
    checkNoneNegative(causes, 'status', members(object['status']), COUNTS);
    return causes;
  },
  generationChanges: (object, old) => !sameJson(object['spec'], old['spec']),
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'orphan',
};

/** The document's group-version uses OnDelete; clients of the newer one expect RollingUpdate, and no surge. */
function defaults(object: ApiObject, context: StrategyContext): ApiObject {
  const filled = selectingOwnerDefaults(object, { updateStrategy: {}, revisionHistoryLimit: 10 }, context);
  const isNewer = isAppsV1(context);
  const strategy = withDefaults(members(specOf(filled)['updateStrategy']), {
    type: isNewer ? 'RollingUpdate' : 'OnDelete',
  });
  const shares = { maxUnavailable: 1, ...(isNewer ? { maxSurge: 0 } : {}) };
  const rolling =
    strategy['type'] === 'RollingUpdate'
      ? withMember(strategy, 'rollingUpdate', withDefaults(members(strategy['rollingUpdate']), shares))
      : strategy;
  return withStatusDefaults(withSpec(filled, withMember(specOf(filled), 'updateStrategy', rolling)), NEW_STATUS);
}

function withTemplateGeneration(object: ApiObject, generation: number): ApiObject {
  return withSpec(object, withMember(specOf(object), 'templateGeneration', generation));
}

/** Counts the changes of the template; a client's value is ignored. */
function nextTemplateGeneration(object: ApiObject, old: ApiObject): number {
  const generation = number(specOf(old)['templateGeneration']);
  return sameJson(specOf(object)['template'], specOf(old)['template']) ? generation : generation + 1;
}

function validate(object: ApiObject, { choices }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  const spec = specOf(object);
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  checkNoneNegative(causes, 'spec', spec, ['minReadySeconds', 'templateGeneration', 'revisionHistoryLimit']);
  if (isAbsent(spec['selector']))
    invalid(causes, 'spec.template.metadata.labels', 'must be labels that the selector takes; there is no selector');
  else if (isEmptySelector(spec['selector']))
    invalid(causes, 'spec.selector', 'must not be empty: it would select every pod');
  validateOwnSelector(spec['selector'], 'spec.selector', hasOldRules(choices), causes);
  validateKeptTemplate(spec['template'], spec['selector'], choices, causes);
  validateSharedDisks(spec['template'], causes);
  validateStrategy(members(spec['updateStrategy']), causes);
  return causes;
}

function validateStrategy({ type, rollingUpdate }: Members, causes: StatusCauses): void {
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') {
    notSupported(causes, 'spec.updateStrategy', type, ['RollingUpdate', 'OnDelete']);
    return;
  }
  const field = 'spec.updateStrategy.rollingUpdate';
  const { maxUnavailable, maxSurge } = members(rollingUpdate);
  checkShare(causes, `${field}.maxUnavailable`, maxUnavailable, 'whole');
  if (!isAbsent(maxSurge)) checkShare(causes, `${field}.maxSurge`, maxSurge, 'whole');
  const surges = !isAbsent(maxSurge) && !isNoShare(maxSurge);
  if (surges && !isNoShare(maxUnavailable))
    invalid(causes, `${field}.maxSurge`, 'must be 0 where maxUnavailable is not; absent, that is 1');
  if (!surges && isNoShare(maxUnavailable))
    invalid(causes, `${field}.maxUnavailable`, 'cannot be 0 where maxSurge is 0: nothing would ever be updated');
}
