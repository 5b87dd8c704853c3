import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameSplitter } from './frames.ts';

describe('a frame splitter', () => {
  it('finds the same lines however the bytes are cut', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !text.includes('\n') && /[^ \t\r]/.test(text));
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(fc.nat(400)),
        fc.string({ unit: fc.constantFrom('a', 'é') }),
        (lines, cuts, rest) => {
          const bytes = Buffer.from(lines.map((text) => `${text}\n`).join('') + rest, 'utf8');
          const splitter = new FrameSplitter();
          const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
          const frames = at.slice(1).flatMap((to, index) => splitter.push(bytes.subarray(at[index], to)));
          expect(frames.map(String)).toEqual(lines);
          expect(splitter.pending).toBe(Buffer.byteLength(rest));
          expect(String(splitter.rest())).toBe(rest);
          expect(splitter.pending).toBe(0);
        },
      ),
    );
  });

  it('does not take blank lines for frames', () => {
    expect(new FrameSplitter().push(Buffer.from('\n\r\n \t\n{}\r\n')).map(String)).toEqual(['{}\r']);
  });
});
