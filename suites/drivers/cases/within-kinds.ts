import { stepsIn } from '../../program/program-operations.ts';
import { keptSteps } from '../../program/kept-steps.ts';
import { type OperationId, isWrite, operationById } from '../../../spec/surface/operations.ts';
import type { ResourceId } from '../../../spec/surface/resources.ts';
import { type Json, textAt } from '../../oracle/json.ts';
import type { Program, Step } from '../../program/program.ts';

/** Whether a run with these `--kinds` may send an operation: it may read every kind, and write only these. */
export function mayWrite(kinds: readonly ResourceId[], operation: OperationId): boolean {
  const { verb, resource } = operationById(operation) ?? {};
  return verb === undefined || resource === undefined || !isWrite(verb) || kinds.includes(resource);
}

/** Whether a program writes to other resources than these. */
export function writesBeyond(program: Program, kinds: readonly ResourceId[]): boolean {
  return stepsIn(program).some((step) => isBeyond(step, kinds));
}

/**
 * The program without its writes to resources other than `kinds`; reads of them stay. The result is empty if a
 * remaining step needs such a write: it takes a value from the write's response, or is sent to the namespace that it
 * creates.
 */
export function withinKinds(program: Program, kinds: readonly ResourceId[]): Program {
  const kept = keptSteps(program, (step) => !isBeyond(step, kinds));
  const text = JSON.stringify(kept);
  const needed = [
    ...namesLost(program, kinds).map((name) => `"$from":${JSON.stringify(name)}`),
    ...namespacesLost(program, kinds).map((name) => `"namespace":${JSON.stringify(name)}`),
  ];
  return needed.some((part) => text.includes(part)) ? [] : kept;
}

/** The names of the namespaces that are not created. */
function namespacesLost(program: Program, kinds: readonly ResourceId[]): string[] {
  if (kinds.includes('namespaces')) return [];
  return program.flatMap((step) => {
    if (step.do !== 'call' || step.resource !== 'namespaces' || step.verb !== 'create') return [];
    const name = textAt(step.body as Json, 'metadata', 'name');
    return name === undefined ? [] : [name];
  });
}

/** The names under which later steps refer to the responses of writes that are left out. */
function namesLost(program: Program, kinds: readonly ResourceId[]): string[] {
  return stepsIn(program).flatMap((step) =>
    step.do === 'call' && step.as !== undefined && isBeyond(step, kinds) ? [step.as] : [],
  );
}

function isBeyond(step: Step, kinds: readonly ResourceId[]): boolean {
  if (step.do !== 'call' || kinds.includes(step.resource)) return false;
  return step.method === undefined ? isWrite(step.verb) : step.method !== 'GET';
}
