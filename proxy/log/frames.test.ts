import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrameCutter } from './frames.ts';
import { lengthFrames, lineFrames } from './frames.ts';

const lengthPrefixed = (body: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

/** Feeds bytes in chunks of the given sizes, then the rest at once. */
function feed(cutter: FrameCutter, bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const frames: Buffer[] = [];
  let from = 0;
  for (const size of sizes) {
    frames.push(...cutter.push(bytes.subarray(from, from + size)));
    from += size;
  }
  return [...frames, ...cutter.push(bytes.subarray(from))];
}

describe('frames', () => {
  it('are the same whatever chunks they come in', () => {
    const chunks = fc.array(fc.nat(7), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), chunks, (bodies, sizes) => {
        const lines = bodies.map((body) => Buffer.from(`${Buffer.from(body).toString('hex')}\n`));
        expect(feed(lineFrames(), Buffer.concat(lines), sizes)).toEqual(lines);
        const framed = bodies.map(lengthPrefixed);
        expect(feed(lengthFrames(), Buffer.concat(framed), sizes)).toEqual(framed);
      }),
    );
  });

  it('give out what was cut in its middle as the rest', () => {
    const lines = lineFrames();
    expect(lines.push(Buffer.from('a\nb')).map(String)).toEqual(['a\n']);
    expect(lines.rest().toString()).toBe('b');
    const lengths = lengthFrames();
    expect(lengths.push(Buffer.from([0, 0, 0, 2, 65]))).toEqual([]);
    expect(lengths.rest()).toEqual(Buffer.from([0, 0, 0, 2, 65]));
  });
});
