import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sendTogether, serveTogether } from './in-batches.ts';

describe('what comes in one turn of the event loop', () => {
  it('is served at its end, step by step, and what is ready by then is sent in it still', async () => {
    const steps: string[] = [];
    for (const name of ['a', 'b']) {
      serveTogether(() => {
        steps.push(`${name} is read`);
        queueMicrotask(() => {
          steps.push(`${name} is stored`);
          sendTogether(() => steps.push(`${name} is sent`));
        });
      });
    }
    expect(steps).toEqual([]);
    await turn();
    expect(steps).toEqual(['a is read', 'b is read', 'a is stored', 'b is stored', 'a is sent', 'b is sent']);
  });

  it('is not held back once eight answers are ready, nor for want of more', async () => {
    const sent: number[] = [];
    for (let count = 1; count <= 9; count += 1) sendTogether(() => sent.push(count));
    expect(sent).toHaveLength(8);
    await turn();
    expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
