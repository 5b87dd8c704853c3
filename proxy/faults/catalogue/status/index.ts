import type { Fault } from '../../fault.ts';
import { OBSERVED_GENERATIONS } from './observed-generations.ts';
import { CONTENTS } from './contents.ts';
import { OTHER_PARTS } from './other-parts.ts';
import { OUTCOMES } from './outcomes.ts';

/** Faults that rules of the family `status` find. */
export const STATUS_FAULTS: readonly Fault[] = [...CONTENTS, ...OTHER_PARTS, ...OUTCOMES, ...OBSERVED_GENERATIONS];
