import type { Fault } from '../../fault.ts';
import { LATER_FINALIZERS } from './later-finalizers.ts';
import { ORPHANS } from './orphans.ts';
import { REMAINS } from './remains.ts';
import { OUTCOMES } from './outcomes.ts';
import { OPTIONS } from './options.ts';
import { TERMINATING } from './terminating.ts';
import { EFFECTS } from './effects.ts';
import { MEETINGS } from './meetings.ts';
import { NEIGHBOURS } from './neighbours.ts';

/** Faults that rules of the family `delete` find. */
export const DELETE_FAULTS: readonly Fault[] = [
  ...OUTCOMES,
  ...OPTIONS,
  ...TERMINATING,
  ...EFFECTS,
  ...MEETINGS,
  ...NEIGHBOURS,
  ...REMAINS,
  ...ORPHANS,
  ...LATER_FINALIZERS,
];
