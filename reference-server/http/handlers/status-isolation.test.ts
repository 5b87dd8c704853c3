import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const SETS = '/apis/extensions/v1beta1/namespaces/default/replicasets';
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };

describe('writes to an object and to its status', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.send('POST', SETS, {
      metadata: { name: 's' },
      spec: { replicas: 2, template },
      status: { replicas: 7 },
    });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const path = `${SETS}/s`;

  it('a create, replace or patch of the object ignores the status', async () => {
    const { body } = await server.send('GET', path);
    expect(body.status).toEqual({ replicas: 0 });
    await server.send('PUT', path, { ...body, status: { replicas: 7 } });
    await server.send('PATCH', path, { status: { replicas: 7 } }, MERGE);
    expect((await server.send('GET', `${path}/status`)).body.status).toEqual({ replicas: 0 });
  });

  it('a replace or patch of the status ignores the spec, and leaves the generation', async () => {
    const { body } = await server.send('GET', path);
    const replaced = await server.send('PUT', `${path}/status`, {
      ...body,
      spec: { ...body.spec, replicas: 9 },
      status: { replicas: 3 },
    });
    expect(replaced.status).toBe(200);
    expect([replaced.body.spec?.['replicas'], replaced.body.status]).toEqual([2, { replicas: 3 }]);
    const patched = await server.send(
      'PATCH',
      `${path}/status`,
      { spec: { replicas: 9 }, status: { replicas: 4 } },
      MERGE,
    );
    expect([patched.body.spec?.['replicas'], patched.body.status]).toEqual([2, { replicas: 4 }]);
    expect(patched.body.metadata['generation']).toBe(body.metadata['generation']);
  });

  it('a change of the spec increases the generation by one', async () => {
    const before = await server.send('GET', path);
    const after = await server.send('PATCH', path, { spec: { replicas: 5 } }, MERGE);
    expect(after.body.metadata['generation']).toBe(Number(before.body.metadata['generation']) + 1);
  });

  it('a replace of the status is checked for conflicts as well', async () => {
    const { body } = await server.send('GET', path);
    expect((await server.send('PUT', `${path}/status`, { ...body, status: { replicas: 1 } })).status).toBe(200);
    expect((await server.send('PUT', `${path}/status`, { ...body, status: { replicas: 0 } })).status).toBe(409);
  });

  it('kinds without a status have no such path', async () => {
    await server.send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'm' } });
    expect((await server.send('GET', '/api/v1/namespaces/default/configmaps/m/status')).status).toBe(404);
  });
});
