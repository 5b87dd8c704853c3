import { describe, expect, it } from 'vitest';
import type { HappeningLine, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { HistoryBuilder, historyOf } from './history-of.ts';

const request = (n: number, exchange: number, more: object = {}): HappeningLine => ({
  kind: 'request',
  n,
  t: n,
  exchange,
  method: 'GET',
  target: '/api/v1/pods',
  headers: [],
  ...more,
});
const response = (n: number, exchange: number, contentType = 'application/json'): HappeningLine => ({
  kind: 'response',
  n,
  t: n,
  exchange,
  status: 200,
  headers: [['Content-Type', contentType]],
});
const body = (n: number, exchange: number, logged: LoggedBody): HappeningLine => ({
  kind: 'body',
  n,
  t: n,
  exchange,
  body: logged,
});
const event = (n: number, exchange: number, text: string): HappeningLine => ({
  kind: 'event',
  n,
  t: n,
  exchange,
  index: 0,
  body: { text },
});
const end = (n: number, exchange: number): HappeningLine => ({ kind: 'end', n, t: n, exchange, reason: 'complete' });

describe('a history', () => {
  it('has one exchange for each request, in order of the requests, whatever the order of the responses', () => {
    const { exchanges } = historyOf([
      request(1, 8),
      request(2, 5),
      response(3, 5),
      body(4, 5, { json: { b: 1 } }),
      end(5, 5),
      response(6, 8),
    ]);
    expect(exchanges.map(({ id, began, ended }) => [id, began, ended])).toEqual([
      [8, 1, Number.POSITIVE_INFINITY],
      [5, 2, 5],
    ]);
    expect(exchanges[1]?.response?.body?.value).toEqual({ b: 1 });
    expect(exchanges[0]?.response?.body).toBeUndefined();
    expect(exchanges[0]?.call?.verb).toBe('listAll');
  });

  it('leaves out lines without a request, and lines after an end', () => {
    const { exchanges } = historyOf([response(1, 3), end(2, 3), request(3, 4), end(4, 4), response(5, 4)]);
    expect(exchanges.length).toBe(1);
    expect(exchanges[0]?.response).toBeUndefined();
  });

  it('does not change once it was taken', () => {
    const builder = new HistoryBuilder();
    for (const line of [request(1, 1), response(2, 1), event(3, 1, '{"type":"ADDED","object":{}}')]) builder.push(line);
    const before = builder.snapshot();
    for (const line of [event(4, 1, '{}'), body(5, 1, { text: '{}' }), end(6, 1)]) builder.push(line);
    expect(before.exchanges[0]).toMatchObject({
      events: [{ type: 'ADDED' }],
      ended: Number.POSITIVE_INFINITY,
      end: undefined,
    });
    expect(before.exchanges[0]?.response?.body).toBeUndefined();
    expect(builder.snapshot().exchanges[0]).toMatchObject({ ended: 6, end: { reason: 'complete', t: 6 } });
    expect(builder.snapshot().exchanges[0]?.events.length).toBe(2);
  });

  it('finds headers in any case, and the first of duplicates', () => {
    const [exchange] = historyOf([
      request(1, 1, {
        headers: [
          ['ACCEPT', 'a'],
          ['accept', 'b'],
        ],
      }),
    ]).exchanges;
    expect(exchange?.request.headers.get('accept')).toBe('a');
  });
});

describe('a request target in a history', () => {
  it('may name the host, as clients of a forward proxy do', () => {
    const [exchange] = historyOf([
      request(1, 1, { target: 'http://h:1/api/v1/namespaces/a/pods?watch=true' }),
    ]).exchanges;
    expect(exchange?.call).toMatchObject({ verb: 'watchList', namespace: 'a' });
  });
});

describe('a body in a history', () => {
  const valueOf = (logged: LoggedBody, contentType?: string): unknown =>
    historyOf([request(1, 1), response(2, 1, contentType), body(3, 1, logged)]).exchanges[0]?.response?.body?.value;

  it('is a value if its media type is JSON or YAML and it parses', () => {
    expect(valueOf({ text: '{"a":1}' })).toEqual({ a: 1 });
    expect(valueOf({ text: '{"a":1}' }, 'application/merge-patch+json; charset=utf-8')).toEqual({ a: 1 });
    expect(valueOf({ text: 'a: 2017-01-01T00:00:00Z\nb: yes\n' }, 'application/yaml')).toEqual({
      a: '2017-01-01T00:00:00Z',
      b: 'yes',
    });
    expect(valueOf({ json: [1], newline: true })).toEqual([1]);
  });

  it('is the first document of a YAML stream of several', () => {
    expect(valueOf({ text: 'a: 1\n---\nb: 2\n' }, 'application/yaml')).toEqual({ a: 1 });
  });

  it('has no value if it is of another type, does not parse, or lies in a side file', () => {
    expect(valueOf({ text: '{"a":1}' }, 'text/plain')).toBeUndefined();
    expect(valueOf({ text: '{"a":' })).toBeUndefined();
    expect(valueOf({ text: 'a: b: c' }, 'application/yaml')).toBeUndefined();
    expect(valueOf({ base64: 'AAEC' }, 'application/vnd.kubernetes.protobuf')).toBeUndefined();
    expect(valueOf({ file: 'bodies/1', sha256: '', bytes: 1 })).toBeUndefined();
  });

  it('keeps its text and bytes beside the value', () => {
    const [exchange] = historyOf([
      request(1, 1, { headers: [['Content-Type', 'application/json']], body: { json: { a: 'é' }, newline: true } }),
    ]).exchanges;
    expect(exchange?.request.body?.text).toBe('{"a":"é"}\n');
    expect(exchange?.request.body?.bytes).toEqual(Buffer.from('{"a":"é"}\n'));
  });

  it('has members named __proto__ as its own', () => {
    expect(Object.keys(valueOf({ text: '{"__proto__":{"x":1}}' }) as object)).toEqual(['__proto__']);
    expect(Object.keys(valueOf({ text: '__proto__:\n  x: 1\n' }, 'application/yaml') as object)).toEqual(['__proto__']);
  });
});

describe('an event in a history', () => {
  it('has the type and object of its frame, and its text if that is not an event', () => {
    const { events } = historyOf([
      request(1, 1),
      event(2, 1, '{"type":"MODIFIED","object":{"a":1}}'),
      event(3, 1, 'garbage'),
    ]).exchanges[0] ?? { events: [] };
    expect(events[0]).toMatchObject({ n: 2, type: 'MODIFIED', object: { a: 1 } });
    expect(events[1]).toMatchObject({ type: '', object: undefined, text: 'garbage' });
  });
});
