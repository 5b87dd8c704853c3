import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from './align-events.ts';

const alignWords = (one: string, other: string) =>
  align(one.length, other.length, (a, b) => (one[a] === other[b] ? 0 : 4));

describe('alignment of event sequences', () => {
  it('leaves elements of one side unpaired, and pairs the others', () => {
    expect(alignWords('AMMD', 'AMD').filter(([, actual]) => actual === undefined)).toHaveLength(1);
    expect(alignWords('AMD', 'AMMD').filter(([expected]) => expected === undefined)).toHaveLength(1);
  });

  it('uses every element of both sides once and in order, and pairs equal sequences element by element', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const alignment = alignWords(one, other);
        expect(alignment.flatMap(([expected]) => expected ?? [])).toEqual([...one].map((_, index) => index));
        expect(alignment.flatMap(([, actual]) => actual ?? [])).toEqual([...other].map((_, index) => index));
        expect(alignWords(one, one).every(([expected, actual]) => expected === actual)).toBe(true);
      }),
    );
  });
});
