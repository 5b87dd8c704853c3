import type { Fault } from '../../fault.ts';
import { CHANGED_VALUES } from './changed-values.ts';
import { BODIES_AND_OPTIONS } from './bodies-and-options.ts';
import { SERVER_ERRORS } from './server-errors.ts';
import { LEGAL_VALUES } from './legal-values.ts';
import { LIMITS_AND_ZEROS } from './limits-and-zeros.ts';
import { UNCHECKED_CONTAINERS } from './unchecked-containers.ts';
import { CHANGED_CONTAINERS } from './changed-containers.ts';
import { UNCHECKED_VALUES } from './unchecked-values.ts';
import { UNCHECKED_TYPES } from './unchecked-types.ts';

/** Faults that rules of the family `validation` find. */
export const VALIDATION_FAULTS: readonly Fault[] = [
  ...BODIES_AND_OPTIONS,
  ...SERVER_ERRORS,
  ...LEGAL_VALUES,
  ...LIMITS_AND_ZEROS,
  ...UNCHECKED_CONTAINERS,
  ...CHANGED_CONTAINERS,
  ...UNCHECKED_VALUES,
  ...UNCHECKED_TYPES,
  ...CHANGED_VALUES,
];
