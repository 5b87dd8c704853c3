import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyReader } from './body-reader.ts';
import type { BodyFraming } from './message-head.ts';

interface ParsedBody {
  readonly payload: string;
  readonly done: boolean;
  readonly trailers: readonly string[];
  /** The number of bytes that did not belong to the body. */
  readonly left: number;
}

/** Reads a body in pieces that end at these places. */
function read(framing: BodyFraming, bytes: Buffer, cuts: readonly number[]): ParsedBody {
  const reader = new BodyReader(framing);
  const payload: Buffer[] = [];
  const ends = [...new Set(cuts.map((cut) => cut % bytes.length)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  let left = 0;
  for (const end of ends) {
    const piece = bytes.subarray(from, end);
    left += piece.length - reader.take(piece, 0, (shown) => payload.push(shown));
    from = end;
  }
  return { payload: Buffer.concat(payload).toString('latin1'), done: reader.done, trailers: reader.trailers, left };
}

const chunkedBody = (chunks: readonly string[]): string =>
  `${chunks.map((chunk) => `${chunk.length.toString(16)};a=b\r\n${chunk}\r\n`).join('')}0\r\nX-Sum: 9\r\nX-b:\r\n\r\n`;

describe('the end of a body', () => {
  it('is found in a chunked body with trailers, however the bytes are split', () => {
    const chunks = fc.array(
      fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '\r')),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(chunks, fc.array(fc.nat(400), { maxLength: 12 }), (sent, cuts) => {
        const bytes = Buffer.from(`${chunkedBody(sent)}GET /next`, 'latin1');
        expect(read('chunked', bytes, cuts)).toEqual({
          payload: sent.join(''),
          done: true,
          trailers: ['X-Sum', '9', 'X-b', ''],
          left: 'GET /next'.length,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('is determined by its length, and later bytes do not belong to it', () => {
    expect(read(5, Buffer.from('helloGET'), [2, 4, 6])).toEqual({
      payload: 'hello',
      done: true,
      trailers: [],
      left: 3,
    });
    expect(read(0, Buffer.from('GET'), [])).toMatchObject({ done: true, left: 3 });
    expect(read(9, Buffer.from('hello'), [])).toMatchObject({ done: false, left: 0 });
  });

  it('is the end of the connection by default', () => {
    const reader = new BodyReader('until-close');
    reader.take(Buffer.from('x'), 0, () => undefined);
    expect([reader.done, reader.closed()]).toEqual([false, true]);
    expect(new BodyReader('chunked').closed()).toBe(false);
  });

  it.each([
    'x\r\n',
    '\r\n',
    '-1\r\n',
    '1 2\r\n',
    '1\nab\r\n',
    '1\r\nab\r\n',
    '0\r\nnothing\r\n',
    `${'1'.repeat(20)}\r\n`,
    `1;${'a'.repeat(20_000)}`,
  ])('is a syntax error in %j', (text) => {
    expect(() => read('chunked', Buffer.from(text), [])).toThrow(expect.objectContaining({ code: 'ERR_HTTP_SYNTAX' }));
  });
});
