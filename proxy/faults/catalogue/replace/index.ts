import type { Fault } from '../../fault.ts';
import { SHARED_LOCKS } from './shared-locks.ts';
import { LOCKS } from './locks.ts';
import { GENERATIONS } from './generations.ts';
import { CONTENTS } from './contents.ts';
import { OUTCOMES } from './outcomes.ts';
import { UNSEEN_CHANGES } from './unseen-changes.ts';
import { EVENTS } from './events.ts';

/** Faults that rules of the family `replace` find. */
export const REPLACE_FAULTS: readonly Fault[] = [
  ...LOCKS,
  ...GENERATIONS,
  ...CONTENTS,
  ...OUTCOMES,
  ...UNSEEN_CHANGES,
  ...EVENTS,
  ...SHARED_LOCKS,
];
