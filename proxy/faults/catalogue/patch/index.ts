import type { Fault } from '../../fault.ts';
import { FREQUENT_GENERATIONS } from './frequent-generations.ts';
import { NULLS_BESIDE_VALUES } from './nulls-beside-values.ts';
import { NAMED_ELEMENTS } from './named-elements.ts';
import { MAPS_IN_JSON_PATCHES } from './maps-in-json-patches.ts';
import { MERGES } from './merges.ts';
import { LISTS } from './lists.ts';
import { OUTCOMES } from './outcomes.ts';
import { NULLS_AND_DIRECTIVES } from './nulls-and-directives.ts';
import { ELEMENTS } from './elements.ts';
import { JSON_OPERATIONS } from './json-operations.ts';
import { LOCKS } from './locks.ts';
import { STATUS } from './status.ts';
import { WRONG_ORDER } from './wrong-order.ts';
import { TEMPLATE_LABELS } from './template-labels.ts';
import { GENERATIONS } from './generations.ts';
import { BESIDE_STORED } from './beside-stored.ts';
import { DEFAULTS } from './defaults.ts';

/** Faults that rules of the family `patch` find. */
export const PATCH_FAULTS: readonly Fault[] = [
  ...MERGES,
  ...LISTS,
  ...OUTCOMES,
  ...NULLS_AND_DIRECTIVES,
  ...LOCKS,
  ...STATUS,
  ...JSON_OPERATIONS,
  ...ELEMENTS,
  ...WRONG_ORDER,
  ...TEMPLATE_LABELS,
  ...GENERATIONS,
  ...BESIDE_STORED,
  ...DEFAULTS,
  ...MAPS_IN_JSON_PATCHES,
  ...NAMED_ELEMENTS,
  ...NULLS_BESIDE_VALUES,
  ...FREQUENT_GENERATIONS,
];
