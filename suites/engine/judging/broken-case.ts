import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import type { Violated } from '../../checks/finding.ts';
import type { Program } from '../../program/program.ts';
import type { Rule } from '../../rules/rule.ts';
import type { CaseRunner } from './case-runner.ts';
import { dropSteps } from './drop-steps.ts';
import { sendOften, triesOf } from './send-case.ts';

/** How many smaller cases are tried at most for one counterexample. */
export const SHRINKS = 120;
/** How often a smaller case is sent where it may fail or not by the order of what it does together. */
export const SHRINK_TRIES = 4;

/** One case that broke the rule: the program, what crossed the wire, and what the check said. */
export interface BrokenCase {
  readonly program: Program;
  readonly lines: readonly HappeningLine[];
  readonly violations: readonly [Violated, ...Violated[]];
  /** Whether its cause was not known before from another operation. */
  readonly isNew: boolean;
  /** The case as it was found; absent if it was not made smaller. */
  readonly original?: Pick<BrokenCase, 'program' | 'lines'>;
}

/** The case without the steps that it does not need to be broken in the same way, as far as that is found out in so many milliseconds. */
export async function smaller(
  rule: Rule,
  operation: Operation,
  broken: BrokenCase,
  runner: CaseRunner,
  allowedMs: number,
): Promise<BrokenCase> {
  const [{ cause, operation: at }] = broken.violations;
  const until = Date.now() + allowedMs;
  let left = SHRINKS;
  let smallest = broken;
  const fails = async (program: Program): Promise<boolean> => {
    const { lines, judgement } = await sendOften(rule, operation, program, runner, {
      tries: triesOf(program, SHRINK_TRIES),
      mayTry: () => Date.now() < until,
    });
    const [first, ...rest] = judgement.violations.filter(
      (violation) => violation.cause === cause && violation.operation === at,
    );
    if (first !== undefined)
      smallest = { program, lines, violations: [first, ...rest], isNew: broken.isNew, original: originalOf(broken) };
    return first !== undefined;
  };
  await dropSteps(broken.program, fails, () => left-- > 0 && Date.now() < until);
  return smallest;
}

/** The case as it was found. */
export function originalOf({
  program,
  lines,
  original = { program, lines },
}: BrokenCase): Pick<BrokenCase, 'program' | 'lines'> {
  return original;
}

/** What fast-check left of a case, without the steps that it does not need where their order is not its own to choose. */
export function smallest(
  rule: Rule,
  operation: Operation,
  broken: BrokenCase,
  runner: CaseRunner,
  allowedMs: number,
): Promise<BrokenCase> {
  return triesOf(broken.program, SHRINK_TRIES) === 1
    ? Promise.resolve(broken)
    : smaller(rule, operation, broken, runner, allowedMs);
}
