import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('patch', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.send('POST', MAPS, { metadata: { name: 'made' }, data: { k: 'v' } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const patch = (name: string, type: string, text: string) =>
    server.send('PATCH', `${MAPS}/${name}`, {}, { text, headers: { 'Content-Type': type } });

  it.each([
    ['application/json-patch+json', '[{"op":"add","path":"/data/b","value":"2"}]'],
    ['application/merge-patch+json', '{"data":{"b":"2"}}'],
    ['application/strategic-merge-patch+json; charset=utf-8', '{"data":{"b":"2"}}'],
  ])('applies %s', async (type, text) => {
    const name = `p-${type.slice(12, 16)}`;
    await server.send('POST', MAPS, { metadata: { name }, data: { a: '1' } });
    const { status, body } = await patch(name, type, text);
    expect(status).toBe(200);
    expect(body.data).toEqual({ a: '1', b: '2' });
  });

  it('responds with 404 for a missing object, whatever the patch', async () => {
    for (const text of ['{', '[]', '[{"op":"nothing"}]'])
      expect((await patch('absent', 'application/json-patch+json', text)).status).toBe(404);
    expect((await patch('made', 'application/json-patch+json', '{')).status).toBe(400);
  });

  it('never fails for a conflict: all of many concurrent patches are kept', async () => {
    await server.send('POST', MAPS, { metadata: { name: 'p1' } });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => patch('p1', 'application/merge-patch+json', `{"data":{"k${n}":"v"}}`)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Object.keys((await server.send('GET', `${MAPS}/p1`)).body.data ?? {})).toHaveLength(30);
  });

  it('names in the causes the failed operation of a patch and its place', async () => {
    const { status, body } = await patch(
      'made',
      'application/json-patch+json',
      '[{"op":"test","path":"/data/k","value":"other"}]',
    );
    expect([status, body['details']]).toEqual([
      422,
      {
        causes: [
          { reason: 'FieldValueInvalid', field: '/data/k', message: expect.stringContaining('test') as unknown },
        ],
      },
    ]);
  });

  it('does not make the version in its body a condition', async () => {
    const { status, body } = await patch(
      'p1',
      'application/merge-patch+json',
      '{"metadata":{"resourceVersion":"1"},"data":{"late":"v"}}',
    );
    expect(status).toBe(200);
    expect(body.data).toHaveProperty('late', 'v');
  });

  it.each([
    ['application/json', '{}', 415],
    ['application/yaml', 'a: 1', 415],
    ['', '{}', 415],
    ['application/merge-patch+json', '{', 400],
    ['application/merge-patch+json', '', 400],
    ['application/json-patch+json', '{}', 400],
    ['application/json-patch+json', '[{"op":"test","path":"/data/a","value":"other"}]', 422],
    ['application/merge-patch+json', '{"metadata":{"name":"other"}}', 400],
    ['application/merge-patch+json', '{"metadata":{"uid":"other"}}', 409],
    ['application/merge-patch+json', '{"data":[1]}', 400],
  ])('of type %j refuses %j', async (type, text, code) => {
    const reply = await patch('made', type, text);
    expect(reply.status).toBe(code);
    expect(reply.body.kind).toBe('Status');
    expect((reply.headers.get('accept-patch') ?? '').includes('application/merge-patch+json')).toBe(code === 415);
  });
});
