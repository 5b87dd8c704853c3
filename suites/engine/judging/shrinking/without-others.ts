import type { OperationId } from '../../../../spec/surface/operations.ts';
import type { Program, Step } from '../../../program/program.ts';
import { keptSteps, withoutIdleSteps } from '../../../program/kept-steps.ts';
import { operationOf, stepsIn } from '../../../program/program-operations.ts';

/**
 * Smaller programs that probably fail as well, the smallest first. A sweep sends every form of many operations in one
 * case, and the response of one rarely depends on the reads and watches of the others:
 *
 *     [create a, list, watch pods, watch all pods, PUT a, get a], a watch of all pods at issue
 *       -> [create a, watch all pods, PUT a], without the reads of other operations
 *       -> [create a, list, watch all pods, PUT a, get a], without the watches of other operations
 *
 * With the steps whose responses these quote, and those that wait for their watches.
 */
export function withoutOthers(program: Program, operation: OperationId): Program[] {
  const isOwn = (step: Step): boolean => isOf(step, operation);
  return [
    (step: Step): boolean => isOwn(step) || !isRead(step),
    (step: Step): boolean => isOwn(step) || step.do !== 'watch',
  ]
    .map((passes) => withoutIdleSteps(withSources(program, keptSteps(program, passes))))
    .filter((smaller, index, all) => sizeOf(smaller) < sizeOf(all[index + 1] ?? program));
}

function isRead(step: Step): boolean {
  return step.do === 'watch' || (step.do === 'call' && operationOf(step)?.method === 'GET');
}

function isOf(step: Step, operation: OperationId): boolean {
  return (step.do === 'watch' || step.do === 'call') && operationOf(step)?.id === operation;
}

/** Adds the reads from whose responses the kept steps take values, directly or through other reads. */
function withSources(program: Program, smaller: Program): Program {
  const wanted = new Set([...JSON.stringify(smaller).matchAll(/"\$from":"([^"]+)"/g)].map(([, name]) => name));
  const present = new Set(stepsIn(smaller));
  const more = keptSteps(
    program,
    (step) => present.has(step) || ((step.do === 'call' || step.do === 'watch') && wanted.has(step.as)),
  );
  return sizeOf(more) === sizeOf(smaller) ? smaller : withSources(program, more);
}

function sizeOf(program: Program): number {
  return stepsIn(program).length;
}
