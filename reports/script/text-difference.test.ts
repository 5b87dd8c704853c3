import { describe, expect, it } from 'vitest';
import { textDifference } from './text-difference.ts';

describe('the first difference of two texts', () => {
  it('is a line of text', () => {
    expect(textDifference('a: 1\nb: 2\n', 'a: 1\n')).toEqual({ text: 'b: 2', isExpected: true });
    expect(textDifference('a: 1\n', 'a: 1\nc: 3\n')).toEqual({ text: 'c: 3', isExpected: false });
  });

  it('is a word of binary bodies', () => {
    expect(textDifference('\u0001ConfigMap\u0002', '\u0001Secret\u0002')).toEqual({
      text: 'ConfigMap',
      isExpected: true,
    });
  });

  it('is no part with a name of the run, which is another one in each run', () => {
    expect(textDifference('\u0001$ID-aZ\u0002', '\u0001$ID-a\u0002')).toBeUndefined();
    expect(textDifference('name: $ID-a\n', 'name: $ID-b\n')).toBeUndefined();
  });
});
