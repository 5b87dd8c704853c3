import type { Report, SeedSource } from '../../shared/verdict-log/verdict-log.ts';

const SOURCES: Readonly<Record<SeedSource, string>> = {
  given: '',
  baseline: ' (of the baseline)',
  fixed: ' (fixed for gates)',
  random: ' (random: the next run explores other cases)',
};

/** The seed of a run and its source: `7 (of the baseline)`. */
export function seedOf({ seed, seedSource = 'given' }: Pick<Report, 'seed' | 'seedSource'>): string {
  return `${seed}${SOURCES[seedSource]}`;
}
