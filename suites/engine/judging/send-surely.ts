import type { Operation } from '../../../spec/surface/operations.ts';
import type { Violated } from '../../checks/finding.ts';
import type { Program } from '../../program/program.ts';
import type { Rule } from '../../rules/rule.ts';
import type { CaseRunner } from './case-runner.ts';
import type { JudgedCase, Sending } from './send-case.ts';
import { sendOften } from './send-case.ts';

/**
 * Sends a case for a verdict. A violation in its history has happened, whatever a repeat shows. One that rests on time alone does not count yet:
 * the case is sent again with the full patience. If a violation comes again, the operation's watches are known to bring nothing; otherwise they
 * are slower than was learned.
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

/** The violations that a history settles, whatever a repeat shows. */
export function sureOf(violations: readonly Violated[]): readonly Violated[] {
  return violations.filter(({ restsOnTime }) => restsOnTime !== true);
}
