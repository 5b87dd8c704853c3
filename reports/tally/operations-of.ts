import { groupBy } from '../../shared/group-by.ts';
import type { ReportedOperation, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { worst } from '../../shared/verdict-log/verdict.ts';

/** The findings of all rules by operation: operations of one path together, the shorter path first. */
export function operationsOf(rules: readonly ReportedRule[]): ReportedOperation[] {
  const judged = rules.flatMap(({ family, operations }) => operations.map((each) => ({ ...each, family })));
  return [...groupBy(judged, ({ operation }) => operation)]
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
