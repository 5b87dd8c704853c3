import { describe, expect, it } from 'vitest';
import { scheduleProblem } from './cron-schedule.ts';

describe('cron schedules', () => {
  it.each([
    '* * * * *',
    '*/5 0-23/2 1,15 jan-mar MON',
    '0 0 31 12 6',
    '? * ? * *',
    '@hourly',
    '@daily',
    '@every 1h30m',
    '@every 0.5s',
    '  1 2 3 4 5  ',
  ])('%j is one', (schedule) => {
    expect(scheduleProblem(schedule)).toBeUndefined();
  });

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 7',
    '5-1 * * * *',
    '*/0 * * * *',
    '1//2 * * * *',
    '1-2-3 * * * *',
    ', * * * *',
    '@often',
    '@every',
    '@every x',
    'x'.repeat(2000),
  ])('%j is none', (schedule) => {
    expect(scheduleProblem(schedule)).toBeTypeOf('string');
  });
});
