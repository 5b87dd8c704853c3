import type { Program } from './program.ts';

/** Whether some steps of a program run at the same time. */
export function isConcurrent(program: Program): boolean {
  return program.some((step) => step.do === 'together' && step.branches.length > 1);
}
