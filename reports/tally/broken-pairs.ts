import type { Report } from '../../shared/verdict-log/verdict-log.ts';

/** A rule and an operation with a fault of the suite itself. */
export interface BrokenPair {
  readonly rule: string;
  readonly operation: string;
  readonly reason: string;
}

/** The broken pairs of a run, in the order of its rules. They prove nothing about the target. */
export function brokenPairs(report: Report): BrokenPair[] {
  return report.rules.flatMap(({ id, operations }) =>
    operations.flatMap(({ operation, verdict, reason }) =>
      verdict === 'broken' ? [{ rule: id, operation, reason: reason ?? 'the suite gives no reason' }] : [],
    ),
  );
}

/** One line that asks for a report of the broken pairs; `undefined` if there are none. */
export function askForReport(pairs: readonly BrokenPair[]): string | undefined {
  if (pairs.length === 0) return undefined;
  const many =
    pairs.length === 1
      ? '1 pair of rule and operation is broken'
      : `${pairs.length} pairs of rule and operation are broken`;
  return `${many}: a fault of Plumbline, which says nothing about the target. Please report it, with report.json.`;
}
