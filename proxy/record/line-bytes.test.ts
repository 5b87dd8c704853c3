import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loggedBody, writeLoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import { LineBytes } from './line-bytes.ts';

function written(write: (to: LineBytes) => void): string {
  const bytes = new LineBytes();
  write(bytes);
  return bytes.taken().toString();
}

describe('the bytes of lines', () => {
  it('write whole numbers of any size as JSON does', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(written((to) => to.whole(value))).toBe(String(value));
      }),
    );
    for (const value of [0, 9, 10, 2 ** 31 - 1, 2 ** 31, 10 ** 15, Number.MAX_SAFE_INTEGER])
      expect(written((to) => to.whole(value))).toBe(String(value));
  });

  it('write times to the microsecond', () => {
    expect(
      [0, 0.0004, 1.0596, 12.5, 0.9996, 86_400_000.25].map((time) => written((to) => to.milliseconds(time))),
    ).toEqual(['0.000', '0.000', '1.060', '12.500', '1.000', '86400000.250']);
  });

  it('grow beyond their initial size, and start again after taken()', () => {
    const bytes = new LineBytes();
    const large = 'ä'.repeat(1024 * 1024);
    for (let round = 0; round < 2; round += 1) {
      bytes.text('{');
      bytes.utf8(Buffer.from(large));
      bytes.text(large);
      bytes.utf8(Buffer.from('12'), 1);
      expect(bytes.taken().toString() === `{${large}${large}1`).toBe(true);
    }
  });

  it('drop a line that could not be finished, and nothing before it', () => {
    const text = written((to) => {
      to.text('one');
      to.remember();
      to.text('tw');
      to.utf8(Buffer.alloc(2 * 1024 * 1024));
      to.rewind();
      to.whole(3);
    });
    expect(text).toBe('one3');
  });

  it('contain no line separator, wherever one came from', () => {
    const body = (text: string): string => written((to) => writeLoggedBody(Buffer.from(text), to));
    expect(body('{"a":"\u2028\u2029\u2027"}\n')).toBe(
      String.raw`{"json":{"a":"\u2028\u2029${'\u2027'}"},"newline":true}`,
    );
    expect(body('\u2028')).toBe(String.raw`{"text":"\u2028"}`);
  });

  it('hold each body in the form that the format requires', () => {
    const part = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{"a":1}', '\n', ' ', '{"a":1,"a":2}', '[1.0]', '{"\\u0041":"\u2028"}'),
    );
    const bytes = fc.oneof(
      fc.tuple(part, fc.constantFrom('', '\n')).map(([text, end]) => Buffer.from(text + end)),
      fc.uint8Array().map((array) => Buffer.from(array)),
    );
    fc.assert(
      fc.property(bytes, (body) => {
        const inLog: unknown = JSON.parse(written((to) => writeLoggedBody(body, to)));
        expect(inLog).toEqual(JSON.parse(JSON.stringify(loggedBody(body))));
      }),
      { numRuns: 500 },
    );
  });
});
