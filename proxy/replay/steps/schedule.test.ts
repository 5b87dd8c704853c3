import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { exchangesOf } from '../../log/logged-exchange.ts';
import { scheduleOf } from './schedule.ts';

/** Lines from short signs: `>1` request, `<1` response, `*1` event, `.1` end, `x1` the client leaves. */
function lines(...signs: readonly string[]): HappeningLine[] {
  return signs.map((sign, index): HappeningLine => {
    const at = { n: index + 1, t: index, exchange: Number(sign.slice(1)) };
    if (sign.startsWith('>')) return { kind: 'request', ...at, method: 'GET', target: '/', headers: [] };
    if (sign.startsWith('<')) return { kind: 'response', ...at, status: 200, headers: [] };
    if (sign.startsWith('*')) return { kind: 'event', ...at, index: 0, body: { json: {} } };
    return { kind: 'end', ...at, reason: sign.startsWith('x') ? 'client-abort' : 'complete' };
  });
}

const schedule = (...signs: readonly string[]): string[] =>
  [...scheduleOf(exchangesOf(lines(...signs)))].map(({ do: what, exchange, shown }) =>
    [what, exchange.id, ...shown.map(([id, events]) => `after ${events} of ${id}`)].join(' '),
  );

describe('the schedule of a replay', () => {
  it('keeps sequential requests sequential, and concurrent ones concurrent', () => {
    expect(schedule('>1', '>2', '<2', '.2', '<1', '.1', '>3', '<3', '.3')).toEqual([
      'send 1',
      'send 2',
      'await-head 2',
      'await-end 2',
      'await-head 1',
      'await-end 1',
      'send 3',
      'await-head 3',
      'await-end 3',
    ]);
  });

  it('waits for the events of a watch before it continues, and closes the watch when the client did', () => {
    expect(schedule('>1', '<1', '>2', '*1', '<2', '.2', '>3', '<3', '.3', '*1', 'x1')).toEqual([
      'send 1',
      'await-head 1',
      'send 2 after 0 of 1',
      'await-head 2',
      'await-end 2 after 1 of 1',
      'send 3 after 1 of 1',
      'await-head 3',
      'await-end 3 after 1 of 1',
      'leave 1 after 2 of 1',
    ]);
  });

  it('closes the streams at the end that were open when the recording stopped', () => {
    expect(schedule('>1', '<1', '*1').at(-1)).toBe('leave 1 after 1 of 1');
  });
});
