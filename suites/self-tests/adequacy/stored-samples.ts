import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Adequacy, ADEQUACY_FORMAT, type AdequacySample } from '../../../shared/verdict-log/adequacy.ts';

const FILE = fileURLToPath(new URL('../../../fixtures/adequacy.json', import.meta.url));

/** The last measured samples. */
export function storedAdequacy(): Adequacy {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Adequacy;
}

/** Stores a sample and replaces the one with the same number of cases per rule. */
export function storeSample(sample: AdequacySample, counts: Pick<Adequacy, 'derived' | 'clauses'>): void {
  const others = storedAdequacy().samples.filter(({ runs }) => runs !== sample.runs);
  const samples = [...others, sample].toSorted((a, b) => b.runs - a.runs);
  writeFileSync(
    FILE,
    `${JSON.stringify({ format: ADEQUACY_FORMAT, ...counts, samples } satisfies Adequacy, null, 1)}\n`,
  );
}
