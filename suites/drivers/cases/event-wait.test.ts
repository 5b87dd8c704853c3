import { describe, expect, it } from 'vitest';
import { eventWait } from './event-wait.ts';

describe('the wait for an event', () => {
  it('is what was learned, and at most a fifth of the full time after two vain waits', () => {
    expect([0, 1, 2, 9].map((inVain) => eventWait(10_000, 10_000, inVain))).toEqual([10_000, 10_000, 2_000, 2_000]);
    expect([0, 2].map((inVain) => eventWait(250, 10_000, inVain))).toEqual([250, 250]);
  });
});
