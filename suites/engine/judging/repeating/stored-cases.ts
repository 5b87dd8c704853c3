import type { Operation } from '../../../../spec/surface/operations.ts';
import type { History } from '../../../oracle/history.ts';
import { readProgram } from '../../../program/read-program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { FoundCase } from '../shrinking/broken-case.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import { judgedFor } from '../sending/judged-for.ts';
import type { SavedCase, StoredCase } from '../../run-config.ts';
import { isQuick } from './haste.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { triesOf } from '../sending/send-case.ts';
import { sendSurely } from '../sending/send-surely.ts';

/** How often to send a case whose failure depends on the order of concurrent steps. */
const TRIES = 30;

/** Sends for a failure that came each time. */
const SURE = 7;
/** The probability that a failure which persists, and came on some repeats only, is missed. */
const MISSED = 0.001;
/** Maximum number of sends. Only a gate that loses a failure sends so many. */
const MOST_TRIES = 400;
/** The outcome of sending the stored cases of one rule and operation again. */
export interface Resent {
  /** Names of the cases that kept the rule. */
  readonly kept: readonly string[];
  /** The first case that still breaks the rule. */
  readonly broken?: FoundCase;
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
    const outcome = await resendOne(judgedFor(rule, saved.sender), operation, saved, runner);
    if (typeof outcome === 'object') return { kept, broken: outcome };
    if (outcome === 'kept') kept.push(saved.name);
  }
  return { kept };
}

/**
 * Sends one case as often as it may take to fail. It is kept if it came to the operation at least once and no
 * precondition had failed. The rule need not apply: the smallest case that a faulty server refuses can be too small to
 * judge what a sound server does with it. A send that was slower than the failure does not count: on a busy machine a
 * cache that lags can catch up in time. After more slow sends than would count, the case proves nothing today.
 */
async function resendOne(
  rule: Rule,
  operation: Operation,
  saved: StoredCase,
  runner: CaseRunner,
): Promise<FoundCase | 'kept' | 'open'> {
  const program = readProgram(saved.program);
  const tries = triesOfSaved(saved);
  let [reached, quick, slow] = [false, 0, 0];
  while (quick < tries) {
    if (runner.stopped() !== undefined || slow > tries) return 'open';
    const { lines, history, judgement, trouble } = await sendSurely(rule, operation, program, runner, { tries: 1 });
    const [first, ...rest] = judgement.violations;
    if (first !== undefined) return { rule, broken: { program, lines, violations: [first, ...rest], isNew: false } };
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
 * How often a saved case is sent before its failure counts as gone. The repeats ended with a failure, and leave the rate
 * of failures uncertain: a case that failed on two of eight may fail on one of twenty.
 *
 *     failed each time   ->   7, or 30 if its failure depends on the order of concurrent steps
 *     failed 2 of 4      ->   75;   2 of 8   ->   199
 */
export function triesOfSaved({ program, intermittent }: Pick<SavedCase, 'program' | 'intermittent'>): number {
  const { failed, sent } = intermittent ?? { failed: 1, sent: 1 };
  let tries = Math.max(SURE, triesOf(readProgram(program), TRIES));
  while (tries < MOST_TRIES && chanceOfMissing(failed, sent - failed, tries) > MISSED) tries += 1;
  return tries;
}

/**
 * The probability that no send fails, if the rate of failures has a beta distribution with these numbers of failures
 * and of passes.
 */
function chanceOfMissing(failed: number, passed: number, sends: number): number {
  return Array.from({ length: failed }, (_, index) => (passed + index) / (passed + index + sends)).reduce(
    (product, each) => product * each,
    1,
  );
}
