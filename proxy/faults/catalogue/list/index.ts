import type { Fault } from '../../fault.ts';
import { NAMESAKES } from './namesakes.ts';
import { METADATA } from './metadata.ts';
import { ITEMS } from './items.ts';
import { OLD_LISTS } from './old-lists.ts';
import { PARAMETERS } from './parameters.ts';
import { COPIES } from './copies.ts';

/** Faults that rules of the family `list` find. */
export const LIST_FAULTS: readonly Fault[] = [
  ...METADATA,
  ...ITEMS,
  ...OLD_LISTS,
  ...PARAMETERS,
  ...COPIES,
  ...NAMESAKES,
];
