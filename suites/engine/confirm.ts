import type { Operation } from '../../spec/surface/operations.ts';
import type { Rule } from '../rules/rule.ts';
import type { BrokenCase } from './broken-case.ts';
import type { CaseRunner } from './case-runner.ts';
import type { Conclusion } from './conclude.ts';
import { sendOften, triesOf } from './send-case.ts';
import { sendSurely } from './send-surely.ts';

/** How often a broken case is sent once more where it may fail or not by the order of what it does together. */
const TRIES = 12;

/** How often one is whose cause is known from another operation, and has been tried as often as that there; or one that is wanted soon (`--bail`). */
const FEW_TRIES = 3;

/**
 * Sends a broken case once more, one that depends on the order of what it does together some times: what does not fail again is `flaky`,
 * and is reported all the same; a repeat that got no answer says nothing either way. What fails again is sent to the reference server, where
 * there is one: a case that breaks the rule there too says nothing of the target, and is our fault.
 */
export async function confirm(rule: Rule, operation: Operation, { program, isNew }: BrokenCase, runner: CaseRunner): Promise<Conclusion> {
  const tries = triesOf(program, isNew && runner.bail === undefined ? TRIES : FEW_TRIES);
  const again = await sendSurely(rule, operation, program, runner, { tries });
  if (again.trouble !== undefined) return { verdict: 'failed', reason: `could not be repeated: ${again.trouble.reason}` };
  if (again.judgement.violations.length === 0) return { verdict: 'flaky', reason: 'did not fail again when the same case was sent once more' };
  const reference = await runner.reference(rule);
  if (reference === undefined) return { verdict: 'failed' };
  if (typeof reference === 'string') return { verdict: 'failed', reason: `whose fault it is was not checked: ${reference}` };
  const there = await sendOften(rule, operation, program, reference, { tries });
  if (there.judgement.violations.length === 0) return { verdict: 'failed' };
  return { verdict: 'broken', reason: 'the same case breaks the rule on the reference server as well: a fault of the suite, which says nothing of the target; please report it' };
}
