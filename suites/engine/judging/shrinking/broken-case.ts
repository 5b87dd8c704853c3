import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Operation } from '../../../../spec/surface/operations.ts';
import type { Violated } from '../../../checks/finding.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import { dropSteps } from './drop-steps.ts';
import { judgeHistory } from '../history/judge-history.ts';
import { ownLines } from './own-lines.ts';
import { sendOften, triesOf } from '../sending/send-case.ts';
import { withoutOthers } from './without-others.ts';

/** The maximum number of smaller cases tried per counterexample. */
export const SHRINKS = 120;
/** How often a smaller case is sent if its failure depends on the order of concurrent steps. */
export const SHRINK_TRIES = 4;

/** A case that violated the rule: the program, the traffic, and the check's finding. */
export interface BrokenCase {
  readonly program: Program;
  readonly lines: readonly HappeningLine[];
  readonly violations: readonly [Violated, ...Violated[]];
  /** Whether its cause was not seen before on another operation. */
  readonly isNew: boolean;
  /** The original case; absent if it was not shrunk. */
  readonly original?: Pick<BrokenCase, 'program' | 'lines'>;
}

/** A case that violated a rule. */
export interface FoundCase {
  /** The rule; its `sender` made the case. */
  readonly rule: Rule;
  readonly broken: BrokenCase;
}

/**
 * Removes steps that the failure does not need, within that many milliseconds: first the reads of other operations,
 * then single steps. fast-check makes the values of a case smaller, and leaves its steps. A violation that rests on
 * time takes the place of no other. A sweep fails by one of its forms, whatever the order of its concurrent steps, so
 * its smaller cases are sent once.
 */
export async function smaller(
  rule: Rule,
  operation: Operation,
  broken: BrokenCase,
  runner: CaseRunner,
  allowedMs: number,
): Promise<BrokenCase> {
  const [{ cause, operation: at, restsOnTime }] = broken.violations;
  if (allowedMs <= 0) return broken;
  const until = Date.now() + allowedMs;
  let left = SHRINKS;
  let smallest = broken;
  const mayAsk = (): boolean => left-- > 0 && Date.now() < until;
  const isSame = (violation: Violated): boolean =>
    violation.cause === cause && violation.operation === at && (violation.restsOnTime !== true || restsOnTime === true);
  const isByOwnObjects = (lines: BrokenCase['lines']): boolean =>
    judgeHistory(rule, historyOf(ownLines(lines)), { choices: runner.choices }, operation.id).violations.some(isSame);
  const mustBeByOwn = isByOwnObjects(broken.lines);
  if (rule.sweep === true && !mustBeByOwn) return broken;
  const fails = async (program: Program): Promise<boolean> => {
    const { lines, judgement } = await sendOften(rule, operation, program, runner, {
      tries: rule.sweep === true ? 1 : triesOf(program, SHRINK_TRIES),
      mayTry: () => Date.now() < until,
    });
    const [first, ...rest] = judgement.violations.filter(isSame);
    if (first === undefined || (mustBeByOwn && !isByOwnObjects(lines))) return false;
    smallest = { program, lines, violations: [first, ...rest], isNew: broken.isNew, original: originalOf(broken) };
    return true;
  };
  for (const program of withoutOthers(broken.program, at)) if (mayAsk() && (await fails(program))) break;
  await dropSteps(smallest.program, fails, mayAsk);
  return smallest;
}

export function originalOf({
  program,
  lines,
  original = { program, lines },
}: BrokenCase): Pick<BrokenCase, 'program' | 'lines'> {
  return original;
}
