import type { Operation } from '../../../spec/surface/operations.ts';
import type { History } from '../../oracle/history.ts';
import type { Program } from '../../program/program.ts';
import { readProgram } from '../../program/read-program.ts';
import type { Rule } from '../../rules/rule.ts';
import type { BrokenCase } from './broken-case.ts';
import type { CaseRunner } from './case-runner.ts';
import type { SavedCase, StoredCase } from '../run-config.ts';
import { judgeHistory } from './judge-history.ts';
import { triesOf } from './send-case.ts';
import { sendSurely } from './send-surely.ts';

/** How often to send a case whose failure depends on the order of concurrent steps. */
const TRIES = 30;

/**
 * Factor for intermittent cases, over the sends per failure. A persisting failure is then missed one time in a thousand.
 */
const SURE = 7;
/** Maximum number of sends. Only a gate that loses a failure sends so many. */
const MOST_TRIES = 200;

/** The outcome of sending the stored cases of one rule and operation again. */
export interface Resent {
  /** Names of the cases that kept the rule. */
  readonly kept: readonly string[];
  /** The first case that still breaks the rule. */
  readonly broken?: BrokenCase;
}

/** Sends the stored cases of a baseline again until one breaks the rule. A case that got no response, or did not come to the operation, is not `kept`. */
export async function resend(
  rule: Rule,
  operation: Operation,
  stored: readonly StoredCase[],
  runner: CaseRunner,
): Promise<Resent> {
  const kept: string[] = [];
  for (const saved of stored) {
    const { name, program } = saved;
    const outcome = await resendOne(rule, operation, readProgram(program), runner, triesOfSaved(saved));
    if (typeof outcome === 'object') return { kept, broken: outcome };
    if (outcome === 'kept') kept.push(name);
  }
  return { kept };
}

/**
 * Sends one case as often as it may take to fail. It is kept if it came to the operation at least once and no precondition had failed. The rule need
 * not apply: the smallest case that a faulty server refuses can be too small to judge what a sound server does with it.
 */
async function resendOne(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
  tries: number,
): Promise<BrokenCase | 'kept' | 'open'> {
  let reached = false;
  for (let tried = 0; tried < tries; tried += 1) {
    if (runner.stopped() !== undefined) return 'open';
    const { lines, history, judgement, trouble } = await sendSurely(rule, operation, program, runner, { tries: 1 });
    const [first, ...rest] = judgement.violations;
    if (first !== undefined) return { program, lines, violations: [first, ...rest], isNew: false };
    if (trouble !== undefined) return 'open';
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
 *     failed each time   ->   1, or 30 if its failure depends on the order of concurrent steps;   failed 2 of 15   ->   53
 */
export function triesOfSaved({ program, intermittent }: Pick<SavedCase, 'program' | 'intermittent'>): number {
  const tries = triesOf(readProgram(program), TRIES);
  return intermittent === undefined
    ? tries
    : Math.min(MOST_TRIES, Math.max(tries, Math.ceil((SURE * intermittent.sent) / intermittent.failed)));
}
