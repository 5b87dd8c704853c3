import { describe, expect, it } from 'vitest';
import { historyFrom, type Literal } from '../history-literals.fixture.ts';
import { foreignHold } from './foreign-finalizers.ts';

const PATH = '/api/v1/namespaces/a/secrets';

function secret(metadata: object): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'a', uid: 'u', ...metadata } };
}

const DELETED = { resourceVersion: '2', deletionTimestamp: '2017-01-01T00:00:00Z' };
const deletion: Literal = { send: `DELETE ${PATH}/s`, response: [200, { kind: 'Status', status: 'Success' }] };
const shown = (metadata: object): Literal => ({ send: `GET ${PATH}/s`, response: [200, secret(metadata)] });

describe('a deleted object with a finalizer', () => {
  const created = (asked: object, stored: object): Literal => ({
    send: `POST ${PATH}`,
    body: secret(asked),
    response: [200, secret({ resourceVersion: '1', ...stored })],
  });
  const held = { finalizers: ['example.com/hold'] };

  it('is kept by the server, if no client set the finalizer', () => {
    expect(foreignHold(historyFrom([created({}, held), deletion, shown({ ...DELETED, ...held })]))).toBe(
      `GET ${PATH}/s shows the deleted object with the finalizer "example.com/hold", which no client of the run set`,
    );
  });

  it.each<[what: string, story: readonly Literal[]]>([
    ['a client set it', [created(held, held), deletion, shown({ ...DELETED, ...held })]],
    ['it is that of the garbage collector', [created({}, {}), deletion, shown({ ...DELETED, finalizers: ['orphan'] })]],
    ['the object is not deleted', [created({}, held), shown({ resourceVersion: '1', ...held })]],
  ])('is not, if %s', (_, story) => {
    expect(foreignHold(historyFrom(story))).toBeUndefined();
  });
});
