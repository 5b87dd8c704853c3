import type { RunLine, VerdictLine } from '../../shared/verdict-log/verdict-log.ts';

/**
 * The pairs of a run without a verdict, as blocked for that reason: a run that ends early has no time to write them
 * one by one.
 */
export function unjudgedPairs(
  { pairs = {} }: RunLine,
  verdicts: readonly VerdictLine[],
  reason: string,
): VerdictLine[] {
  const judged = new Set(verdicts.map(({ rule, operation }) => `${rule} ${operation}`));
  return Object.entries(pairs).flatMap(([rule, operations]) =>
    operations
      .filter((operation) => !judged.has(`${rule} ${operation}`))
      .map((operation) => blocked(rule, operation, reason)),
  );
}

function blocked(rule: string, operation: string, reason: string): VerdictLine {
  return {
    kind: 'verdict',
    rule,
    operation,
    verdict: 'blocked',
    cases: 0,
    shapes: 0,
    durationMs: 0,
    reason,
    violations: [],
  };
}
