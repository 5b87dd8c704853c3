import { groupBy } from '../../../shared/group-by.ts';
import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import { shuffled } from '../../engine/amount.ts';

/**
 * A sample of faults, chosen by the seed alone. Each family contributes equally, or all that it has; larger families
 * make up for smaller ones.
 */
export function sampleOf(
  faults: readonly ListedGeneratedFault[],
  count: number,
  seed: number,
): readonly ListedGeneratedFault[] {
  const families = [...byFamily(shuffled(faults, seed, ({ name }) => name)).values()];
  const chosen: ListedGeneratedFault[] = [];
  for (let round = 0; chosen.length < Math.min(count, faults.length); round += 1) {
    chosen.push(...families.flatMap((family) => family.slice(round, round + 1)).slice(0, count - chosen.length));
  }
  return chosen;
}

/** Faults by family, in their order. */
export function byFamily(
  faults: readonly ListedGeneratedFault[],
): ReadonlyMap<string, readonly ListedGeneratedFault[]> {
  return groupBy(faults, ({ family }) => family);
}
