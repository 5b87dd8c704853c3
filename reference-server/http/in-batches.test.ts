import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sendTogether, serveTogether } from './in-batches.ts';

describe('requests of one turn of the event loop', () => {
  it('are served at its end, step by step, and ready responses are sent in the same turn', async () => {
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

  it('are not delayed once eight responses are ready, nor if no more come', async () => {
    const sent: number[] = [];
    for (let count = 1; count <= 9; count += 1) sendTogether(() => sent.push(count));
    expect(sent).toHaveLength(8);
    await turn();
    expect(sent).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
