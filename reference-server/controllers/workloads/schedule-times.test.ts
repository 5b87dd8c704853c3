import { describe, expect, it } from 'vitest';
import { nextDue } from './schedule-times.ts';

function next(schedule: string, after: string): string | undefined {
  const due = nextDue(schedule, Date.parse(after));
  return due === undefined ? undefined : new Date(due).toISOString().replace(':00.000Z', 'Z').replace('.000Z', 'Z');
}

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2017-08-01T12:00:00Z', '2017-08-01T12:01Z'],
    ['* * * * *', '2017-08-01T12:00:59.999Z', '2017-08-01T12:01Z'],
    ['*/15 * * * *', '2017-08-01T12:45:00Z', '2017-08-01T13:00Z'],
    ['5/20 * * * *', '2017-08-01T12:26:00Z', '2017-08-01T12:45Z'],
    ['30 8 * * mon-fri', '2017-08-04T09:00:00Z', '2017-08-07T08:30Z'],
    ['0,30 8-9/1 * * *', '2017-08-04T08:30:00Z', '2017-08-04T09:00Z'],
    ['0 0 1 JAN *', '2017-08-04T08:30:00Z', '2018-01-01T00:00Z'],
    ['0 0 29 2 *', '2017-08-04T08:30:00Z', '2020-02-29T00:00Z'],
    ['0 0 13 * 5', '2017-08-04T08:30:00Z', '2017-08-11T00:00Z'],
    ['0 0 1,*/9 * 5', '2017-08-04T08:30:00Z', '2017-09-01T00:00Z'],
    ['0 0 31 * *', '2017-08-31T08:30:00Z', '2017-10-31T00:00Z'],
    ['0 0 ? * sun', '2017-08-04T08:30:00Z', '2017-08-06T00:00Z'],
    ['@daily', '2017-12-31T08:30:00Z', '2018-01-01T00:00Z'],
    ['@hourly', '2017-12-31T08:30:00Z', '2017-12-31T09:00Z'],
    ['@every 1h30m', '2017-08-04T08:30:05Z', '2017-08-04T10:00:05Z'],
  ])('%s after %s is due at %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it('that names a day which does not exist is never due', () => {
    expect(next('0 0 30 2 *', '2017-08-04T08:30:00Z')).toBeUndefined();
  });
});
