import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { StatusCauses } from '../causes.ts';
import { checkNoneNegative, checkOneOf } from '../validation/field-checks.ts';
import { isAbsent, members, type Members } from '../values/json-members.ts';
import { validateLaterJobMembers } from './later-job-members.ts';
import { validatePodTemplate } from '../validation/pod-template-validation.ts';

/** Validates the common part of the specs of jobs and job templates. `field` is the path of the spec. */
export function validateJobSpec(spec: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  checkNoneNegative(causes, field, spec, ['parallelism', 'completions', 'activeDeadlineSeconds']);
  validateLaterJobMembers(spec, field, causes);
  validatePodTemplate(spec['template'], `${field}.template`, choices, causes);
  const { restartPolicy } = members(members(spec['template'])['spec']);
  if (restartPolicy === 'Always')
    checkOneOf(causes, `${field}.template.spec.restartPolicy`, restartPolicy, ['OnFailure', 'Never']);
}

/** By default one pod, once; any number of completions if only the parallelism is set. */
export function jobCounts({ completions, parallelism }: Members): Members {
  if (!isAbsent(parallelism)) return {};
  return isAbsent(completions) ? { completions: 1, parallelism: 1 } : { parallelism: 1 };
}
