import * as fc from 'fast-check';
import { SPEC } from '../../spec/dialects/index.ts';
import { type Operation, operationFor, type OperationId, OPERATIONS, isWrite } from '../../spec/surface/operations.ts';
import type { CallStep, Program, Step, WatchStep } from '../program/program.ts';
import { stepsIn } from '../program/program-operations.ts';
import type { Rule } from '../rules/rule.ts';

/**
 * How rules exercise an operation: by cases that must succeed, by cases that must be refused or have no effect, and
 * by cases that send it concurrently with other requests.
 */
export type ExerciseKind = 'positive' | 'negative' | 'concurrent';

export const WAYS: readonly ExerciseKind[] = ['positive', 'negative', 'concurrent'];

/** The rules that exercise each operation, by way. */
export type JudgedWays = ReadonlyMap<OperationId, Readonly<Record<ExerciseKind, readonly string[]>>>;

/** The number of sampled cases per rule and operation, always with the same seed. */
const SAMPLED = 2;

/** The ways in which an operation must be exercised: writes also by concurrent clients. */
export function waysWanted({ verb }: Operation): readonly ExerciseKind[] {
  return isWrite(verb) ? WAYS : ['positive', 'negative'];
}

/**
 * The ways in which the rules exercise the tabulated operations, according to a sample of their cases. A rule counts
 * for an operation only if it is judged on it and its cases really send it.
 */
export function waysOf(rules: readonly Rule[]): JudgedWays {
  const found = new Map<OperationId, Record<ExerciseKind, string[]>>();
  for (const operation of OPERATIONS.filter(({ tabulated }) => tabulated))
    found.set(operation.id, { positive: [], negative: [], concurrent: [] });
  for (const rule of rules) {
    for (const operation of rule.operations) {
      const ways = found.get(operation.id);
      if (ways === undefined) continue;
      const programs = fc.sample(rule.cases(operation, SPEC.choices), { numRuns: SAMPLED, seed: 1 });
      if (!programs.some((program) => stepsIn(program).some((step) => sends(step, operation)))) continue;
      ways[rule.negative === true ? 'negative' : 'positive'].push(rule.id);
      if (programs.some((program) => isConcurrent(program, operation))) ways.concurrent.push(rule.id);
    }
  }
  return found;
}

function isConcurrent(program: Program, operation: Operation): boolean {
  return program.some(
    (step) =>
      step.do === 'together' &&
      step.branches.length > 1 &&
      step.branches.flatMap(stepsIn).some((inner) => sends(inner, operation)),
  );
}

function sends(step: Step, operation: Operation): boolean {
  return (step.do === 'call' || step.do === 'watch') && operationOf(step)?.id === operation.id;
}

/** A watch by parameter is a list, of one namespace or of all. */
function operationOf(step: CallStep | WatchStep): Operation | undefined {
  if (step.do === 'call') return step.verb === 'discover' ? discovery(step) : operationFor(step.resource, step.verb);
  if (step.via === 'path') return operationFor(step.resource, step.verb);
  return operationFor(step.resource, step.verb === 'watchAll' ? 'listAll' : 'list');
}

function discovery({ resource }: CallStep): Operation | undefined {
  const prefix = operationFor(resource, 'list')?.path ?? '';
  return OPERATIONS.find(({ verb, path }) => verb === 'discover' && prefix.startsWith(`${path}/`));
}
