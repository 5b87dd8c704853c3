import type { Exchange } from '../oracle/history.ts';
import { type FieldRequirement, parseFieldSelector, selectsFields } from '../oracle/objects/field-selector.ts';
import { type LabelRequirement, parseLabelSelector, selectsLabels } from '../oracle/objects/label-selector.ts';
import type { Json } from '../oracle/json.ts';

/** The selectors of a request. */
export interface Selectors {
  /** Empty without a selector; `undefined` if the oracle cannot parse it. */
  readonly labels: readonly LabelRequirement[] | undefined;
  readonly fields: readonly FieldRequirement[] | undefined;
}

export function selectorsOf({ request: { query } }: Exchange): Selectors {
  return {
    labels: parseLabelSelector(query.get('labelSelector') ?? ''),
    fields: parseFieldSelector(query.get('fieldSelector') ?? ''),
  };
}

/** Whether selectors select an object; `undefined` if the oracle cannot parse them. */
export function isSelected({ labels, fields }: Selectors, object: Json): boolean | undefined {
  if (labels === undefined || fields === undefined) return undefined;
  return selectsLabels(labels, object) && selectsFields(fields, object);
}
