import type { Fault } from '../../fault.ts';
import { uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { notCounting } from '../../uncounted-changes.ts';

/** How long the generation of an object stays after it grew, in milliseconds. */
const COUNTED_FOR_MS = 1_000;

/** Faults of generations that would grow often. */
export const FREQUENT_GENERATIONS: readonly Fault[] = faults({
  'generation-grows-once-a-second': {
    summary: 'a change of a spec less than a second after another one of the object does not increase the generation',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: () => {
      const grew = new Map<string, number>();
      return notCounting((former) => {
        const uid = uidOf(former);
        if (Date.now() - (grew.get(uid) ?? 0) < COUNTED_FOR_MS) return true;
        grew.set(uid, Date.now());
        return false;
      })();
    },
  },
});
