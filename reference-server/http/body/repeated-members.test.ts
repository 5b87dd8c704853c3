import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withRepeatedMembers } from './repeated-members.ts';

const read = (text: string): unknown => withRepeatedMembers(text, JSON.parse(text));

describe('repeated members', () => {
  it.each<[string, unknown]>([
    ['{"a":{"x":1},"a":{"y":2}}', { a: { x: 1, y: 2 } }],
    [
      '{"a":{"x":{"p":1}, "l":[1]},"b":"{,:","a":{"x":{"q":[ {"r":null},{} ]},"l":[2]}}',
      { a: { x: { p: 1, q: [{ r: null }, {}] }, l: [2] }, b: '{,:' },
    ],
    ['{"a":{"x":1},"a":null}', { a: null }],
    ['{"a":1,"a":"\\"\\\\"}', { a: '"\\' }],
    ['[{"a":{"x":-1.5e3},"a":{"x":true}},[],"a"]', [{ a: { x: true } }, [], 'a']],
  ])('of %s are merged', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are those of their own text, and pollute no prototype', () => {
    const read2 = read('{"__proto__":{"a":1},"__proto__":{"b":2},"x":1}') as object;
    expect([Object.getPrototypeOf(read2), Object.keys(read2), Object.hasOwn({}, 'a')]).toEqual([
      Object.prototype,
      ['__proto__', 'x'],
      false,
    ]);
  });

  it('are rare: all other texts are parsed by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed: unknown = JSON.parse(text);
        expect(withRepeatedMembers(text, parsed)).toBe(parsed);
      }),
    );
  });

  it('are read in the same way, whatever else the text contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(read(`{"twice":{"a":0},"value":${JSON.stringify(value)},"twice":{"b":1}}`)).toEqual({
          twice: { a: 0, b: 1 },
          value: JSON.parse(JSON.stringify(value)) as unknown,
        });
      }),
    );
  });
});
