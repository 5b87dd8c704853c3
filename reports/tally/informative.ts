import type { Report, ReportedRule, Violation } from '../../fixtures/formats/verdict-log.ts';

/** A violation with the rule that it breaks. */
export interface ShownViolation {
  readonly rule: ReportedRule;
  readonly violation: Violation & { readonly operation: string };
}

/**
 * The failures that tell most, one of each cause: those that come each time before intermittent ones, of rules that fail on few operations before those
 * that fail on all (a narrow failure names its cause), and with the shortest way to show them.
 */
export function mostInformative(report: Report, count: number): ShownViolation[] {
  const failing = report.rules.flatMap(unexplained);
  const ranked = failing.toSorted((a, b) => rank(a) - rank(b));
  return ranked.slice(0, count).flatMap((rule) => {
    const violation = rule.violations.toSorted((a, b) => Number(a.intermittent !== undefined) - Number(b.intermittent !== undefined) || a.transcript.length - b.transcript.length)[0];
    return violation === undefined ? [] : [{ rule, violation }];
  });
}

/** A rule with those of its violations that are failures of the target: neither explained by a baseline nor our own fault. */
function unexplained(rule: ReportedRule): ReportedRule[] {
  const known = new Set(rule.operations.filter(({ verdict }) => verdict === 'deviation' || verdict === 'broken').map(({ operation }) => operation));
  const violations = rule.violations.filter(({ operation }) => !known.has(operation));
  return violations.length === 0 ? [] : [{ ...rule, violations }];
}

function rank(rule: ReportedRule): number {
  const steady = rule.violations.some(({ intermittent }) => intermittent === undefined) ? 0 : 1000;
  return steady + rule.violations.length + (rule.level === 'must' ? 0 : 100);
}
