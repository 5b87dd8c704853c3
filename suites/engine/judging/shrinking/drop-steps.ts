import { stepsIn } from '../../../program/program-operations.ts';
import type { Program, Step, TogetherStep } from '../../../program/program.ts';

/**
 * Makes a program smaller that still fails, while `mayAsk()`. First its concurrent steps run one after the other, if it
 * fails then too: such a case is easier to follow, and a script can repeat it. Then it loses the steps that the failure
 * does not need: first halves, then quarters, down to single steps. A step whose holes cannot be filled is skipped by
 * the sender, so every subset of steps is a valid program.
 *
 *     [create a, [create b] beside [list], PUT a, get a]   fails by the get after the PUT   ->   [create a, PUT a, get a]
 *
 * Concurrent steps that must remain lose branches, and each branch loses steps, in the same way.
 */
export async function dropSteps(
  program: Program,
  fails: (smaller: Program) => Promise<boolean>,
  mayAsk: () => boolean,
): Promise<Program> {
  let kept = program;
  const sequential = stepsIn(program);
  if (program.some(isTogether) && mayAsk() && (await fails(sequential))) kept = sequential;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end, because later steps depend on earlier ones, rarely the reverse.
    for (let end = kept.length; end > 0 && mayAsk(); end -= size) {
      const smaller = kept.toSpliced(Math.max(0, end - size), Math.min(size, end));
      if (smaller.length > 0 && (await fails(smaller))) kept = smaller;
    }
  }
  for (const [index, step] of kept.entries())
    if (isTogether(step))
      kept = kept.with(index, await smallerTogether(step, (smaller) => fails(kept.with(index, smaller)), mayAsk));
  return kept;
}

async function smallerTogether(
  step: TogetherStep,
  fails: (smaller: TogetherStep) => Promise<boolean>,
  mayAsk: () => boolean,
): Promise<TogetherStep> {
  let branches = step.branches;
  for (let index = branches.length - 1; index >= 0 && mayAsk(); index -= 1) {
    const fewer = branches.toSpliced(index, 1);
    if (fewer.length > 0 && (await fails({ ...step, branches: fewer }))) branches = fewer;
  }
  for (const [index, branch] of branches.entries()) {
    branches = branches.with(
      index,
      await dropSteps(branch, (smaller) => fails({ ...step, branches: branches.with(index, smaller) }), mayAsk),
    );
  }
  return { ...step, branches };
}

function isTogether(step: Step): step is TogetherStep {
  return step.do === 'together';
}
