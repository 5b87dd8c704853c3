import { describe, expect, it } from 'vitest';
import { Patience } from './patience.ts';

const GET = 'GET /api/v1/namespaces/{namespace}/pods/{name}';
const WATCH = 'GET /api/v1/watch/namespaces/{namespace}/pods';

/** The patience after fifty responses, the slowest after that time. */
function learned(fullMs: number, slowestMs: number): Patience {
  const patience = new Patience(fullMs);
  for (let responses = 0; responses < 50; responses += 1) patience.responded(responses === 0 ? slowestMs : 1);
  return patience;
}

describe('the patience with a server', () => {
  it('is full until fifty responses are known', () => {
    const patience = new Patience(10_000);
    for (let responses = 0; responses < 49; responses += 1) patience.responded(1);
    expect([patience.forRequest(GET), patience.forEvent(WATCH)]).toEqual([10_000, 10_000]);
    patience.responded(1);
    expect([patience.forRequest(GET), patience.forEvent(WATCH)]).toEqual([2_000, 1_000]);
  });

  it.each([
    [10_000, 30, 2_000],
    [10_000, 300, 6_000],
    [10_000, 900, 10_000],
    [2_500, 30, 2_000],
    [1_000, 30, 1_000],
  ])('of %i ms in full is, after a response that took %i ms, %i ms for a request', (fullMs, slowestMs, expected) => {
    expect(learned(fullMs, slowestMs).forRequest(GET)).toBe(expected);
  });

  it('grows with the slowest event that came', () => {
    const patience = learned(10_000, 5);
    patience.waited(WATCH, { cameAfter: 200 });
    expect(patience.forEvent(WATCH)).toBe(4_000);
  });

  it('is short for an operation that brought no event three times in a row, until it brings one', () => {
    const patience = learned(10_000, 5);
    for (let waits = 0; waits < 3; waits += 1) patience.waited(WATCH, {});
    expect(patience.forEvent(WATCH)).toBe(250);
    expect(patience.forEvent(GET)).toBe(1_000);
    patience.waited(WATCH, { cameAfter: 10 });
    expect(patience.forEvent(WATCH)).toBe(1_000);
  });

  it('with an event that must come is its whole time, unless the watches of the operation are silent', () => {
    const patience = learned(10_000, 5);
    patience.waited(GET, { cameAfter: 10 });
    for (let waits = 0; waits < 9; waits += 1) patience.waited(WATCH, { wasSilent: waits % 3 === 0 });
    expect([patience.isSilent(WATCH), patience.forEvent(WATCH, 6_000)]).toEqual([false, 6_000]);
    patience.waited(WATCH, { wasSilent: true });
    expect([WATCH, GET].map((operation) => patience.forEvent(operation, 6_000))).toEqual([250, 6_000]);
    patience.waited(WATCH, { cameAfter: 10 });
    expect(patience.forEvent(WATCH, 6_000)).toBe(6_000);
  });

  it('is short with every watch of a server that has never delivered an event', () => {
    const patience = learned(10_000, 5);
    for (const operation of [WATCH, GET, WATCH, GET]) patience.waited(operation, { wasSilent: true });
    const other = 'GET /api/v1/watch/secrets';
    expect([WATCH, other].map((operation) => patience.forEvent(operation, 6_000))).toEqual([250, 250]);
    patience.waited(GET, { cameAfter: 10 });
    expect([WATCH, other].map((operation) => patience.isSilent(operation))).toEqual([false, false]);
  });

  it('is full again for an operation that turned out slower', () => {
    const patience = learned(10_000, 5);
    patience.relent(WATCH);
    expect([patience.forEvent(WATCH), patience.forRequest(WATCH), patience.forRequest(GET)]).toEqual([
      10_000, 10_000, 2_000,
    ]);
  });
});
