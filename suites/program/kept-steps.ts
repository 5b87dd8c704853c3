import { stepsIn } from './program-operations.ts';
import type { Program, Step } from './program.ts';

/** The steps that pass, also those of branches; branches without steps are dropped. */
export function keptSteps(program: Program, passes: (step: Step) => boolean): Program {
  return program.flatMap((step): Step[] => {
    if (step.do !== 'together') return passes(step) ? [step] : [];
    const branches = step.branches.map((branch) => keptSteps(branch, passes)).filter((branch) => branch.length > 0);
    return branches.length === 0 ? [] : [{ ...step, branches }];
  });
}

/** The program without the steps about watches that it does not open. */
export function withoutIdleSteps(program: Program): Program {
  const opened = new Set(stepsIn(program).flatMap((step) => (step.do === 'watch' ? [step.as] : [])));
  return keptSteps(program, (step) => !('watch' in step) || opened.has(step.watch));
}
