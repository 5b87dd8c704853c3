import type { Operation } from '../../../../spec/surface/operations.ts';
import type { Violated } from '../../../checks/finding.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { CaseRunner } from './case-runner.ts';
import { type JudgedCase, type Sending, sendOften } from './send-case.ts';

/**
 * Sends a case for a verdict. A violation in its history is a fact, whatever a repeat shows. The exception is a
 * violation that rests on elapsed time: the case is sent again with the full patience. If a violation recurs, the
 * operation's watches are known to deliver nothing; otherwise they are slower than learned.
 */
export async function sendSurely(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
  sending: Sending,
): Promise<JudgedCase> {
  const sent = await sendOften(rule, operation, program, runner, sending);
  const { violations } = sent.judgement;
  const sure = sureOf(violations);
  if (sure.length > 0) return { ...sent, judgement: { ...sent.judgement, violations: sure } };
  const watched = [...(sent.hurried ?? []), ...violations.map((violation) => violation.operation)];
  if (violations.length === 0 || runner.waits.areSettled('missing', watched)) return sent;
  const again = await sendOften(rule, operation, program, runner, { ...sending, patient: true });
  if (again.judgement.violations.length > 0) runner.waits.settle('missing', watched);
  else if (again.trouble === undefined) runner.waits.relent(watched);
  return again;
}

/** The violations that a history proves without a repeat. */
export function sureOf(violations: readonly Violated[]): readonly Violated[] {
  return violations.filter(({ restsOnTime }) => restsOnTime !== true);
}
