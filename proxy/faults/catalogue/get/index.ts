import type { Fault } from '../../fault.ts';
import { EXTENSIONS } from './extensions.ts';
import { EXPORTS } from './exports.ts';
import { READS } from './reads.ts';

/** Faults that rules of the family `get` find. */
export const GET_FAULTS: readonly Fault[] = [...EXPORTS, ...READS, ...EXTENSIONS];
