import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, notSupported, required } from '../causes.ts';
import { scheduleProblem } from '../values/cron-schedule.ts';
import { checkNoneNegative, checkOneOf } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { validateJobSpec } from './job-spec.ts';
import { isAbsent, members, text, withDefaults, withMember } from '../values/json-members.ts';
import { validateLabels } from '../validation/label-selector-validation.ts';
import { validateAnnotations, validateObjectMeta } from '../validation/object-meta-validation.ts';
import { withTemplateDefaults } from '../defaults/pod-spec-defaults.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { specOf, withSpec } from '../template-owner.ts';

const TEMPLATE = 'spec.jobTemplate';

export const CRON_JOB: ResourceStrategy = {
  defaults,
  prepareForCreate: (object) => withNewStatus(object, {}),
  prepareForUpdate: withStatusOf,
  prepareForStatusUpdate: withOnlyStatusOf,
  validate,
  validateUpdate: () => [],
  selectableFields: () => ({ 'status.successful': '' }),
  selectableFieldNames: ['status.successful'],
  defaultPropagation: 'orphan',
};

/** History limits in group-versions of later releases; the document keeps all jobs. */
const LATER_LIMITS = { successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 };

/** A job template has no default counts: they are filled in when a job is created from it. */
function defaults(object: ApiObject, { resource: { version } }: StrategyContext): ApiObject {
  const template = members(specOf(object)['jobTemplate']);
  const jobTemplate = {
    ...template,
    metadata: { creationTimestamp: null, ...members(template['metadata']) },
    spec: withTemplateDefaults(members(template['spec'])),
  };
  const spec = withDefaults(withMember(specOf(object), 'jobTemplate', jobTemplate), {
    concurrencyPolicy: 'Allow',
    suspend: false,
    ...(version === 'v2alpha1' ? {} : LATER_LIMITS),
  });
  return withStatusDefaults(withSpec(object, spec), {});
}

/** Longest name in group-versions of later releases: jobs get it with eleven more characters. */
const LONGEST_NAME = 52;

function validate(object: ApiObject, { choices, resource: { version } }: StrategyContext): StatusCauses {
  const causes: StatusCauses = [];
  const spec = specOf(object);
  validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
  if (version !== 'v2alpha1' && text(object.metadata.name).length > LONGEST_NAME)
    invalid(causes, 'metadata.name', `must have at most ${LONGEST_NAME} characters`);
  if (!isAbsent(spec['timeZone']) && !isTimeZone(text(spec['timeZone'])))
    invalid(causes, 'spec.timeZone', 'must be a time zone, such as Europe/Berlin');
  const problem = scheduleProblem(text(spec['schedule']));
  if (text(spec['schedule']) === '') required(causes, 'spec.schedule');
  else if (problem !== undefined) invalid(causes, 'spec.schedule', problem);
  checkNoneNegative(causes, 'spec', spec, [
    'startingDeadlineSeconds',
    'successfulJobsHistoryLimit',
    'failedJobsHistoryLimit',
  ]);
  checkOneOf(causes, 'spec.concurrencyPolicy', spec['concurrencyPolicy'], ['Allow', 'Forbid', 'Replace']);
  const template = members(spec['jobTemplate']);
  const job = members(template['spec']);
  validateLabels(members(template['metadata'])['labels'], `${TEMPLATE}.metadata.labels`, causes);
  validateAnnotations(members(template['metadata'])['annotations'], `${TEMPLATE}.metadata.annotations`, causes);
  validateJobSpec(job, `${TEMPLATE}.spec`, choices, causes);
  if (!isAbsent(job['selector']))
    invalid(causes, `${TEMPLATE}.spec.selector`, 'must not be set: it is generated for each job');
  if (job['manualSelector'] === true) notSupported(causes, `${TEMPLATE}.spec.manualSelector`, true, ['false']);
  return causes;
}

/** Offsets such as +01:00 are no names of zones. */
function isTimeZone(name: string): boolean {
  if (/^[-+]/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
