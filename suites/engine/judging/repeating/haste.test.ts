import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import { isQuick, tookMs } from './haste.ts';

/** A call from `began` to `ended`. */
function call(exchange: number, began: number, ended: number): HappeningLine[] {
  const at = { run: 'r', rule: 'r', case: 'c', exchange };
  return [
    { ...at, kind: 'request', n: exchange * 2, t: began, method: 'GET', target: '/api/v1/namespaces', headers: [] },
    { ...at, kind: 'end', n: exchange * 2 + 1, t: ended, reason: 'complete' },
  ] as unknown as HappeningLine[];
}

describe('the haste of a case', () => {
  it('is the time from the first request to the last response', () => {
    expect(tookMs([...call(1, 100, 110), ...call(2, 112, 120)])).toBe(20);
    expect(tookMs([])).toBe(0);
  });

  it('is enough up to twice the time in which the case failed, and always if the case has no such time', () => {
    expect(isQuick(call(1, 0, 40), 20)).toBe(true);
    expect(isQuick(call(1, 0, 46), 20)).toBe(false);
    expect(isQuick(call(1, 0, 9_000), undefined)).toBe(true);
  });
});
