import { type Operation, operationFor, OPERATIONS } from '../../spec/surface/operations.ts';
import { resourceById } from '../../spec/surface/resources.ts';
import type { CallStep, Program, Step, WatchStep } from './program.ts';

/** The steps of a program, with those of its branches. */
export function stepsIn(program: Program): Step[] {
  return program.flatMap((step) => (step.do === 'together' ? step.branches.flatMap(stepsIn) : [step]));
}

/** The operations that the steps of a program call, in order, with repetitions. */
export function operationsIn(program: Program): Operation[] {
  return stepsIn(program).flatMap((step) =>
    step.do === 'call' || step.do === 'watch' ? (operationOf(step) ?? []) : [],
  );
}

/** The operation of a step: a watch by parameter is the list operation. `undefined` if there is no such operation. */
export function operationOf(step: CallStep | WatchStep): Operation | undefined {
  if (step.verb === 'discover') {
    const { prefix } = resourceById(step.resource);
    return OPERATIONS.find(({ verb, path }) => verb === 'discover' && path === prefix);
  }
  if (step.do === 'call' || step.via === 'path') return operationFor(step.resource, step.verb);
  return operationFor(step.resource, step.verb === 'watchAll' ? 'listAll' : 'list');
}
