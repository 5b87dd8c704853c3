import { asyncProperty, assert, array, constantFrom, nat, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Program, Step } from '../../../program/program.ts';
import { dropSteps } from './drop-steps.ts';

const pause = (ms: number): Step => ({ do: 'pause', ms });
const programs = array(nat({ max: 9 }), { minLength: 1, maxLength: 60 }).map((list) => list.map(pause));
const numbersOf = (program: Program): number[] => program.map((step) => (step.do === 'pause' ? step.ms : -1));

describe('a failing program', () => {
  it('keeps exactly the steps that make it fail, in their order', async () => {
    const cases = programs.chain((program) =>
      subarray(program.map((_, index) => index)).map((needed) => ({
        program,
        needed: needed.map((index) => program[index] as Step),
      })),
    );
    await assert(
      asyncProperty(cases, async ({ program, needed }) => {
        const fails = (smaller: Program): Promise<boolean> =>
          Promise.resolve(needed.every((step) => smaller.includes(step)));
        const kept = await dropSteps(program, fails, () => true);
        expect(kept).toEqual(needed.length === 0 ? kept.slice(0, 1) : needed);
      }),
    );
  });

  it('still fails after the allowed number of attempts, however few', async () => {
    await assert(
      asyncProperty(programs, nat({ max: 20 }), constantFrom(0, 1, 2), async (program, most, wanted) => {
        const fails = (smaller: Program): boolean =>
          numbersOf(smaller).filter((each) => each === wanted).length * 2 >=
          numbersOf(program).filter((each) => each === wanted).length;
        let asked = 0;
        const kept = await dropSteps(
          program,
          (smaller) => Promise.resolve(fails(smaller)),
          () => asked++ < most,
        );
        expect(fails(kept)).toBe(true);
      }),
    );
  });

  const together = (...branches: Program[]): Step => ({ do: 'together', branches });
  const program = [pause(1), together([pause(2), pause(3)], [pause(4)], [together([pause(5), pause(6)])]), pause(7)];
  const needs =
    (...texts: readonly string[]) =>
    (smaller: Program): Promise<boolean> =>
      Promise.resolve(texts.every((text) => JSON.stringify(smaller).includes(text)));

  it('keeps only the necessary branches and steps of concurrent steps, if it fails by their concurrency', async () => {
    const kept = await dropSteps(program, needs('"together"', '"ms":3', '"ms":4'), () => true);
    expect(kept).toEqual([together([pause(3)], [pause(4)])]);
  });

  it('has no concurrent steps, if it fails without them', async () => {
    expect(await dropSteps(program, needs('"ms":3', '"ms":6'), () => true)).toEqual([pause(3), pause(6)]);
  });
});
