import { describe, expect, it } from 'vitest';
import { Speed } from './speed.ts';

type Times = [operation: string, count: number, ms: number][];

const LIST = 'GET /api/v1/pods';

function afterAnswers(...times: Times): string | undefined {
  const speed = new Speed();
  for (const [operation, count, ms] of times) for (let answers = 0; answers < count; answers += 1) speed.answered(operation, ms);
  return speed.note();
}

describe('the speed of a server', () => {
  it('is worth a line where an operation has slowed down many times over', () => {
    expect(afterAnswers([LIST, 30, 15], ['GET /api/v1', 60, 2], [LIST, 30, 400])).toBe('the target slowed down on 1 of 2 operations: GET /api/v1/pods took 15 ms at first and 400 ms at the end');
  });

  it.each<{ of: string; times: Times }>([
    { of: 'steady', times: [[LIST, 100, 400]] },
    { of: 'slow from the beginning', times: [[LIST, 30, 100], [LIST, 30, 300]] },
    { of: 'slower by little', times: [[LIST, 30, 1], [LIST, 30, 60]] },
    { of: 'hardly known', times: [[LIST, 30, 1], [LIST, 10, 400]] },
  ])('is not where it is $of', ({ times }) => {
    expect(afterAnswers(...times)).toBeUndefined();
  });
});
