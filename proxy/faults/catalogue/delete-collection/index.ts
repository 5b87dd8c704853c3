import type { Fault } from '../../fault.ts';
import { MISREAD_SELECTORS } from './misread-selectors.ts';
import { EXCESSES } from './excesses.ts';
import { OUTCOMES } from './outcomes.ts';
import { SELECTION } from './selection.ts';
import { SPARED } from './spared.ts';

/** Faults that rules of the family `delete-collection` find. */
export const DELETE_COLLECTION_FAULTS: readonly Fault[] = [
  ...SELECTION,
  ...SPARED,
  ...EXCESSES,
  ...OUTCOMES,
  ...MISREAD_SELECTORS,
];
