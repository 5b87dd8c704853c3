import type { Report, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { VERDICTS, worst } from '../../shared/verdict-log/verdict.ts';

/** One rule in several reports. */
export interface ComparedRule {
  /** The rule according to the last report that has it. */
  readonly rule: ReportedRule;
  /** The results of the rule, in the order of the reports; `undefined` if a report lacks the rule. */
  readonly judged: readonly (ReportedRule | undefined)[];
  /** Whether the reports that have it give it different verdicts. */
  readonly differs: boolean;
}

/**
 * All rules of these reports: those that differ first, the worst verdicts before others; then the rest in the order of
 * the last report.
 */
export function sideBySide(reports: readonly Report[]): ComparedRule[] {
  const byId = reports.map(({ rules }) => new Map(rules.map((rule) => [rule.id, rule])));
  const ids = new Set(reports.toReversed().flatMap(({ rules }) => rules.map(({ id }) => id)));
  const compared = [...ids].map((id) => comparedRule(byId.map((rules) => rules.get(id))));
  return [
    ...compared.filter(({ differs }) => differs).toSorted((a, b) => rank(b) - rank(a)),
    ...compared.filter(({ differs }) => !differs),
  ];
}

function comparedRule(judged: readonly (ReportedRule | undefined)[]): ComparedRule {
  const rule = judged.findLast((each) => each !== undefined) as ReportedRule;
  return { rule, judged, differs: judged.some((each) => each !== undefined && each.verdict !== rule.verdict) };
}

function rank({ judged }: ComparedRule): number {
  return VERDICTS.indexOf(worst(judged.flatMap((each) => each?.verdict ?? [])));
}
