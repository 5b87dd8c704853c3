import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.fixture.ts';
import { SimulatedClock } from './simulated-clock.ts';

const NOON = Date.UTC(2017, 7, 1, 12);

describe('a simulated clock', () => {
  it('runs a given number of times faster than another clock, timers included', () => {
    const real = new ManualClock(NOON);
    const clock = new SimulatedClock(60, real);
    const fired: number[] = [];
    clock.after(600_000, () => fired.push(clock.now() - NOON));
    real.advance(9999);
    expect(fired).toEqual([]);
    real.advance(1);
    expect([fired, clock.now() - NOON]).toEqual([[600_000], 600_000]);
  });

  it('stops at each timer when it is advanced, in order, also at new timers, and runs their effects at their time', async () => {
    const clock = new SimulatedClock(0, new ManualClock(NOON));
    const log: string[] = [];
    const record = (what: string): void => void log.push(`${what} ${(clock.now() - NOON) / 1000}`);
    clock.after(20_000, () => record('second'));
    clock.after(10_000, () => {
      record('first');
      clock.after(5000, () => record('between'));
    });
    clock.after(90_000, () => record('later'));
    clock.after(15_000, () => record('cancelled')).cancel();
    const settled = async (): Promise<boolean> => {
      record('settled');
      return true;
    };
    expect(await clock.advance(60_000, settled)).toBe(true);
    expect(log).toEqual(['settled 0', 'first 10', 'settled 10', 'between 15', 'settled 15', 'second 20', 'settled 20']);
    expect(clock.now()).toBe(NOON + 60_000);
  });

  it('that stands still calls back at once without a delay, and after an advance with one', async () => {
    const real = new ManualClock(NOON);
    const clock = new SimulatedClock(0, real);
    const fired: number[] = [];
    for (const wait of [0, -1000, 1]) clock.after(wait, () => fired.push(wait));
    real.advance(1000);
    expect(fired).toEqual([0, -1000]);
    await clock.advance(1);
    expect(fired).toEqual([0, -1000, 1]);
  });

  it.each([
    [NOON + 60_000, 60_000],
    [NOON - 60_000, 0],
  ])('starts no earlier than at %d', (earliest, later) => {
    const real = new ManualClock(NOON);
    const clock = new SimulatedClock(2, real, earliest);
    real.advance(1000);
    expect(clock.now() - NOON).toBe(later + 2000);
  });

  it('reports unsettled work, and waits less from then on', async () => {
    const clock = new SimulatedClock(0, new ManualClock(NOON));
    for (const due of [1000, 2000, 3000]) clock.after(due, () => undefined);
    const asked: boolean[] = [];
    const settled = async (patient: boolean): Promise<boolean> => asked.push(patient) !== 2;
    expect([await clock.advance(4000, settled), asked, clock.now() - NOON]).toEqual([
      false,
      [true, true, false, false],
      4000,
    ]);
  });

  it('stays at the last stop if the advance is cancelled', async () => {
    const clock = new SimulatedClock(0, new ManualClock(NOON));
    for (const due of [1000, 2000, 3000]) clock.after(due, () => undefined);
    await clock.advance(4000, undefined, () => clock.now() < NOON + 2000);
    expect(clock.now() - NOON).toBe(2000);
  });

  it('continues from the time to which it was advanced', async () => {
    const real = new ManualClock(NOON);
    const clock = new SimulatedClock(1, real);
    const fired: number[] = [];
    clock.after(70_000, () => fired.push(clock.now() - NOON));
    await clock.advance(60_000);
    expect(fired).toEqual([]);
    real.advance(10_000);
    expect([fired, clock.now() - NOON]).toEqual([[70_000], 70_000]);
  });

  it('makes concurrent advances one after the other', async () => {
    const clock = new SimulatedClock(0, new ManualClock(NOON));
    await Promise.all([clock.advance(1000), clock.advance(1000)]);
    expect(clock.now()).toBe(NOON + 2000);
  });
});
