import type { Fault } from '../../fault.ts';
import { IGNORED_PARTS } from './ignored-parts.ts';
import { FIELD_SELECTORS } from './field-selectors.ts';
import { COMPARISONS } from './comparisons.ts';
import { REQUIREMENTS } from './requirements.ts';
import { LABEL_INDEX } from './label-index.ts';

/** Faults that rules of the family `selectors` find. */
export const SELECTORS_FAULTS: readonly Fault[] = [
  ...FIELD_SELECTORS,
  ...COMPARISONS,
  ...REQUIREMENTS,
  ...LABEL_INDEX,
  ...IGNORED_PARTS,
];
