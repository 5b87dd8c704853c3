import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { RunFindings } from './run-findings.ts';

/**
 * The weight of a rule that a fault breaks and the target breaks in another way, of one that the fault breaks in cases
 * of other rules and the target breaks, and of one that the target keeps.
 */
const OTHERWISE = 0.4;
const BESIDE = 0.4;
const KEPT = -0.3;

/**
 * The known faults that break a failing rule, those first that fit the findings best. A fault gains by each failing
 * rule that it breaks, less if with another fingerprint or only in cases of its other rules, and loses by each that it
 * breaks and the target keeps. A rule weighs more the fewer faults break it.
 *
 *     failing: replace/stale-version-is-refused, world/one-version-has-one-content; passed: 300 others
 *       -> stale-put-accepted (breaks both), put-keeps-version (breaks both and two that hold), ...
 */
export function likeliestFaults<F extends Pick<MeasuredFault, 'name' | 'fires' | 'symptoms'>>(
  { fingerprints, passed }: Pick<RunFindings, 'fingerprints' | 'passed'>,
  known: readonly F[],
): readonly F[] {
  const breakers = new Map<string, number>();
  for (const rule of known.flatMap(rulesOf)) breakers.set(rule, (breakers.get(rule) ?? 0) + 1);
  const rarityOf = (rule: string): number => Math.log(known.length / (breakers.get(rule) ?? 1));
  const weigh = (fault: F, rule: string): number => {
    const prints = fingerprints.get(rule);
    const rarity = rarityOf(rule);
    if (prints === undefined) return passed.has(rule) ? KEPT * rarity : 0;
    return fault.symptoms?.[rule]?.fingerprints.some((print) => prints.has(print)) === true
      ? rarity
      : OTHERWISE * rarity;
  };
  return known
    .filter((fault) => rulesOf(fault).some((rule) => fingerprints.has(rule)))
    .map((fault) => ({
      fault,
      weight:
        sumOf(rulesOf(fault), (rule) => weigh(fault, rule)) +
        sumOf(besides(fault), (rule) => (fingerprints.has(rule) ? BESIDE * rarityOf(rule) : 0)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ fault }) => fault);
}

/** Of these faults, those that break the rule: first the faults that the rule is there to find. */
export function likeliestFor<F extends Pick<MeasuredFault, 'caughtBy' | 'fires' | 'symptoms'>>(
  rule: string,
  faults: readonly F[],
): readonly F[] {
  return faults
    .filter((fault) => rulesOf(fault).includes(rule))
    .toSorted((a, b) => Number(b.caughtBy === rule) - Number(a.caughtBy === rule));
}

/** Ids of the rules that a fault is known to break. */
function rulesOf({ fires, symptoms }: Pick<MeasuredFault, 'fires' | 'symptoms'>): string[] {
  return Object.keys({ ...fires, ...symptoms });
}

/** Ids of other rules that the failing cases of a fault's rules break. */
function besides(fault: Pick<MeasuredFault, 'fires' | 'symptoms'>): string[] {
  const own = new Set(rulesOf(fault));
  const also = Object.values(fault.symptoms ?? {}).flatMap((symptom) => symptom.also ?? []);
  return [...new Set(also)].filter((rule) => !own.has(rule));
}

function sumOf(rules: readonly string[], of: (rule: string) => number): number {
  return rules.reduce((sum, rule) => sum + of(rule), 0);
}
