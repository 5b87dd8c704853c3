import { describe, expect, it } from 'vitest';
import type { EndReason, HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { historyOf } from './history-of.ts';
import { firstLapse } from './lapse.ts';

const POD = '/api/v1/namespaces/a/pods/p';
const WATCH = '/api/v1/watch/namespaces/a/pods/p';

/** The lines of one exchange. Without `status`, there is no response head. */
function exchange(
  id: number,
  target: string,
  status: number | undefined,
  reason: EndReason,
  detail?: string,
): HappeningLine[] {
  const at = (n: number): { n: number; t: number; exchange: number } => ({ n: id * 10 + n, t: id, exchange: id });
  return [
    { kind: 'request', ...at(0), method: 'GET', target, headers: [] },
    ...(status === undefined ? [] : [{ kind: 'response' as const, ...at(1), status, headers: [] }]),
    { kind: 'end', ...at(2), reason, ...(detail === undefined ? {} : { detail }) },
  ];
}

describe('a request without a complete response', () => {
  it.each([
    ['late', POD, undefined, 'error', 'no response within 2000 ms'],
    ['late', POD, 200, 'error', 'no complete response within 2000 ms'],
    ['unreachable', POD, undefined, 'error', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['unreachable', POD, undefined, 'error', 'Connect Timeout Error (UND_ERR_CONNECT_TIMEOUT)'],
    ['dropped', POD, undefined, 'error', 'other side closed (UND_ERR_SOCKET)'],
    ['dropped', POD, 200, 'server-abort', 'other side closed (UND_ERR_SOCKET)'],
    ['dropped', WATCH, undefined, 'error', 'read ECONNRESET'],
    ['oversized', POD, 200, 'error', 'the body is larger than 64 MiB (--max-body)'],
    ['oversized', WATCH, 200, 'error', 'the stream is larger than 64 MiB (--max-body)'],
    ['busy', POD, 429, 'complete', undefined],
  ] as const)('is %s: %s %s %s %s', (lapse, target, status, reason, detail) => {
    expect(firstLapse(historyOf(exchange(1, target, status, reason, detail)))?.lapse).toBe(lapse);
  });

  it.each([
    ['got a response', POD, 500, 'complete', undefined],
    ['was cut by its client', POD, undefined, 'client-abort', undefined],
    ['is a stream that the server cut', WATCH, 200, 'server-abort', 'terminated'],
    ['is a stream whose head was held back', WATCH, undefined, 'error', 'no response to the watch in time'],
  ] as const)('is none if it %s', (_, target, status, reason, detail) => {
    expect(firstLapse(historyOf(exchange(1, target, status, reason, detail)))).toBeUndefined();
  });

  it('is late if the server gave up after a long time, and none if it did so at once', () => {
    const given = (afterMs: number): HappeningLine[] =>
      exchange(1, POD, 504, 'complete').map((line) =>
        line.kind === 'request' ? line : { ...line, t: line.t + afterMs },
      );
    expect(firstLapse(historyOf(given(10_000)))?.lapse).toBe('late');
    expect(firstLapse(historyOf(given(9_999)))).toBeUndefined();
  });

  it('is none if it was sent again after a 429, and got a response', () => {
    const lines = [...exchange(1, POD, 429, 'complete'), ...exchange(2, POD, 200, 'complete')];
    expect(firstLapse(historyOf(lines))).toBeUndefined();
  });
});
