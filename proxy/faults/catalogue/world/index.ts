import type { Fault } from '../../fault.ts';
import { CIRCUMSTANCES } from './circumstances.ts';
import { EARLIER_STATES } from './earlier-states.ts';
import { NAMES_AFTER_DELETES } from './names-after-deletes.ts';
import { TOLD_REMOVALS } from './told-removals.ts';
import { CONTENTS } from './contents.ts';
import { FAILURES } from './failures.ts';
import { METADATA } from './metadata.ts';
import { REFUSED_WRITES } from './refused-writes.ts';

/** Faults that rules of the family `world` find. */
export const WORLD_FAULTS: readonly Fault[] = [
  ...METADATA,
  ...FAILURES,
  ...CONTENTS,
  ...REFUSED_WRITES,
  ...CIRCUMSTANCES,
  ...EARLIER_STATES,
  ...NAMES_AFTER_DELETES,
  ...TOLD_REMOVALS,
];
