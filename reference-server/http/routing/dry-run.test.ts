import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, type NamedDialect, SPEC } from '../../../spec/dialects/index.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const DRY = { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] };

/** That era did not know dry runs, but differs in much else that they go through. */
const LIKE_KUBERNETES: NamedDialect = {
  ...KUBERNETES_1_7,
  choices: { ...KUBERNETES_1_7.choices, 'parameters.dry-run': 'either' },
};

describe.each([SPEC, LIKE_KUBERNETES])('a dry run ($name)', (dialect) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ dialect });
    await server.send('POST', MAPS, { metadata: { name: 'there' }, data: { k: 'v' } });
    await server.send('POST', PODS, {
      metadata: { name: 'p' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  const state = async (): Promise<unknown> => [
    (await server.send('GET', MAPS)).body,
    (await server.send('GET', PODS)).body,
  ];

  it('by the options of an eviction evicts nothing', async () => {
    const before = await state();
    const evicted = await server.send('POST', `${PODS}/p/eviction`, {
      kind: 'Eviction',
      apiVersion: 'policy/v1beta1',
      metadata: { name: 'p' },
      deleteOptions: DRY,
    });
    expect(Math.floor(evicted.status / 100)).toBe(2);
    expect(await state()).toEqual(before);
  });

  it('by options in protobuf deletes nothing', async () => {
    const before = await state();
    // The envelope with v1 and DeleteOptions, then field 5, "All".
    const envelope = [
      ...Buffer.from('\n\x13\n\x02v1\x12\x0dDeleteOptions', 'latin1'),
      0x12,
      0x05,
      0x2a,
      0x03,
      ...Buffer.from('All'),
    ];
    const headers = { 'Content-Type': 'application/vnd.kubernetes.protobuf' };
    const { status } = await fetch(`${server.url}${MAPS}/there`, {
      method: 'DELETE',
      headers,
      body: Uint8Array.from([...Buffer.from('k8s\0'), ...envelope]),
    });
    expect(status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it('gets the response of the real request, and changes nothing', async () => {
    const before = await state();
    const made = await server.send('POST', `${MAPS}?dryRun=All`, { metadata: { name: 'new' }, data: { k: 'v' } });
    expect([Math.floor(made.status / 100), made.body.data]).toEqual([2, { k: 'v' }]);
    const patched = await server.send(
      'PATCH',
      `${MAPS}/there?dryRun=All`,
      { data: { k: 'other' } },
      { headers: { 'Content-Type': 'application/merge-patch+json' } },
    );
    expect([patched.status, patched.body.data]).toEqual([200, { k: 'other' }]);
    expect((await server.send('PUT', `${MAPS}/there?dryRun=All`, { metadata: { name: 'there' } })).status).toBe(200);
    expect((await server.send('DELETE', `${MAPS}/there?dryRun=All`)).status).toBe(200);
    expect((await server.send('DELETE', `${MAPS}/there`, DRY)).status).toBe(200);
    expect((await server.send('DELETE', `${PODS}/p`, DRY)).status).toBe(200);
    expect((await server.send('DELETE', MAPS, DRY)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it('is refused as the real request', async () => {
    expect((await server.send('POST', `${MAPS}?dryRun=All`, { metadata: { name: 'there' } })).status).toBe(409);
    expect((await server.send('DELETE', `${MAPS}/none?dryRun=All`)).status).toBe(404);
  });

  it('is refused if its value is unknown', async () => {
    const before = await state();
    expect((await server.send('DELETE', `${MAPS}/there?dryRun=Some`)).status).toBe(400);
    expect((await server.send('DELETE', `${MAPS}/there`, { dryRun: 'All' })).status).toBe(
      LIKE_KUBERNETES === dialect ? 500 : 400,
    );
    const eviction = {
      kind: 'Eviction',
      apiVersion: 'policy/v1beta1',
      metadata: { name: 'p' },
      deleteOptions: { dryRun: 'All' },
    };
    expect((await server.send('POST', `${PODS}/p/eviction`, eviction)).status).toBe(400);
    expect(await state()).toEqual(before);
  });
});
