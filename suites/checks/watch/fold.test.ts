import { describe, expect, it } from 'vitest';
import { judgeFold } from './fold.ts';
import { historyFrom } from '../history-literals.fixture.ts';
import { perWatch } from './per-watch.ts';

const PATH = '/api/v1/namespaces/n/configmaps';
const map = (name: string, version: number): object => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, namespace: 'n', uid: `uid-${name}`, resourceVersion: `${version}` },
});
const created = (name: string, version: number): object => ({
  send: `POST ${PATH}`,
  body: { metadata: { name } },
  response: [200, map(name, version)],
});

describe('the state after the events of a stream', () => {
  it('may be newer than the last settled write, because a delete may be under way', () => {
    const history = historyFrom([
      created('a', 1),
      created('b', 2),
      { open: `GET ${PATH}?watch=true`, as: 'w' },
      { event: 'w', type: 'ADDED', object: map('a', 1) },
      { event: 'w', type: 'ADDED', object: map('b', 2) },
      {
        together: [
          {
            send: `PATCH ${PATH}/a`,
            body: { data: { k: 'v' } },
            response: [200, { ...map('a', 3), data: { k: 'v' } }],
          },
          { send: `DELETE ${PATH}/b`, response: [200, { kind: 'Status', status: 'Success' }] },
        ],
      },
      { event: 'w', type: 'DELETED', object: map('b', 4) },
      { event: 'w', type: 'MODIFIED', object: { ...map('a', 3), data: { k: 'v' } } },
    ] as Parameters<typeof historyFrom>[0]);
    expect([...perWatch(history, judgeFold)].map(({ outcome }) => outcome)).toEqual(['held']);
  });
});
