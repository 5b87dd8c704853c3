import { type StatusCauses, duplicate, required } from '../causes.ts';
import { checkFormat, checkOneOf } from './field-checks.ts';
import { labelValue, qualifiedName } from '../values/formats.ts';
import { items, members, text } from '../values/json-members.ts';
import { EFFECTS } from './scheduling-validation.ts';

/** Validates taints: one for each key and effect. StatusCauses name them under the metadata, as in the real system. */
export function validateTaints(taints: unknown, causes: StatusCauses): void {
  const known = new Set<string>();
  for (const [index, entry] of items(taints).entries()) {
    const { key, value, effect } = members(entry);
    const field = `metadata.taints[${index}]`;
    checkFormat(causes, `${field}.key`, key, qualifiedName);
    if (text(value) !== '') checkFormat(causes, `${field}.value`, value, labelValue);
    if (text(effect) === '') required(causes, `${field}.effect`, `must be one of ${EFFECTS.join(', ')}`);
    else checkOneOf(causes, `${field}.effect`, effect, EFFECTS);
    const taint = `${text(key)}:${text(effect)}`;
    if (known.has(taint)) duplicate(causes, field, taint);
    known.add(taint);
  }
}
