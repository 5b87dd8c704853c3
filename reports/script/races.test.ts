import { describe, expect, it } from 'vitest';
import { haveOverlaps, isAlone, isWrongInAnyOrder } from './races.ts';
import type { WireExchange } from './wire-case.ts';

/** A request of pod a, at these positions. */
function sent(method: string, [began, ended]: readonly [number, number], status: number, body = ''): WireExchange {
  return {
    id: began,
    method,
    target: '/api/v1/namespaces/n/pods/a',
    headers: [],
    body,
    began,
    responded: ended,
    ended,
    pause: 0,
    isEndedByTarget: true,
    status,
    json: undefined,
    events: [],
    isWatch: false,
  };
}

const AT_7 = '{"metadata":{"resourceVersion":"7"}}';

describe('requests that overlap', () => {
  it('are those of which one begins before another ends', () => {
    const apart = [sent('GET', [0, 1], 200), sent('PUT', [2, 3], 200)];
    expect(haveOverlaps(apart)).toBe(false);
    const beside = [...apart, sent('PATCH', [2, 4], 200)];
    expect(haveOverlaps(beside)).toBe(true);
    expect([0, 1, 2].map((step) => isAlone(beside, step))).toEqual([true, false, false]);
  });
});

describe('an outcome is wrong in any order of overlapping requests', () => {
  const first = (...exchanges: readonly WireExchange[]): boolean =>
    isWrongInAnyOrder(exchanges, 0, exchanges[0]?.status === 200 ? 'a refusal' : '200');

  it('if two writes that name one version succeed, and not if one does', () => {
    expect(first(sent('PUT', [0, 3], 200, AT_7), sent('PUT', [1, 2], 200, AT_7))).toBe(true);
    expect(first(sent('PUT', [0, 3], 200, AT_7), sent('PUT', [1, 2], 409, AT_7))).toBe(false);
    expect(first(sent('PUT', [0, 3], 200, AT_7), sent('PATCH', [1, 2], 200))).toBe(false);
  });

  it('if a write is refused that names no version, and that no other one can have forestalled', () => {
    expect(first(sent('PATCH', [0, 3], 409), sent('PATCH', [1, 2], 200))).toBe(true);
    expect(first(sent('PATCH', [0, 3], 409, AT_7), sent('PATCH', [1, 2], 200))).toBe(false);
    expect(first(sent('DELETE', [0, 3], 404), sent('DELETE', [1, 2], 200))).toBe(false);
    expect(first(sent('DELETE', [0, 3], 404), sent('PATCH', [1, 2], 200))).toBe(true);
    expect(first(sent('GET', [0, 3], 404), sent('DELETE', [1, 2], 200))).toBe(false);
  });

  it('if it is a server error, or nothing overlaps', () => {
    expect(first(sent('PUT', [0, 3], 500, AT_7), sent('PUT', [1, 2], 200, AT_7))).toBe(true);
    expect(first(sent('PUT', [0, 1], 200, AT_7), sent('PUT', [2, 3], 409, AT_7))).toBe(true);
  });
});
