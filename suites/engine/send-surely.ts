import type { Operation } from '../../spec/surface/operations.ts';
import type { Program } from '../drivers/program.ts';
import type { Rule } from '../rules/rule.ts';
import type { CaseRunner } from './case-runner.ts';
import type { JudgedCase, Sending } from './send-case.ts';
import { sendOften } from './send-case.ts';

/**
 * Sends a case for a verdict. Where it breaks the rule after events were waited for less than the full time, it is sent again with the full
 * patience: a violation that is left then is one, and the operation's watches are known to bring nothing; else they are slower than was learned.
 */
export async function sendSurely(rule: Rule, operation: Operation, program: Program, runner: CaseRunner, sending: Sending): Promise<JudgedCase> {
  const sent = await sendOften(rule, operation, program, runner, sending);
  const hurried = sent.hurried ?? [];
  if (sent.judgement.violations.length === 0 || hurried.length === 0 || runner.waits.areSettled('missing', hurried)) return sent;
  const again = await sendOften(rule, operation, program, runner, { ...sending, patient: true });
  if (again.judgement.violations.length > 0) runner.waits.settle('missing', hurried);
  else if (again.trouble === undefined) runner.waits.relent(hurried);
  return again;
}
