import type { MeasuredFault, Symptom } from '../../shared/verdict-log/kill-matrix.ts';
import { namableFaults } from '../../shared/verdict-log/stored-matrix.ts';
import { operationName } from '../../spec/surface/operations.ts';

/** A named fault, and how each rule fails that it breaks. */
export interface KnownFault extends Required<
  Pick<MeasuredFault, 'name' | 'summary' | 'caughtBy' | 'fires' | 'symptoms'>
> {
  /** Ids of the rules that it was seen to break, including those that other rules' cases broke. */
  readonly breaks: ReadonlySet<string>;
}

let known: readonly KnownFault[] | undefined;

/** The named faults with their measured failing rules. Read once, if a run has failures. */
export function knownFaults(): readonly KnownFault[] {
  known ??= namableFaults().map(knownFault);
  return known;
}

/**
 * A measured fault in its form for matching. A failure in the first measurement counts like those of the second. If
 * only the first is known of a rule, its fingerprints are left open.
 */
function knownFault({ name, summary, caughtBy, fires, symptoms = {} }: MeasuredFault): KnownFault {
  const fired = Object.entries(fires).map(([rule, operation]): [string, Symptom] => {
    const symptom = symptoms[rule] ?? NEVER_SEEN_AGAIN;
    return [rule, { ...symptom, failed: [...new Set([...symptom.failed, operationName(operation)])] }];
  });
  const also = Object.values(symptoms).flatMap((symptom) => symptom.also ?? []);
  return {
    name,
    summary,
    caughtBy,
    fires,
    symptoms: { ...symptoms, ...Object.fromEntries(fired) },
    breaks: new Set([...Object.keys(fires), ...Object.keys(symptoms), ...also]),
  };
}

const NEVER_SEEN_AGAIN: Symptom = { fingerprints: [], failed: [], passed: [] };
