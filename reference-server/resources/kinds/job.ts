import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, required, shown } from '../causes.ts';
import { checkNoneNegative } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { jobCounts, validateJobSpec } from './job-spec.ts';
import { isResized, LATER_FIXED, mutableTemplate, validateIndexedName } from './later-job-members.ts';
import { isAbsent, members, type Members, number, withMember } from '../values/json-members.ts';
import { selectorMatches, validateOwnSelector } from '../validation/label-selector-validation.ts';
import { hasOldRules } from '../validation/old-rules.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { specOf, templateLabels, withLabelsOfTemplate, withSpec } from '../template-owner.ts';
import { templateOwnerDefaults } from '../defaults/template-owner-defaults.ts';

const UID_LABEL = 'controller-uid';
const NAME_LABEL = 'job-name';
const FIXED = ['completions', 'selector', 'template', ...LATER_FIXED];

export const JOB: ResourceStrategy = {
  defaults: (object, context) =>
    withStatusDefaults(templateOwnerDefaults(object, jobCounts(specOf(object)), context), {}),
  prepareForCreate: (object) => withNewStatus(isManual(object) ? object : withGeneratedSelector(object), {}),
  prepareForUpdate: withStatusOf,
  prepareForStatusUpdate: withOnlyStatusOf,
  validate,
  validateUpdate: (object, old) => {
    const causes: StatusCauses = [];
    for (const member of FIXED) {
      if (member === 'completions' && isResized(specOf(object), specOf(old))) continue;
      const before = member === 'template' ? mutableTemplate(object, old) : specOf(old)[member];
      if (!sameJson(specOf(object)[member], before)) invalid(causes, `spec.${member}`, 'cannot be changed');
    }
    return causes;
  },
  validateStatusUpdate: (object) => {
    const causes: StatusCauses = [];
    checkNoneNegative(causes, 'status', members(object['status']), ['active', 'succeeded', 'failed']);
    return causes;
  },
  selectableFields: (object) => ({ 'status.successful': String(number(members(object['status'])['succeeded'])) }),
  selectableFieldNames: ['status.successful'],
  defaultPropagation: 'orphan',
};

/** Whether the client selects the job's pods itself. */
function isManual(object: ApiObject): boolean {
  return specOf(object)['manualSelector'] === true;
}

function generatedLabels({ metadata }: ApiObject): Readonly<Record<string, string>> {
  return { [UID_LABEL]: metadata.uid ?? '', [NAME_LABEL]: metadata.name ?? '' };
}

/**
 * The system adds labels to the template, and selects by the first (document, Job). A job without labels gets those
 * of its template.
 */
function withGeneratedSelector(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const template = members(spec['template']);
  const labels = templateLabels(object);
  const uid = { [UID_LABEL]: object.metadata.uid ?? '' };
  const selector = withMember(members(spec['selector']), 'matchLabels', {
    ...uid,
    ...members(members(spec['selector'])['matchLabels']),
  });
  const metadata = withMember(members(template['metadata']), 'labels', {
    ...generatedLabels(object),
    ...members(labels),
  });
  const generated = withSpec(object, { ...spec, selector, template: { ...template, metadata } });
  return withLabelsOfTemplate(object.metadata.labels === labels ? withoutLabels(generated) : generated);
}

function withoutLabels(object: ApiObject): ApiObject {
  const { labels: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function validate(object: ApiObject, { choices }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  const spec = specOf(object);
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  validateIndexedName(object.metadata.name ?? '', spec, causes);
  validateJobSpec(spec, 'spec', choices, causes);
  validateOwnSelector(spec['selector'], 'spec.selector', hasOldRules(choices), causes);
  if (isAbsent(spec['selector'])) required(causes, 'spec.selector');
  else validateSelector(object, spec, causes);
  return causes;
}

function validateSelector(object: ApiObject, spec: Members, causes: StatusCauses): void {
  const { selector } = spec;
  const labels = members(templateLabels(object));
  const field = 'spec.template.metadata.labels';
  if (!selectorMatches(selector, labels)) invalid(causes, field, 'must be labels that the selector takes');
  if (isManual(object)) return;
  const generated = generatedLabels(object);
  for (const [name, value] of Object.entries(generated)) {
    if (labels[name] !== value) invalid(causes, `${field}[${name}]`, `must be ${shown(value)}`);
  }
  if (!selectorMatches(selector, generated))
    invalid(causes, 'spec.selector', 'must take the generated labels where manualSelector is not true');
}
