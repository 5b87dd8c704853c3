import { admissible } from '../checks/admissible.ts';
import type { CheckContext, Finding, Violated } from '../checks/finding.ts';
import type { History } from '../oracle/history.ts';
import type { Rule } from '../rules/rule.ts';

/** What a rule found in one history. */
export interface Judgement {
  /** How many findings about the operation asked for are none of violations. */
  readonly applied: number;
  readonly shapes: readonly string[];
  readonly observations: readonly string[];
  /** Of any operation. */
  readonly violations: readonly Violated[];
}

/** The judgement on a case that says nothing of the rule. */
export const NO_EVIDENCE: Judgement = { applied: 0, shapes: [], observations: [], violations: [] };

/**
 * Runs a rule's check over a history. `operation` limits what counts as evidence to one operation; violations count wherever they
 * are, since a rule that is broken beside the operation at issue is broken all the same.
 */
export function judgeHistory(rule: Rule, history: History, context: CheckContext, operation?: string): Judgement {
  return judgementOf([...rule.check(admissible(history, context.answers), context)], operation);
}

/** The same of findings that are known. */
export function judgementOf(findings: readonly Finding[], operation?: string): Judgement {
  const about = findings.filter((finding) => operation === undefined || finding.operation === operation);
  return {
    applied: about.filter(({ outcome }) => outcome !== 'violated').length,
    shapes: about.flatMap((finding) => (finding.outcome === 'held' ? [finding.shape] : [])),
    observations: about.flatMap((finding) => (finding.outcome === 'observed' ? [finding.observation] : [])),
    violations: findings.filter((finding) => finding.outcome === 'violated'),
  };
}
