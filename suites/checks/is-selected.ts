import { type FieldRequirement, selectsFields } from '../oracle/objects/field-selector.ts';
import { type LabelRequirement, selectsLabels } from '../oracle/objects/label-selector.ts';
import type { Json } from '../oracle/json.ts';

/** The selectors of a list or a watch; `undefined` if the oracle cannot parse one. */
interface Selectors {
  readonly labels: readonly LabelRequirement[] | undefined;
  readonly fields: readonly FieldRequirement[] | undefined;
}

/** Whether the selectors of a list or a watch select an object; `undefined` if the oracle cannot parse them. */
export function isSelected({ labels, fields }: Selectors, object: Json): boolean | undefined {
  if (labels === undefined || fields === undefined) return undefined;
  return selectsLabels(labels, object) && selectsFields(fields, object);
}
