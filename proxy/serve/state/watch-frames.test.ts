import { describe, expect, it } from 'vitest';
import { endOf } from './watch-frames.ts';

describe('the end of a served watch', () => {
  it('is that of the connection if it has no timeout, and comes with it in any case', () => {
    const gone = new AbortController();
    const over = endOf(gone.signal, 60);
    expect(endOf(gone.signal, 0)).toBe(gone.signal);
    gone.abort();
    expect(over.aborted).toBe(true);
  });
});
