import { append } from '../../shared/group-by.ts';
import type { KnownFault } from './known-faults.ts';

/**
 * How often faults like this one break a rule, from 0 to 1: of the known faults that break one of its rules, the share
 * that breaks this rule too; the largest share of all its rules.
 */
export type CoOccurrence = (fault: KnownFault, rule: string) => number;

/** Added to the number of faults that break a rule: the share among few faults tells little. */
const FEW = 5;

/**
 * Counts which rules the known faults break together.
 *
 *     of 15 faults that break watch/misses-nothing, 8 break watch/object-that-starts-to-match-appears   ->   8 / (15 + 5)
 */
export function coOccurrenceIn(known: readonly KnownFault[]): CoOccurrence {
  const breaking = new Map<string, KnownFault[]>();
  for (const fault of known) for (const rule of Object.keys(fault.symptoms)) append(breaking, rule, fault);
  return ({ symptoms }, rule) =>
    Math.max(
      ...Object.keys(symptoms).map((own) => {
        const all = breaking.get(own) ?? [];
        return all.filter((other) => Object.hasOwn(other.symptoms, rule)).length / (all.length + FEW);
      }),
    );
}
