import { describe, expect, it } from 'vitest';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import type { LiveExchange } from '../sending/live-exchange.ts';
import { LateEvents } from './late-events.ts';

const exchange = (from: number, to: number): LoggedExchange =>
  ({ request: { t: from }, end: { t: to } }) as LoggedExchange;

/** How long a watch stays open, in milliseconds, that its recorded client left so long after the last response. */
async function stays(afterMs: number): Promise<readonly number[]> {
  const stayed: number[] = [];
  const until = (_: unknown, ms: number): Promise<boolean> => {
    stayed.push(ms);
    return Promise.resolve(false);
  };
  const late = new LateEvents(1000);
  late.responded(exchange(0, 50));
  await late.beforeLeaving(exchange(0, 50 + afterMs), { over: false, until } as unknown as LiveExchange);
  return stayed;
}

describe('a watch that its recorded client left', () => {
  it('stays open after the last response, up to a limit, if the client stayed as long', async () => {
    const [ms = 0] = await stays(60_000);
    expect(ms).toBeGreaterThan(1000);
    expect(ms).toBeLessThanOrEqual(1100);
  });

  it('is left at once if the client left sooner', async () => {
    expect(await stays(900)).toEqual([]);
  });
});
