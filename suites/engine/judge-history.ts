import { admissible } from '../checks/admissible.ts';
import type { CheckContext, Finding, Violated } from '../checks/finding.ts';
import type { History } from '../oracle/history.ts';
import type { Rule } from '../rules/rule.ts';
import type { Blocker } from './blame.ts';
import { blame, blockerOf } from './blame.ts';

/** What a rule found in one history. */
export interface Judgement {
  /** How many findings about the operation asked for are none of violations. */
  readonly applied: number;
  readonly shapes: readonly string[];
  readonly observations: readonly string[];
  /** Of any operation. */
  readonly violations: readonly Violated[];
  /** Why the rule did not apply, if another rule owns that. */
  readonly blocker?: Blocker;
  /** A violation of an owning rule that was met in the history, if one was looked for. */
  readonly owned?: Blocker;
}

/** The judgement on a case that says nothing of the rule. */
export const NO_EVIDENCE: Judgement = { applied: 0, shapes: [], observations: [], violations: [] };

/**
 * Runs a rule's check over a history. `operation` limits what counts as evidence to one operation; violations count wherever they
 * are, since a rule that is broken beside the operation at issue is broken all the same.
 */
export function judgeHistory(rule: Rule, history: History, context: CheckContext, operation?: string): Judgement {
  const admitted = admissible(history, context.answers);
  const { findings, owned } = blame(rule, [...rule.check(admitted, context)], admitted, context);
  const judgement = { ...judgementOf(findings, operation), ...(owned[0] === undefined ? {} : { owned: owned[0] }) };
  if (judgement.applied > 0 || judgement.violations.length > 0) return judgement;
  const blocker = owned[0] ?? blockerOf(rule, admitted, context);
  return { ...judgement, ...(blocker === undefined ? {} : { blocker, owned: blocker }) };
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
