import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../resources/api-error.ts';
import { ManualClock } from '../../testing/manual-clock.fixture.ts';
import { type StepResult, WorkQueue } from './work-queue.ts';

interface Harness {
  readonly queue: WorkQueue;
  readonly clock: ManualClock;
  readonly done: string[];
  readonly faults: unknown[];
  turns(): Promise<void>;
}

function harness(reconcile: (key: string, times: number) => Promise<StepResult>): Harness {
  const clock = new ManualClock(0);
  const done: string[] = [];
  const faults: unknown[] = [];
  const counted = (key: string): Promise<StepResult> => {
    done.push(key);
    return reconcile(key, done.filter((each) => each === key).length);
  };
  const queue = new WorkQueue({ clock, reconcile: counted, report: (error) => faults.push(error) });
  const turns = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await turn();
  };
  return { queue, clock, done, faults, turns };
}

describe('a work queue', () => {
  it('processes a key once however often it is added, and once more if it is added meanwhile', async () => {
    const { queue, done, turns } = harness(async (key, times) => {
      if (key === 'b' && times === 1) queue.add('b');
      return undefined;
    });
    for (const key of ['a', 'a', 'b', 'a']) queue.add(key);
    await turns();
    expect([done, queue.idle]).toEqual([['a', 'b', 'b'], true]);
  });

  it('repeats a key after the requested time', async () => {
    const { queue, clock, done, turns } = harness(async (_, times) => (times === 1 ? 500 : undefined));
    queue.add('a');
    await turns();
    clock.advance(499);
    await turns();
    expect(done).toEqual(['a']);
    clock.advance(1);
    await turns();
    clock.advance(10_000);
    await turns();
    expect(done).toEqual(['a', 'a']);
  });

  it.each(['Conflict', 'NotFound'] as const)('retries a key at once after a %s, but not for ever', async (reason) => {
    const { queue, done, faults, turns } = harness(async () => {
      throw new ApiError(reason, 'changed meanwhile');
    });
    queue.add('a');
    await turns();
    expect([done.length, faults]).toEqual([6, []]);
  });

  it('retries a key after longer and longer pauses when a write is refused', async () => {
    const { queue, clock, done, turns } = harness(async () => {
      throw new ApiError('Forbidden', 'no');
    });
    queue.add('a');
    await turns();
    const counts: number[] = [];
    for (const milliseconds of [999, 1, 1999, 1]) {
      clock.advance(milliseconds);
      await turns();
      counts.push(done.length);
    }
    expect(counts).toEqual([1, 2, 2, 3]);
  });

  it('repeats a key after the requested time, even if the retry of a refused write would come later', async () => {
    const { queue, clock, done, turns } = harness(async () => ({
      refusal: new ApiError('Forbidden', 'no'),
      after: 400,
    }));
    queue.add('a');
    await turns();
    const counts: number[] = [];
    for (const milliseconds of [399, 1, 400]) {
      clock.advance(milliseconds);
      await turns();
      counts.push(done.length);
    }
    expect(counts).toEqual([1, 2, 3]);
  });

  it('reports errors that are not refusals, continues, and retries the key later', async () => {
    const { queue, clock, done, faults, turns } = harness(async (key, times) => {
      if (key === 'a' && times === 1) throw new Error('ours');
      return undefined;
    });
    queue.add('a');
    queue.add('b');
    await turns();
    expect([done, faults.length, queue.idle]).toEqual([['a', 'b'], 1, true]);
    clock.advance(1000);
    await turns();
    expect([done, faults.length]).toEqual([['a', 'b', 'a'], 1]);
  });
});
