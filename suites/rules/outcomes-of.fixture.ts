import { type DialectChoices, SPEC } from '../../spec/dialects/index.ts';
import { historyFrom, type Literal } from '../checks/history-literals.fixture.ts';
import type { Rule } from './rule.ts';

/**
 * The outcomes of a rule on a history, for tests: `held`, `observed`, or the cause of a violation; each once, in
 * order.
 */
export function outcomesOf(rule: Rule, ...literals: readonly Literal[]): string[] {
  return outcomesUnder(SPEC.choices, rule, ...literals);
}

/** The same in a certain dialect. */
export function outcomesUnder(choices: DialectChoices, rule: Rule, ...literals: readonly Literal[]): string[] {
  const findings = [...rule.check(historyFrom(literals), { choices })];
  return [...new Set(findings.map((finding) => (finding.outcome === 'violated' ? finding.cause : finding.outcome)))];
}
