import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueFrames } from './value-frames.ts';

/** The frames of a text whose bytes arrive in parts. */
function framesOf(splitter: ValueFrames, text: string, cuts: readonly number[]): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  return at.slice(1).flatMap((to, index) => splitter.push(bytes.subarray(at[index], to)).map(String));
}

describe('frames of values', () => {
  it('finds the same lines however the bytes are cut', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/[\n{}[\]]/.test(text) && /[^ \t\r]/.test(text));
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(fc.nat(400)),
        fc.string({ unit: fc.constantFrom('a', 'é') }),
        (lines, cuts, rest) => {
          const splitter = new ValueFrames();
          const frames = framesOf(splitter, lines.map((text) => `${text}\n`).join('') + rest, cuts);
          expect(frames.map((frame) => frame.trim())).toEqual(lines.map((text) => text.trim()));
          expect(splitter.pending).toBe(Buffer.byteLength(rest));
          expect(String(splitter.rest())).toBe(rest);
          expect(splitter.pending).toBe(0);
        },
      ),
    );
  });

  it('finds the same objects however they are printed and separated, and however the bytes are cut', () => {
    const printed = fc.tuple(fc.object(), fc.constantFrom(0, 2, '\t'), fc.constantFrom('', '\n', '\r\n', ' \n\n'));
    fc.assert(
      fc.property(fc.array(printed), fc.array(fc.nat(400)), (objects, cuts) => {
        const splitter = new ValueFrames();
        const texts = objects.map(([object, indent]) => JSON.stringify(object, null, indent));
        const text = objects.map(([, , separator], index) => `${texts[index]}${separator}`).join('');
        expect(framesOf(splitter, text, cuts)).toEqual(texts);
        expect(splitter.pending).toBe(0);
      }),
    );
  });

  it('finds the frames after a broken one', () => {
    for (const broken of ['{"type":"AD', '{"type":"ADDED",', '{"type":"ADDED","object":{"a":['])
      expect(framesOf(new ValueFrames(), `${broken}\n{"type":"X"}\n`, [])).toEqual(
        [broken, '{"type":"X"}'].map((frame) => expect.stringContaining(frame) as unknown),
      );
  });

  it('does not take blank lines for frames', () => {
    expect(new ValueFrames().push(Buffer.from('\n\r\n \t\n{}\r\n')).map(String)).toEqual(['{}']);
  });

  it('hold every byte, if that is asked for', () => {
    const printed = fc.tuple(fc.object(), fc.constantFrom(0, 2, '\t'), fc.constantFrom('', '\n', '\r\n', '\n\n'));
    fc.assert(
      fc.property(fc.array(printed), fc.array(fc.nat(400)), (objects, cuts) => {
        const splitter = new ValueFrames({ everyByte: true });
        const texts = objects.map(([object, indent, separator]) => JSON.stringify(object, null, indent) + separator);
        const frames = [...framesOf(splitter, texts.join(''), cuts), String(splitter.rest())];
        expect(frames.join('')).toBe(texts.join(''));
        expect(frames.map((frame) => frame.trim()).filter((frame) => frame !== '')).toEqual(
          texts.map((text) => text.trim()),
        );
      }),
    );
  });

  it('tell whether one that is not complete begins like no object', () => {
    const begins = (text: string): boolean => {
      const splitter = new ValueFrames();
      splitter.push(Buffer.from(text));
      return splitter.isNoObject;
    };
    expect(['', ' \n', '{"a', '\r\n\n{"a', '{}', '{}\n'].map(begins)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['<html', ' x', '[{', '{}[', '\u001f'].map(begins)).toEqual([true, true, true, true, true]);
  });

  it('end with the line, however the line end is sent', () => {
    const splitter = new ValueFrames({ everyByte: true });
    expect(['{"a":1}', '\n{"a"', ':\n2}\r', '\n'].map((part) => splitter.push(Buffer.from(part)).map(String))).toEqual([
      [],
      ['{"a":1}\n'],
      [],
      ['{"a":\n2}\r\n'],
    ]);
  });
});
