import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Deal, dealt, eachInTurn, inTurn } from './in-turn.ts';

const CHOICES = ['a', 'b', 'c', 'd', 'e'];

describe('choices in turn', () => {
  it('all come once before any comes again, in an order that the seed decides', () => {
    const rounds = fc.sample(inTurn(...CHOICES), { numRuns: 10, seed: 1 });
    expect(rounds.slice(0, 5).toSorted()).toEqual(CHOICES);
    expect(rounds.slice(5).toSorted()).toEqual(CHOICES);
    expect(fc.sample(inTurn(...CHOICES), { numRuns: 10, seed: 1 })).toEqual(rounds);
    const orders = Array.from({ length: 20 }, (_, seed) =>
      fc.sample(inTurn(...CHOICES), { numRuns: 5, seed }).join(''),
    );
    expect(new Set(orders).size).toBeGreaterThan(5);
  });

  it('shrink to the first that is enough to fail', () => {
    const details = fc.check(
      fc.property(inTurn(...CHOICES), (choice) => choice < 'c'),
      { seed: 3, numRuns: 20 },
    );
    expect(details.counterexample).toEqual(['c']);
  });

  it('may be arbitraries themselves', () => {
    const values = fc.sample(eachInTurn<number>(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 10, max: 19 })), {
      numRuns: 6,
      seed: 2,
    });
    expect(values.map((value) => Math.floor(value / 10)).toSorted()).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('go on in one sequence of a deal where the earlier sequences stopped', () => {
    const choices = [0, 1, 2, 3, 4].map((start) => firstOf({ seed: 7, start }));
    expect(choices.toSorted()).toEqual(CHOICES);
    const orders = [0, 1, 2, 3, 4].map((seed) => firstOf({ seed, start: 0 }));
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it('go on in one round after another, as long as a sequence is', () => {
    const turn = dealt({ seed: 7, start: 3 }, () => inTurn(...CHOICES));
    const first = [0, 1, 2].map((start) => firstOf({ seed: 7, start }) ?? '');
    const rest = fc.sample(turn, { numRuns: 7, seed: 1 });
    expect([...first, ...rest.slice(0, 2)].toSorted()).toEqual(CHOICES);
    expect(rest.slice(2).toSorted()).toEqual(CHOICES);
  });

  it.each([
    [4, 2],
    [2, 2],
    [5, 5],
  ])('make every pair of %d and %d choices in many sequences', (one, other) => {
    const choices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
    const pairs = Array.from({ length: 200 }, (_, start) => {
      const turns = dealt({ seed: 7, start }, () => fc.tuple(inTurn(...choices(one)), inTurn(...choices(other))));
      return fc.sample(turns, { numRuns: 1, seed: 1 }).join();
    });
    expect(new Set(pairs).size).toBe(one * other);
  });

  it('take at least one choice', () => {
    expect(() => inTurn()).toThrow('at least one choice');
  });
});

/** The first choice of one sequence of a deal. */
function firstOf(deal: Deal): string | undefined {
  const turn = dealt(deal, () => inTurn(...CHOICES));
  return fc.sample(turn, { numRuns: 1, seed: 1 })[0];
}
