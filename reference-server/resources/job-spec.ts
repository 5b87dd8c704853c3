import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Causes } from './causes.ts';
import { checkNoneNegative, checkOneOf } from './field-checks.ts';
import { isAbsent, members, type Members } from './json-members.ts';
import { validatePodTemplate } from './pod-template-validation.ts';

/** What the spec of a job and that of a job template have in common. `field` is the path of the spec. */
export function validateJobSpec(spec: Members, field: string, choices: DialectChoices, causes: Causes): void {
  checkNoneNegative(causes, field, spec, ['parallelism', 'completions', 'activeDeadlineSeconds']);
  validatePodTemplate(spec['template'], `${field}.template`, choices, causes);
  const { restartPolicy } = members(members(spec['template'])['spec']);
  if (restartPolicy === 'Always')
    checkOneOf(causes, `${field}.template.spec.restartPolicy`, restartPolicy, ['OnFailure', 'Never']);
}

/** One pod, once, where nothing else is said; as many as finish where only the parallelism is given. */
export function jobCounts({ completions, parallelism }: Members): Members {
  if (!isAbsent(parallelism)) return {};
  return isAbsent(completions) ? { completions: 1, parallelism: 1 } : { parallelism: 1 };
}
