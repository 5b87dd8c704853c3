import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageSplitter } from './message-splitter.ts';

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

describe('the messages of a gRPC stream', () => {
  it('are unchanged, however the stream is cut into chunks', () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });
    fc.assert(
      fc.property(messages, fc.array(fc.nat(400), { maxLength: 12 }), (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(framed));
        const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const splitter = new MessageSplitter();
        const got = at.slice(1).flatMap((end, place) => splitter.split(Buffer.from(bytes.subarray(at[place], end))));
        expect(got.map((each) => [...each])).toEqual(sent.map((each) => [...each]));
      }),
    );
  });

  it('are refused if one is compressed unasked', () => {
    expect(() => new MessageSplitter().split(Buffer.from([1, 0, 0, 0, 0]))).toThrow(RangeError);
  });
});
