import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withTimeout } from './timeout-signal.ts';

describe('a signal with a timeout', () => {
  it('aborts after a garbage collection, too', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const ended = Promise.all([1, 2, 3].map(() => once(withTimeout(new AbortController().signal, 200), 'abort')));
    await sleep(20);
    collect();
    await expect(ended).resolves.toHaveLength(3);
  });

  it('aborts with the other signal', async () => {
    const gone = new AbortController();
    const over = withTimeout(gone.signal, 60_000);
    gone.abort();
    expect([over.aborted, withTimeout(gone.signal, 60_000).aborted]).toEqual([true, true]);
  });
});
