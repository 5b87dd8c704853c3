import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, invalid } from '../causes.ts';
import { checkOneOf } from './field-checks.ts';
import { isAbsent, items, members, text } from '../values/json-members.ts';
import { selectorMatches, validateLabels } from './label-selector-validation.ts';
import { validateAnnotations } from './object-meta-validation.ts';
import { validatePodAnnotations } from './pod-annotations.ts';
import { validatePodSpec } from './pod-spec-validation.ts';

/** Validates a pod template: its metadata like that of an object, without a name. */
export function validatePodTemplate(
  template: unknown,
  field: string,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const { metadata, spec } = members(template);
  validateLabels(members(metadata)['labels'], `${field}.metadata.labels`, causes);
  validateAnnotations(members(metadata)['annotations'], `${field}.metadata.annotations`, causes);
  validatePodAnnotations(
    members(metadata)['annotations'],
    members(spec),
    `${field}.metadata.annotations`,
    choices,
    causes,
  );
  validatePodSpec(members(spec), `${field}.spec`, choices, causes);
}

/**
 * A template of a controller that keeps pods running: its pods always restart, match the selector and have no
 * deadline.
 */
export function validateKeptTemplate(
  template: unknown,
  selector: unknown,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const { metadata, spec } = members(template);
  if (!isAbsent(selector) && !selectorMatches(selector, members(metadata)['labels'])) {
    invalid(causes, 'spec.template.metadata.labels', 'must be labels that the selector takes');
  }
  validatePodTemplate(template, 'spec.template', choices, causes);
  const { restartPolicy, activeDeadlineSeconds } = members(spec);
  if (restartPolicy !== 'Always') checkOneOf(causes, 'spec.template.spec.restartPolicy', restartPolicy, ['Always']);
  if (!isAbsent(activeDeadlineSeconds))
    invalid(causes, 'spec.template.spec.activeDeadlineSeconds', 'must not be set here');
}

/** Several pods can share a disk only for reading. */
export function validateSharedDisks(template: unknown, causes: StatusCauses): void {
  for (const [index, entry] of items(members(members(template)['spec'])['volumes']).entries()) {
    const disk = members(entry)['gcePersistentDisk'];
    if (isAbsent(disk) || members(disk)['readOnly'] === true || text(members(disk)['pdName']) === '') continue;
    invalid(
      causes,
      `spec.template.spec.volumes[${index}].gcePersistentDisk.readOnly`,
      'must be true where more than one pod uses the disk',
    );
  }
}
