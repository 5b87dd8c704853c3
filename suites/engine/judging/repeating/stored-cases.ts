import type { Operation } from '../../../../spec/surface/operations.ts';
import type { History } from '../../../oracle/history.ts';
import { readProgram } from '../../../program/read-program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { BrokenCase } from '../shrinking/broken-case.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import type { SavedCase, StoredCase } from '../../run-config.ts';
import { isQuick } from './haste.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { triesOf } from '../sending/send-case.ts';
import { sendSurely } from '../sending/send-surely.ts';

/** How often to send a case whose failure depends on the order of concurrent steps. */
const TRIES = 30;

/**
 * Sends for each expected failure. Seven sends miss one persisting failure in a thousand. A failure that comes half of
 * the time, but came twice when it was found, is missed one time in a hundred.
 */
const SURE = 7;
/** Maximum number of sends. Only a gate that loses a failure sends so many. */
const MOST_TRIES = 200;
/**
 * The most sends that are slower than the failure was, as a multiple of the sends that count. Beyond that, the case
 * proves nothing today.
 */
const SLOW = 2;

/** The outcome of sending the stored cases of one rule and operation again. */
export interface Resent {
  /** Names of the cases that kept the rule. */
  readonly kept: readonly string[];
  /** The first case that still breaks the rule. */
  readonly broken?: BrokenCase;
}

/**
 * Sends the stored cases of a baseline again until one breaks the rule. A case that got no response, or did not come to
 * the operation, is not `kept`.
 */
export async function resend(
  rule: Rule,
  operation: Operation,
  stored: readonly StoredCase[],
  runner: CaseRunner,
): Promise<Resent> {
  const kept: string[] = [];
  for (const saved of stored) {
    const outcome = await resendOne(rule, operation, saved, runner);
    if (typeof outcome === 'object') return { kept, broken: outcome };
    if (outcome === 'kept') kept.push(saved.name);
  }
  return { kept };
}

/**
 * Sends one case as often as it may take to fail. It is kept if it came to the operation at least once and no
 * precondition had failed. The rule need not apply: the smallest case that a faulty server refuses can be too small to
 * judge what a sound server does with it. A send that was slower than the failure does not count: on a busy machine a
 * cache that lags can catch up in time.
 */
async function resendOne(
  rule: Rule,
  operation: Operation,
  saved: StoredCase,
  runner: CaseRunner,
): Promise<BrokenCase | 'kept' | 'open'> {
  const program = readProgram(saved.program);
  const tries = triesOfSaved(saved);
  let [reached, quick, slow] = [false, 0, 0];
  while (quick < tries) {
    if (runner.stopped() !== undefined || slow > SLOW * tries) return 'open';
    const { lines, history, judgement, trouble } = await sendSurely(rule, operation, program, runner, { tries: 1 });
    const [first, ...rest] = judgement.violations;
    if (first !== undefined) return { program, lines, violations: [first, ...rest], isNew: false };
    if (trouble !== undefined) return 'open';
    if (!isQuick(lines, saved.withinMs)) {
      slow += 1;
      continue;
    }
    quick += 1;
    reached ||=
      judgeHistory(rule, history, { choices: runner.choices }).applied > 0 ||
      (judgement.blocker === undefined && comesTo(operation, history));
  }
  return reached ? 'kept' : 'open';
}

function comesTo({ id }: Operation, { exchanges }: History): boolean {
  return exchanges.some(({ call }) => call?.operation.id === id);
}

/**
 * How often a saved case is sent before its failure counts as gone.
 *
 *     failed each time   ->   7, or 30 if its failure depends on the order of concurrent steps;   failed 2 of 15   ->   53
 */
export function triesOfSaved({ program, intermittent }: Pick<SavedCase, 'program' | 'intermittent'>): number {
  const { failed, sent } = intermittent ?? { failed: 1, sent: 1 };
  return Math.min(MOST_TRIES, Math.max(triesOf(readProgram(program), TRIES), Math.ceil((SURE * sent) / failed)));
}
