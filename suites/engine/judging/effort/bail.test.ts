import { describe, expect, it } from 'vitest';
import { Bail } from './bail.ts';

/** Whether a promise has resolved once all runnable work is done. */
async function isDone(waiting: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([waiting, Promise.resolve(pending)])) !== pending;
}

describe('the assignment that investigates a failure', () => {
  it('makes every other assignment wait, but not itself, until it is settled', async () => {
    const bail = new Bail();
    await bail.turn('b');
    expect(await bail.hold('a')).toBe(true);
    const waiting = bail.turn('b');
    expect(await isDone(bail.turn('a'))).toBe(true);
    expect(await isDone(waiting)).toBe(false);
    bail.settle('b', true);
    expect(await isDone(waiting)).toBe(false);
    bail.settle('a', false);
    expect(await isDone(waiting)).toBe(true);
  });

  it('is the last one if the failure is confirmed, and followed by the next if not', async () => {
    const standing = new Bail();
    await standing.hold('a');
    const late = standing.hold('b');
    standing.settle('a', true);
    expect(await late).toBe(false);
    const gone = new Bail();
    await gone.hold('a');
    const [next, after] = [gone.hold('b'), gone.hold('c')];
    gone.settle('a', false);
    expect(await next).toBe(true);
    expect(await isDone(after)).toBe(false);
  });
});
