import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';
import type { LabelRequirement } from '../oracle/label-selector.ts';

/** Selectors over labels that some of those objects have, and over some that none has. */
export declare function labelSelectorOver(labelSets: readonly JsonObject[]): Arbitrary<readonly LabelRequirement[]>;
