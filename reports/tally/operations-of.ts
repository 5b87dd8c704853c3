import type { ReportedOperation, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { type Verdict, worst } from '../../shared/verdict-log/verdict.ts';

/** The findings of all rules by operation: operations of one path together, the shorter path first. */
export function operationsOf(rules: readonly ReportedRule[]): ReportedOperation[] {
  const touching = new Map<string, { readonly family: string; readonly verdict: Verdict; readonly cases: number }[]>();
  for (const { family, operations } of rules) {
    for (const { operation, verdict, cases } of operations) {
      const known = touching.get(operation);
      if (known === undefined) touching.set(operation, [{ family, verdict, cases }]);
      else known.push({ family, verdict, cases });
    }
  }
  return [...touching]
    .sort(([a], [b]) => byPath(a, b))
    .map(([operation, findings]) => ({
      operation,
      verdict: worst(findings.map(({ verdict }) => verdict)),
      cases: findings.reduce((sum, { cases }) => sum + cases, 0),
      families: Object.fromEntries(
        [...new Set(findings.map(({ family }) => family))].map((family) => [
          family,
          worst(findings.filter((each) => each.family === family).map(({ verdict }) => verdict)),
        ]),
      ),
    }));
}

function byPath(a: string, b: string): number {
  const [methodA = '', pathA = ''] = a.split(' ');
  const [methodB = '', pathB = ''] = b.split(' ');
  return pathA.localeCompare(pathB) || methodA.localeCompare(methodB);
}
