import { type Arbitrary, tuple } from 'fast-check';
import { inTurn } from '../oracle/validation/in-turn.ts';
import type { Program, Step } from '../program/program.ts';

/** The same cases; in every other one, each object that a top-level step creates has a prefix for generated names too. */
export function everyOtherPrefixed(cases: Arbitrary<Program>): Arbitrary<Program> {
  return tuple(cases, inTurn(false, true)).map(([program, isPrefixed]) =>
    isPrefixed ? program.map(withPrefix) : program,
  );
}

function withPrefix(step: Step): Step {
  if (step.do !== 'call' || step.verb !== 'create' || step.body === undefined) return step;
  return { ...step, body: { $edit: step.body, with: [{ set: '/metadata/generateName', to: 'plumbline-' }] } };
}
