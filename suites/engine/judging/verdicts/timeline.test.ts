import { describe, expect, it } from 'vitest';
import { linesFrom } from '../../../checks/history-literals.fixture.ts';
import { timelineOf } from './timeline.ts';

const COLLECTION = '/api/v1/namespaces/n/configmaps';
const object = (version: string, labels: Record<string, string>): object => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: version, labels },
});
const patch = (label: string): { readonly send: string; readonly body: unknown } => ({
  send: `PATCH ${COLLECTION}/a`,
  body: { metadata: { labels: { [label]: '1' } } },
});

const LOST = linesFrom([
  { send: `POST ${COLLECTION}`, body: object('', {}), response: [200, object('7', {})] },
  {
    together: [
      { ...patch('x'), response: [200, object('8', { x: '1' })] },
      { ...patch('y'), response: [200, object('9', { y: '1' })] },
    ],
  },
  { send: `GET ${COLLECTION}/a`, response: [200, object('9', { y: '1' })] },
]);

describe('the timeline of a violation', () => {
  it('draws the requests that contradict each other, and marks the one at issue', () => {
    expect(timelineOf(LOST, { exchange: 4, involved: [2, 3] })).toEqual([
      expect.stringMatching(/^A +\[=+\] +PATCH a metadata\/labels\/x -> 200 version 8$/),
      expect.stringMatching(/^B +\[=+\] +PATCH a metadata\/labels\/y -> 200 version 9$/),
      expect.stringMatching(/^A +\[!+\] +GET a -> 200 version 9$/),
    ]);
  });

  it('draws bars that overlap if their requests did, and no others', () => {
    const [first, second, last] = (timelineOf(LOST, { exchange: 4, involved: [2, 3] }) ?? []).map((line) => ({
      from: line.indexOf('['),
      to: line.indexOf(']'),
    }));
    expect(second?.from).toBeLessThan(first?.to ?? 0);
    expect(last?.from).toBeGreaterThan(second?.to ?? 0);
  });

  it('names all requests of the case if the violation names none', () => {
    expect(timelineOf(LOST, { exchange: 4 })).toHaveLength(4);
  });

  it('is none if all requests were sequential, unless the violation names the contradicting ones', () => {
    const sequential = LOST.filter(({ exchange }) => exchange !== 3);
    expect(timelineOf(sequential, { exchange: 4 })).toBeUndefined();
    expect(timelineOf(sequential, { exchange: 4, involved: [2, 4] })).toHaveLength(2);
  });

  it('names the operations and paths of a JSON patch', () => {
    const patched = linesFrom([
      {
        together: [
          { ...patch('x'), response: [200] },
          {
            send: `PATCH ${COLLECTION}/a`,
            body: [
              { op: 'add', path: '/data/k', value: '1' },
              { op: 'test', path: '/kind', value: 'x' },
            ],
            response: [200],
          },
        ],
      },
    ]);
    expect(timelineOf(patched, { exchange: 1 })?.[1]).toContain('PATCH a add data/k test kind -> 200');
  });

  it('stays within 100 columns, whatever is sent', () => {
    const long = linesFrom([
      {
        together: Array.from({ length: 30 }, (_, n) => ({
          send: `PATCH ${COLLECTION}/${'n'.repeat(200)}`,
          body: { data: { key: 'v'.repeat(n * 50) } },
          response: [200, object('1', {})] as const,
        })),
      },
    ]);
    const drawn = timelineOf(long, { exchange: 30 }) ?? [];
    expect(drawn.length).toBeGreaterThan(1);
    for (const line of drawn) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('leaves the bar of a request without an end open', () => {
    const open = linesFrom([{ together: [{ ...patch('x'), response: [200, object('8', {})] }, patch('y')] }]).filter(
      (line) => line.kind !== 'end' || line.exchange !== 2,
    );
    expect(timelineOf(open, { exchange: 1 })?.[1]).toMatch(/^B +\[=+… PATCH a .* -> no response/);
  });

  it('shows the version of the object in a list', () => {
    const listed = linesFrom([
      {
        together: [
          { ...patch('x'), response: [200, object('8', {})] },
          {
            send: `GET ${COLLECTION}`,
            response: [200, { kind: 'ConfigMapList', metadata: {}, items: [object('7', {})] }],
          },
        ],
      },
    ]);
    expect(timelineOf(listed, { exchange: 1 })?.[1]).toContain('GET configmaps -> 200 a version 7');
  });
});
