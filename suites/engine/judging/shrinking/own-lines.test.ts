import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import { ownLines } from './own-lines.ts';

const request = (...headers: (readonly [string, string])[]): HappeningLine =>
  ({ kind: 'request', exchange: 1, headers }) as unknown as HappeningLine;
const event = (json: unknown): HappeningLine => ({ kind: 'event', exchange: 1, body: { json } }) as HappeningLine;
const list = (...names: readonly string[]): HappeningLine =>
  ({
    kind: 'body',
    exchange: 1,
    body: { json: { items: names.map((name) => ({ metadata: { name } })) } },
  }) as HappeningLine;
const added = (metadata: object): HappeningLine => event({ type: 'ADDED', object: { metadata } });

describe('the own lines of a case', () => {
  it('lack the events and items of other objects, and events without an object', () => {
    const sent = request(['X-Plumbline-Case', 'p1-7']);
    const [own, labelled] = [added({ name: 'p1-7-a' }), added({ name: 'x', labels: { 'plumbline-case': 'p1-7' } })];
    const lines = [sent, own, added({ name: 'p1-8-a' }), event({ type: 'ADDED', object: {} }), labelled];
    expect(ownLines([...lines, list('p1-7-a', 'p1-8-a')])).toEqual([sent, own, labelled, list('p1-7-a')]);
  });

  it('are found in bodies that are kept as text too', () => {
    const text = (name: string): HappeningLine =>
      ({ kind: 'event', exchange: 1, body: { text: `{"object":{"metadata":{"name":"${name}"}}}\n` } }) as HappeningLine;
    const sent = request(['X-Plumbline-Case', 'p1-7']);
    expect(ownLines([sent, text('p1-7-a'), text('p1-8-a')])).toEqual([sent, text('p1-7-a')]);
    const yaml = { kind: 'body', exchange: 1, body: { text: 'items: []' } } as HappeningLine;
    expect(ownLines([sent, yaml])).toEqual([sent, yaml]);
  });

  it('are all lines if no request names a case', () => {
    const lines = [request(), added({ name: 'a' })];
    expect(ownLines(lines)).toEqual(lines);
  });
});
