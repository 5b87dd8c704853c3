import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, required } from '../causes.ts';
import { checkNoneNegative } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { isAbsent, number } from '../values/json-members.ts';
import { isEmptySelector, validateOwnSelector } from '../validation/label-selector-validation.ts';
import { hasOldRules } from '../validation/old-rules.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { validateKeptTemplate, validateSharedDisks } from '../validation/pod-template-validation.ts';
import { replicaStatusCauses } from '../validation/replica-status-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { specOf, validateSelectorUpdate } from '../template-owner.ts';
import { selectingOwnerDefaults } from '../defaults/template-owner-defaults.ts';

const NEW_STATUS = { replicas: 0 };

export const REPLICA_SET: ResourceStrategy = {
  defaults: (object, context) =>
    withStatusDefaults(selectingOwnerDefaults(object, { replicas: 1 }, context), NEW_STATUS),
  prepareForCreate: (object) => withNewStatus(object, NEW_STATUS),
  prepareForUpdate: withStatusOf,
  prepareForStatusUpdate: withOnlyStatusOf,
  validate,
  validateUpdate: validateSelectorUpdate,
  validateStatusUpdate: replicaStatusCauses,
  subresources: ['scale'],
  generationChanges: (object, old) => !sameJson(object['spec'], old['spec']),
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'orphan',
  byKind: { refusesFieldSelectors: true },
};

function validate(object: ApiObject, { choices }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  const spec = specOf(object);
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  checkNoneNegative(causes, 'spec', spec, ['replicas', 'minReadySeconds']);
  if (isAbsent(spec['selector'])) required(causes, 'spec.selector');
  else if (isEmptySelector(spec['selector']))
    invalid(causes, 'spec.selector', 'must not be empty: it would select every pod');
  validateOwnSelector(spec['selector'], 'spec.selector', hasOldRules(choices), causes);
  validateKeptTemplate(spec['template'], spec['selector'], choices, causes);
  if (number(spec['replicas']) > 1) validateSharedDisks(spec['template'], causes);
  return causes;
}
