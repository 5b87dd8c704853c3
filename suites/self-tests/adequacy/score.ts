import { type AdequacyOutcome, type SampledFault, OUTCOMES } from '../../../shared/verdict-log/adequacy.ts';

/** The share of illegal faults that a run must find, with the default number of cases and with fewer. */
const TARGET = 0.99;
const TARGET_OF_FEWER = 0.97;
const DEFAULT_RUNS = 30;

/** The number of faults with each outcome. */
export function countsOf(faults: readonly SampledFault[]): Readonly<Record<AdequacyOutcome, number>> {
  const counts = OUTCOMES.map((wanted) => [wanted, faults.filter(({ outcome }) => outcome === wanted).length]);
  return Object.fromEntries(counts) as Record<AdequacyOutcome, number>;
}

/** The share of killed faults among the illegal ones; `undefined` without any. */
export function killedPart(faults: readonly SampledFault[]): number | undefined {
  const { killed, survived } = countsOf(faults);
  return killed + survived === 0 ? undefined : killed / (killed + survived);
}

export function targetOf({ runs }: { readonly runs: number }): number {
  return runs < DEFAULT_RUNS ? TARGET_OF_FEWER : TARGET;
}

/** Why a sample falls short: too few faults killed, or an allowed one flagged. */
export function shortfalls(sample: { readonly runs: number; readonly faults: readonly SampledFault[] }): string[] {
  const part = killedPart(sample.faults) ?? 1;
  const { flagged } = countsOf(sample.faults);
  return [
    ...(part < targetOf(sample) ? [`${percent(part)} killed: the target is ${percent(targetOf(sample))}`] : []),
    ...(flagged > 0 ? [`${flagged} allowed ${flagged === 1 ? 'fault' : 'faults'} flagged: the target is none`] : []),
  ];
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
