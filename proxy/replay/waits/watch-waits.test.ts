import { describe, expect, it } from 'vitest';
import type { LiveExchange } from '../sending/live-exchange.ts';
import { WatchWaits } from './watch-waits.ts';

/** A watch without events; `waits` gets the milliseconds of each wait for it. */
function silentWatch(id: number, waits: number[]): LiveExchange {
  const until = (_: unknown, withinMs: number): Promise<boolean> => {
    waits.push(withinMs);
    return Promise.resolve(false);
  };
  return { id, events: 0, over: false, hasHead: true, until } as unknown as LiveExchange;
}

describe('waits for the events of watches', () => {
  it('are full for the first silent watch, and shorter for each of the others', async () => {
    const waits: number[] = [];
    const watches = new WatchWaits(1000);
    for (let id = 1; id <= 30; id += 1) await watches.untilShown(silentWatch(id, waits), 1);
    expect(waits).toHaveLength(30);
    expect(waits.slice(0, 4)).toEqual([1000, 250, 62.5, 25]);
    expect(Math.max(...waits.slice(3))).toBe(25);
  });

  it('become shorter each time a watch misses events', async () => {
    const waits: number[] = [];
    const watches = new WatchWaits(1000);
    for (let events = 1; events <= 4; events += 1) await watches.untilShown(silentWatch(1, waits), events);
    expect(waits).toEqual([1000, 62.5, 3.90625]);
  });
});
