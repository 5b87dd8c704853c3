import { describe, expect, it } from 'vitest';
import { chooseSeed, isCi } from './choose-seed.ts';

const BASELINE = { file: 'known.yaml', seed: 77, entries: [] };

describe('the seed of a run', () => {
  it('is the given one, in a gate too', () => {
    expect(chooseSeed({ seed: 5, gate: true }, BASELINE, true)).toEqual({ seed: 5, source: 'given' });
  });

  it.each([
    ['--gate', { gate: true }, false],
    ['--update-baseline', { updateBaseline: true }, false],
    ['CI', {}, true],
  ] as const)('is that of the baseline, or a fixed one, with %s', (_, flags, ci) => {
    expect(chooseSeed(flags, BASELINE, ci)).toEqual({ seed: 77, source: 'baseline' });
    expect(chooseSeed(flags, { file: 'known.yaml', entries: [] }, ci)).toEqual({ seed: 1, source: 'fixed' });
    expect(chooseSeed(flags, undefined, ci)).toEqual({ seed: 1, source: 'fixed' });
  });

  it('is a new one with --seed random, and outside of a gate', () => {
    const explored = [1, 2, 3].map(() => chooseSeed({ seed: 'random', gate: true }, BASELINE, true));
    expect(new Set(explored.map(({ seed }) => seed)).size).toBe(3);
    expect(explored.every(({ source }) => source === 'random')).toBe(true);
    expect(chooseSeed({}, BASELINE, false).source).toBe('random');
  });

  it('is fixed with CI=true, and with no other value', () => {
    expect([isCi({ CI: 'true' }), isCi({ CI: 'false' }), isCi({})]).toEqual([true, false, false]);
  });
});
