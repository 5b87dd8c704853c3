import { describe, expect, it } from 'vitest';
import { LineBytes } from './line-bytes.ts';
import { LineQueue, type QueueSlot } from './line-queue.ts';

const place = (n: number, exchange: number, made = true): QueueSlot => {
  const at = { n, t: n, exchange };
  return { ...at, line: made ? (to) => to.whole(n) : undefined };
};
const make = (at: QueueSlot): void => {
  at.line = (to) => to.whole(at.n);
};

function lines(queue: LineQueue, t: number): string[] {
  const bytes = new LineBytes();
  return queue.take(t).map((line) => {
    line(bytes);
    return bytes.taken().toString();
  });
}

describe('the queue of lines', () => {
  it('returns lines in the order of their positions, and waits for an incomplete one', () => {
    const queue = new LineQueue();
    const late = place(1, 1, false);
    for (const each of [late, place(2, 2), place(3, 2)]) queue.push(each);
    expect(lines(queue, 10)).toEqual([]);
    make(late);
    expect(lines(queue, 11)).toEqual(['1', '2', '3']);
    expect(queue.isEmpty).toBe(true);
  });

  it('lets other exchanges go ahead after a while, but never a response before its request', () => {
    const queue = new LineQueue();
    const upload = place(1, 1, false);
    for (const each of [upload, place(2, 2), place(3, 1), place(4, 2)]) queue.push(each);
    expect(lines(queue, 1000)).toEqual(['2', '4']);
    make(upload);
    expect(lines(queue, 1001)).toEqual(['1', '3']);
  });
});
