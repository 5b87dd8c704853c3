import { admissible } from './admissible.ts';
import type { CheckContext, Finding, Violated } from '../../../checks/finding.ts';
import type { History } from '../../../oracle/history.ts';
import type { Rule } from '../../../rules/rule.ts';
import { blame, type Blamed, type Blocker, blockerOf } from './blame.ts';

/** The findings of a rule in one history. */
export interface HistoryJudgement {
  /** The number of findings about the given operation that are not violations. */
  readonly applied: number;
  readonly shapes: readonly string[];
  readonly observations: readonly string[];
  /** Violations on any operation. */
  readonly violations: readonly Violated[];
  /** Why the rule did not apply, if another rule owns the reason. */
  readonly blocker?: Blocker;
  /** A violation of an owning rule in the history, if one was found. */
  readonly owned?: Blocker;
}

/** The judgement on a case that proves nothing about the rule. */
export const NO_EVIDENCE: HistoryJudgement = { applied: 0, shapes: [], observations: [], violations: [] };

/**
 * Runs a rule's check over a history. `operation` limits the evidence to one operation. Violations count on every
 * operation.
 */
export function judgeHistory(
  rule: Rule,
  history: History,
  context: CheckContext,
  operation?: string,
): HistoryJudgement {
  const blamed = blamedIn(rule, history, context);
  return judged(rule, history, context, blamed, operation);
}

/**
 * Judges one operation by what a rule found in a history that several of its operations share (`Rule.shared`). Each
 * operation gets only its own findings.
 */
export function judgeShared(
  rule: Rule,
  history: History,
  context: CheckContext,
  { findings, owned }: Blamed,
  operation: string,
): HistoryJudgement {
  const isOthers = (about: string | undefined): boolean =>
    about !== operation && rule.operations.some(({ id }) => id === about);
  const blamed = {
    findings: findings.filter((finding) => !isOthers(finding.operation)),
    owned: owned.filter((blocker) => !isOthers(blocker.operation)),
  };
  return judged(rule, history, context, blamed, operation);
}

/** What a rule's check finds in a history, on all operations. */
export function blamedIn(rule: Rule, history: History, context: CheckContext): Blamed {
  const admitted = admissible(history, context.choices, rule);
  return blame(rule, [...rule.check(admitted, context)], admitted, context);
}

function judged(
  rule: Rule,
  history: History,
  context: CheckContext,
  { findings, owned }: Blamed,
  operation: string | undefined,
): HistoryJudgement {
  const judgement = { ...judgementOf(findings, operation), ...(owned[0] === undefined ? {} : { owned: owned[0] }) };
  if (judgement.applied > 0 || judgement.violations.length > 0) return judgement;
  const blocker = owned[0] ?? blockerOf(rule, admissible(history, context.choices, rule), context);
  return { ...judgement, ...(blocker === undefined ? {} : { blocker, owned: blocker }) };
}

/** The judgement for given findings. */
export function judgementOf(findings: readonly Finding[], operation?: string): HistoryJudgement {
  const about = findings.filter((finding) => operation === undefined || finding.operation === operation);
  return {
    applied: about.filter(({ outcome }) => outcome !== 'violated').length,
    shapes: about.flatMap((finding) => (finding.outcome === 'held' ? [finding.shape] : [])),
    observations: about.flatMap((finding) => (finding.outcome === 'observed' ? [finding.observation] : [])),
    violations: findings.filter((finding) => finding.outcome === 'violated'),
  };
}
