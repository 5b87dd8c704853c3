import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC } from '../../spec/dialects/index.ts';
import { inTurn } from '../oracle/validation/in-turn.ts';
import type { Program } from '../program/program.ts';
import { rule as removes } from '../rules/delete/removes-the-object.rule.ts';
import { generatedCases } from './generated-cases.ts';

const WAITS: readonly Program[] = [1, 2, 3, 4, 5].map((ms) => [{ do: 'pause', ms }]);

describe('the generated cases of a rule', () => {
  const rule = { ...removes, cases: () => inTurn(...WAITS) };

  const drawn = (seed: number, round = 0): string[] =>
    rule.operations.map((operation) => {
      const { cases, seed: ofCases } = generatedCases(rule, operation, {
        choices: SPEC.choices,
        seed,
        wanted: 1,
        round,
      });
      return JSON.stringify(fc.sample(cases, { numRuns: 1, seed: ofCases }));
    });

  it('show every choice in turn over its operations, although each has one case', () => {
    for (const seed of [1, 2, 3]) expect(new Set(drawn(seed)).size).toBe(WAITS.length);
  });

  it('are the same for one seed and round, and others for another', () => {
    expect(drawn(1)).toEqual(drawn(1));
    expect([2, 3, 4].map((seed) => drawn(seed).join())).not.toEqual([1, 1, 1].map((seed) => drawn(seed).join()));
    expect([1, 2, 3].map((round) => drawn(1, round).join())).not.toEqual([0, 0, 0].map(() => drawn(1).join()));
  });
});
