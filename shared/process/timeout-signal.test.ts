import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withTimeout } from './watch-frames.ts';

describe('the timeout of a served watch', () => {
  it('comes after a garbage collection, too', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const ended = Promise.all([1, 2, 3].map(() => once(withTimeout(new AbortController().signal, 0.2), 'abort')));
    await sleep(20);
    collect();
    await expect(ended).resolves.toHaveLength(3);
  });

  it('is not needed if the client is gone', async () => {
    const gone = new AbortController();
    const over = withTimeout(gone.signal, 60);
    gone.abort();
    expect([over.aborted, withTimeout(gone.signal, 60).aborted, withTimeout(gone.signal, 0)]).toEqual([
      true,
      true,
      gone.signal,
    ]);
  });
});
