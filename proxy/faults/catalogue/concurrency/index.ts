import type { Fault } from '../../fault.ts';
import { CREATES } from './creates.ts';
import { DELETES } from './deletes.ts';
import { READS } from './reads.ts';
import { WRITES } from './writes.ts';
import { APPENDS } from './appends.ts';

/** Faults that rules of the family `concurrency` find. */
export const CONCURRENCY_FAULTS: readonly Fault[] = [...READS, ...WRITES, ...CREATES, ...DELETES, ...APPENDS];
