import { randomInt } from 'node:crypto';
import type { NamedBaseline, SeedSource } from '../../../shared/verdict-log/verdict-log.ts';
import type { ConformanceFlags } from './flags.ts';

/** The seed of a gate if its baseline has none. */
const FIXED_SEED = 1;

/** A seed, and its source. */
export interface ChosenSeed {
  readonly seed: number;
  readonly source: SeedSource;
}

/**
 * Chooses the seed of a run. A gate, and an update of a baseline, repeat the same cases, so a red build means a
 * change. `ci` says that the environment is a CI job.
 */
export function chooseSeed(
  { seed, gate, updateBaseline }: Pick<ConformanceFlags, 'seed' | 'gate' | 'updateBaseline'>,
  baseline: NamedBaseline | undefined,
  ci: boolean,
): ChosenSeed {
  if (typeof seed === 'number') return { seed, source: 'given' };
  if (seed === 'random' || (gate !== true && updateBaseline !== true && !ci))
    return { seed: randomInt(0, 2 ** 31), source: 'random' };
  return baseline?.seed === undefined
    ? { seed: FIXED_SEED, source: 'fixed' }
    : { seed: baseline.seed, source: 'baseline' };
}

/** Whether the environment is a CI job: services set `CI=true`. */
export function isCi(environment: NodeJS.ProcessEnv): boolean {
  return environment['CI'] === 'true';
}
