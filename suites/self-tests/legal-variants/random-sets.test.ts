import { describe, expect, it } from 'vitest';
import type { ListedVariant } from '../../../shared/verdict-log/kill-matrix.ts';
import { randomSets } from './random-sets.ts';

const variant = (name: string, dialect = 'spec'): ListedVariant => ({ name, summary: name, dialect });
const LISTED = [variant('wire'), variant('surface'), variant('real', 'kubernetes-1.7'), variant('shape')];
const SETS = randomSets(LISTED, 60, 7);
const namesOf = ({ variants }: (typeof SETS)[number]): string[] => variants.map(({ name }) => name);

describe('random sets of variants', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(randomSets(LISTED, 60, 7)).toEqual(SETS);
    expect(randomSets(LISTED, 60, 8)).not.toEqual(SETS);
  });

  it('have two or three members of one dialect, if there are as many', () => {
    for (const set of SETS) {
      expect(set.variants.every(({ dialect }) => dialect === set.dialect)).toBe(true);
      expect(new Set(namesOf(set)).size).toBe(set.variants.length);
    }
    const sizes = SETS.filter(({ dialect }) => dialect === 'spec').map(({ variants }) => variants.length);
    expect(new Set(sizes)).toEqual(new Set([2, 3]));
  });

  it('have the members that stand first in the list next to the client', () => {
    const all = SETS.find(({ variants }) => variants.length === 3);
    expect(all && namesOf(all)).toEqual(['shape', 'surface', 'wire']);
  });
});
