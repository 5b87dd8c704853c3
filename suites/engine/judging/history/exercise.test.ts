import { describe, expect, test } from 'vitest';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import { addExercise, exerciseOf, exercisedOperations } from './exercise.ts';

const PODS = '/api/v1/namespaces/ns/pods';
const PUT = 'PUT /api/v1/namespaces/{namespace}/pods/{name}';
const GET = 'GET /api/v1/namespaces/{namespace}/pods/{name}';
const POST = 'POST /api/v1/namespaces/{namespace}/pods';
const LIST = 'GET /api/v1/namespaces/{namespace}/pods';

type SentRow = readonly [began: number, ended: number, method: string, target: string, status: number];

/** Lines of requests with those beginnings and ends. */
function linesOf(sent: readonly SentRow[]): HappeningLine[] {
  const lines = sent.flatMap(([began, ended, method, target, status], index): HappeningLine[] => {
    const exchange = index + 1;
    return [
      { kind: 'request', n: began, t: began, exchange, method, target, headers: [] },
      { kind: 'response', n: ended - 0.5, t: ended, exchange, status, headers: [] },
      { kind: 'end', n: ended, t: ended, exchange, reason: 'complete' },
    ];
  });
  return lines.sort((a, b) => a.n - b.n);
}

function exercised(...sent: SentRow[]): Record<string, readonly number[]> {
  const operations = exercisedOperations(exerciseOf(historyOf(linesOf(sent))));
  return Object.fromEntries(
    operations.map(({ operation, accepted, refused, concurrent }) => [operation, [accepted, refused, concurrent]]),
  );
}

describe('the exercised operations of a history', () => {
  test('a success is accepted, a client error refused, a server error neither', () => {
    expect(
      exercised([1, 2, 'PUT', `${PODS}/a`, 200], [3, 4, 'PUT', `${PODS}/a`, 409], [5, 6, 'PUT', `${PODS}/a`, 500]),
    ).toEqual({ [PUT]: [1, 1, 0] });
  });

  test('two writes of one object that overlap are both concurrent', () => {
    expect(exercised([1, 4, 'PUT', `${PODS}/a`, 200], [2, 5, 'PUT', `${PODS}/a`, 409])).toEqual({ [PUT]: [1, 1, 2] });
  });

  test('writes that follow one another are not, nor are writes of different objects', () => {
    expect(
      exercised([1, 2, 'PUT', `${PODS}/a`, 200], [3, 6, 'PUT', `${PODS}/a`, 200], [4, 7, 'PUT', `${PODS}/b`, 200]),
    ).toEqual({ [PUT]: [3, 0, 0] });
  });

  test('a read beside a write of the object is concurrent, the write only beside another write', () => {
    expect(exercised([1, 4, 'PUT', `${PODS}/a`, 200], [2, 3, 'GET', `${PODS}/a`, 200])).toEqual({
      [PUT]: [1, 0, 0],
      [GET]: [1, 0, 1],
    });
  });

  test('a create touches its whole collection, and no other namespace', () => {
    expect(
      exercised(
        [1, 8, 'POST', PODS, 201],
        [2, 5, 'GET', PODS, 200],
        [3, 6, 'POST', PODS, 201],
        [4, 7, 'PUT', '/api/v1/namespaces/other/pods/a', 200],
      ),
    ).toEqual({
      [POST]: [2, 0, 2],
      [LIST]: [1, 0, 1],
      [PUT]: [1, 0, 0],
    });
  });

  test('a watch that is open meanwhile makes nothing concurrent', () => {
    const counts = exercised([1, 9, 'GET', `${PODS}?watch=true`, 200], [2, 3, 'POST', PODS, 201]);
    expect(counts[POST]).toEqual([1, 0, 0]);
    expect(Object.values(counts).every(([, , concurrent]) => concurrent === 0)).toBe(true);
  });

  test('sums add up by operation', () => {
    const sum = exerciseOf(historyOf(linesOf([[1, 2, 'PUT', `${PODS}/a`, 200]])));
    addExercise(sum, [
      { operation: PUT, accepted: 2, refused: 3, concurrent: 4 },
      { operation: GET, accepted: 1, refused: 0, concurrent: 0 },
    ]);
    expect(exercisedOperations(sum)).toEqual([
      { operation: PUT, accepted: 3, refused: 3, concurrent: 4 },
      { operation: GET, accepted: 1, refused: 0, concurrent: 0 },
    ]);
  });
});
