import { type Arbitrary, tuple } from 'fast-check';
import { inTurn } from '../oracle/validation/in-turn.ts';
import type { Program, Step } from '../program/program.ts';

/** Those cases. In every other one, each created object has a prefix for generated names beside its name. */
export function everyOtherPrefixed(cases: Arbitrary<Program>): Arbitrary<Program> {
  return tuple(cases, inTurn(false, true)).map(([program, isPrefixed]) =>
    isPrefixed ? program.map(withPrefix) : program,
  );
}

function withPrefix(step: Step): Step {
  if (step.do !== 'call' || step.verb !== 'create' || step.body === undefined) return step;
  return { ...step, body: { $edit: step.body, with: [{ set: '/metadata/generateName', to: 'plumbline-' }] } };
}
