import { describe, expect, it } from 'vitest';
import type { Blocker } from '../history/blame.ts';
import { FailedPreconditions } from './failed-preconditions.ts';

const WATCH = 'GET /api/v1/watch/pods';
const LIST: Blocker = { by: 'watch/answers-a-stream', operation: WATCH, evidence: 'a PodList instead of an event' };

function seen(times: number): FailedPreconditions {
  const failed = new FailedPreconditions();
  for (let time = 0; time < times; time += 1) failed.note(LIST);
  return failed;
}

describe('a failed precondition', () => {
  it('is settled after four cases of any rules, for the same operation and owner alone', () => {
    expect([3, 4].map((times) => seen(times).isSettled(LIST))).toEqual([false, true]);
    expect(seen(4).isSettled({ ...LIST, by: 'world/plain-calls-succeed' })).toBe(false);
    expect(seen(4).isSettled({ ...LIST, operation: 'GET /api/v1/pods' })).toBe(false);
  });

  it('is open again once a call of the operation succeeded', () => {
    const failed = seen(4);
    failed.refute(['GET /api/v1/pods']);
    expect(failed.isSettled(LIST)).toBe(true);
    failed.refute([WATCH]);
    expect([failed.isSettled(LIST), failed.areNone]).toEqual([false, true]);
  });
});
