import { describe, expect, it } from 'vitest';
import { exchangesOf, type LoggedExchange } from '../../log/logged-exchange.ts';
import { pairExchanges } from './pair-exchanges.ts';

const reads = (...targets: readonly string[]): LoggedExchange[] =>
  exchangesOf(
    targets.map((target, index) => ({
      kind: 'request',
      n: index,
      t: index,
      exchange: index + 1,
      method: 'GET',
      target,
      headers: [],
    })),
  );

/** The numbers of the paired exchanges. */
const pairs = (expected: readonly string[], actual: readonly string[]): (readonly [number, number])[] =>
  pairExchanges(reads(...expected), reads(...actual)).pairs.map((pair) => [pair.expected.id, pair.actual.id]);

describe('the exchanges of two recordings', () => {
  it('are paired by their targets, whatever uids and versions the servers chose', () => {
    const [one, other] = ['61649a4c-1176-45ff-af89-f46eb6f268c1', 'b3b59473-3774-4421-bc62-ddf3983eabe8'];
    const events = (uid: string): string => `/api/v1/events?fieldSelector=involvedObject.uid%3D${uid}`;
    expect(pairs([events(one), '/a?resourceVersion=1'], [events(other), '/a?resourceVersion=7'])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('are paired without the ends of names that a server generated, once a response has shown them', () => {
    const shown = (name: string): LoggedExchange[] => {
      const [list, remove] = reads('/pods', `/pods/${name}`) as [LoggedExchange, LoggedExchange];
      return [{ ...list, body: { json: { items: [{ metadata: { name, generateName: 'web-' } }] } } }, remove];
    };
    const { pairs: found } = pairExchanges(shown('web-hkvqn'), shown('web-442n2'));
    expect(found.map((pair) => pair.expected.id)).toEqual([1, 2]);
    expect(pairs(['/pods/web-hkvqn'], ['/pods/web-442n2'])).toEqual([]);
  });

  it('are paired in whatever order a client writes the terms of a selector', () => {
    const list = (terms: string): string => `/api/v1/pods?labelSelector=${terms}&limit=500`;
    expect(pairs([list('a%3D1%2Cb%3D2')], [list('b%3D2,a%3D1')])).toEqual([[1, 1]]);
    expect(pairs([list('a%3D1')], [list('a%3D1%2Cb%3D2')])).toEqual([]);
  });
});
