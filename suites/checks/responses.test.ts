import { describe, expect, it } from 'vitest';
import type { Exchange } from '../oracle/history.ts';
import { responseOf, turnedDown } from './responses.ts';

describe('answerOf', () => {
  const response = (status: number, value?: object): Exchange['response'] =>
    ({ status, body: value && { value } }) as unknown as Exchange['response'];
  const exchange = (members: Partial<Exchange>): Exchange => members as Exchange;

  it.each<[response: string, members: Partial<Exchange>]>([
    ['no response (still waiting)', {}],
    [
      'no response (other side closed)',
      { end: { reason: 'server-abort', detail: 'other side closed' } as Exchange['end'] },
    ],
    ['200', { response: response(200), end: { reason: 'complete' } as Exchange['end'] }],
    ['409 "taken"', { response: response(409, { message: 'taken' }), end: { reason: 'complete' } as Exchange['end'] }],
    [
      '200, then the connection was cut',
      { response: response(200), end: { reason: 'server-abort' } as Exchange['end'] },
    ],
  ])('returns %s', (response, members) => {
    expect(responseOf(exchange(members))).toBe(response);
  });
});

describe('turnedDown', () => {
  const sent = (status: number, characters: number): Exchange =>
    ({ request: { body: { text: 'x'.repeat(characters) } }, response: { status } }) as unknown as Exchange;

  it.each<[status: number, characters: number, expected: boolean]>([
    [422, 100, true],
    [422, 70_000, true],
    [413, 100, true],
    [413, 4_000, true],
    [413, 5_000, false],
    [429, 100, false],
  ])('of a %i to %i characters is %s', (status, characters, expected) => {
    expect(turnedDown(sent(status, characters))).toBe(expected);
  });
});
