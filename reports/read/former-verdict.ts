import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';

/** Verdicts of earlier releases. They had one for failures that did not recur. */
const FORMER: Readonly<Record<string, Verdict>> = { flaky: 'failed' };

/** The value with the verdict of this release. */
export function withVerdict<T extends { readonly verdict: Verdict }>(judged: T): T {
  const verdict = FORMER[judged.verdict];
  return verdict === undefined ? judged : { ...judged, verdict };
}

/** The report with every verdict translated to this release. */
export function withVerdicts(report: Report): Report {
  const rules = report.rules.map((rule) => ({ ...withVerdict(rule), operations: rule.operations.map(withVerdict) }));
  const operations = report.operations.map((operation) => ({
    ...withVerdict(operation),
    families: Object.fromEntries(
      Object.entries(operation.families).map(([family, verdict]) => [family, FORMER[verdict] ?? verdict]),
    ),
  }));
  return { ...withVerdict(report), rules, operations };
}
