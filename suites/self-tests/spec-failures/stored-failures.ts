import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Level } from '../../../shared/verdict-log/verdict-log.ts';

const FILE = fileURLToPath(new URL('../../../fixtures/spec-failures.json', import.meta.url));

/** A rule that failed. */
export interface SpecFailure {
  readonly rule: string;
  readonly level: Level;
  /** Under which seeds. */
  readonly seeds: readonly number[];
}

/** The rules that the imitation of the real system fails under `spec`, as `pnpm spec-failures` last measured them. */
export interface SpecFailures {
  /** The seeds, and the cases per rule, of the measurement. */
  readonly seeds: readonly number[];
  readonly runs: number;
  readonly failures: readonly SpecFailure[];
}

export function storedFailures(): SpecFailures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as SpecFailures;
}

/** Stores them, a rule a line. */
export function storeFailures({ seeds, runs, failures }: SpecFailures): void {
  const lines = failures.map((failure) => `    ${JSON.stringify(failure)}`).join(',\n');
  writeFileSync(
    FILE,
    `{\n  "seeds": ${JSON.stringify(seeds)},\n  "runs": ${runs},\n  "failures": [\n${lines}\n  ]\n}\n`,
  );
}
