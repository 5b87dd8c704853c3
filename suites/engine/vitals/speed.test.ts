import { describe, expect, it } from 'vitest';
import { SpeedChange } from './speed.ts';

/** The note about a server after that many responses of that many milliseconds each. */
function noteAfter(
  firstMs: number | undefined,
  ...responses: readonly (readonly [count: number, ms: number])[]
): string | undefined {
  const speed = new SpeedChange(firstMs);
  for (const [count, ms] of responses) for (let answered = 0; answered < count; answered += 1) speed.responded(ms);
  return speed.note();
}

describe('the speed of a server', () => {
  it('is worth a line if it has slowed down many times over since the namespaces were made', () => {
    expect(noteAfter(15, [100, 400])).toBe(
      'the target slowed down: a response took 15 ms at first, and 400 ms at the end',
    );
  });

  it('is compared with the first cases if the time of the namespaces is unknown', () => {
    expect(noteAfter(undefined, [100, 2], [100, 400])).toBe(
      'the target slowed down: a response took 2.0 ms at first, and 400 ms at the end',
    );
  });

  it('is worth no line if the server is steady, slow from the beginning, slower by little, or hardly known', () => {
    expect([
      noteAfter(400, [100, 400]),
      noteAfter(100, [200, 300]),
      noteAfter(1, [200, 60]),
      noteAfter(1, [99, 400]),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});
