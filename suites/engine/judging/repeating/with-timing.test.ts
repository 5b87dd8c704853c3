import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Program, Step } from '../../../program/program.ts';
import { slowed, withTiming } from './with-timing.ts';

const GET: Step = { do: 'call', verb: 'list', resource: 'configmaps', namespace: 'ns1' };
const WATCH: Step = { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' };
const AWAIT: Step = { do: 'await', watch: 'w', until: { events: 1 } };

function sentAt(...times: readonly number[]): HappeningLine[] {
  return times.flatMap((t, index): HappeningLine[] => [
    { kind: 'request', n: 2 * index, t, exchange: index, method: 'GET', target: '/', headers: [] },
    { kind: 'end', n: 2 * index + 1, t: t + 1, exchange: index, reason: 'complete' },
  ]);
}

function pause(ms: number): Step {
  return { do: 'pause', ms };
}

describe('a program with the timing of a recording', () => {
  it('pauses before a request as long as it came after the one before it', () => {
    expect(withTiming([GET, WATCH, AWAIT, GET], sentAt(0, 12, 40))).toEqual([
      GET,
      pause(12),
      WATCH,
      AWAIT,
      pause(28),
      GET,
    ]);
  });

  it('counts the requests of parallel steps, and leaves them unchanged', () => {
    const together: Step = { do: 'together', branches: [[GET, GET], [GET]] };
    expect(withTiming([GET, together, GET], sentAt(0, 10, 11, 12, 50))).toEqual([
      GET,
      pause(10),
      together,
      pause(38),
      GET,
    ]);
  });

  it('is the same program if its requests followed at once, or nothing was recorded', () => {
    const program: Program = [GET, GET, GET];
    expect(withTiming(program, sentAt(0, 1, 3))).toEqual(program);
    expect(withTiming(program, [])).toEqual(program);
  });

  it('pauses no longer than two seconds in all', () => {
    expect(withTiming([GET, GET, GET, GET], sentAt(0, 1_500, 9_000, 9_500))).toEqual([
      GET,
      pause(1_500),
      GET,
      pause(500),
      GET,
      GET,
    ]);
  });
});

describe('a slowed program', () => {
  it('pauses before each request but the first, a second altogether', () => {
    const together: Step = { do: 'together', branches: [[GET], [GET]] };
    expect(slowed([GET, WATCH, AWAIT, together])).toEqual([GET, pause(500), WATCH, AWAIT, pause(500), together]);
    expect(slowed([GET])).toEqual([GET]);
  });
});
