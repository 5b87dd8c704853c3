import { mock } from 'node:test';
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWatch, summaries } from '../testing/watch.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './start-reference-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('the reference server inside a test', () => {
  let server: ReferenceServer;
  let api: CoreV1Api;
  const config = new KubeConfig();
  beforeAll(async () => {
    server = await startReferenceServer({ clockSpeed: 0 });
    config.loadFromClusterAndUser({ name: 'c', server: server.url, skipTLSVerify: true }, { name: 'u' });
    api = config.makeApiClient(CoreV1Api);
  });
  beforeEach(async () => {
    server.intercept(undefined);
    await server.reset();
  });
  afterAll(async () => server.close());

  const create = (name: string): Promise<V1ConfigMap> =>
    api.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name } } });
  const names = async (): Promise<unknown[]> =>
    (await api.listNamespacedConfigMap({ namespace: 'default' })).items.map(({ metadata }) => metadata?.name);

  it.each([-1, Number.NaN, Infinity, '10m'])('refuses to advance its clock by %o', async (milliseconds) => {
    const before = server.clock.now();
    await expect(server.clock.advance(milliseconds as never)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining(String(milliseconds)),
    });
    expect(server.clock.now()).toBe(before);
  });

  it('an informer follows all changes, also over a list that fails at first', async () => {
    await create('a');
    let failures = 0;
    server.intercept(({ path, query }) =>
      path === MAPS && !query.has('watch') && failures++ === 0
        ? { fault: 'answer', code: 503, reason: 'ServiceUnavailable' }
        : undefined,
    );
    const informer = makeInformer(config, MAPS, () => api.listNamespacedConfigMap({ namespace: 'default' }));
    const restart = (): void => void informer.start();
    informer.on('error', restart);
    await informer.start().catch(() => informer.start());
    await expect.poll(() => informer.list().map(({ metadata }) => metadata?.name)).toEqual(['a']);
    await create('b');
    await expect
      .poll(() =>
        informer
          .list()
          .map(({ metadata }) => metadata?.name)
          .sort(),
      )
      .toEqual(['a', 'b']);
    await server.reset();
    await expect.poll(() => informer.list()).toEqual([]);
    // An error of the stopped watch must not start it again.
    informer.off('error', restart);
    await informer.stop();
    expect(failures).toBeGreaterThan(1);
  });

  it('a snapshot restores its objects with their uids and versions', async () => {
    const { metadata } = await create('kept');
    const snapshot = await server.snapshot();
    await api.deleteNamespacedConfigMap({ namespace: 'default', name: 'kept' });
    await create('other');
    await server.restore(snapshot);
    expect(await names()).toEqual(['kept']);
    expect((await api.readNamespacedConfigMap({ namespace: 'default', name: 'kept' })).metadata?.uid).toBe(
      metadata?.uid,
    );
    await server.reset();
    expect(await names()).toEqual([]);
  });

  it('the clock advances on demand, and due work is done', async () => {
    await api.createNamespacedPod({
      namespace: 'default',
      body: {
        metadata: { name: 'p' },
        spec: { nodeName: 'n', terminationGracePeriodSeconds: 600, containers: [{ name: 'c', image: 'i' }] },
      },
    });
    await api.deleteNamespacedPod({ namespace: 'default', name: 'p' });
    expect(
      (await api.readNamespacedPod({ namespace: 'default', name: 'p' })).metadata?.deletionTimestamp,
    ).toBeDefined();
    const before = server.clock.now();
    await server.clock.advance(601_000);
    expect(server.clock.now() - before).toBe(601_000);
    await expect.poll(async () => (await api.listNamespacedPod({ namespace: 'default' })).items).toEqual([]);
  });

  it('responses and watches continue while a test replaces the global timers', async () => {
    vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'setInterval'] });
    try {
      await using watch = await openWatch(`${server.url}${MAPS}?watch=true`);
      await create('timeless');
      expect(summaries(await watch.take(1))).toEqual(['ADDED timeless']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('controllers and the clock continue while a test replaces all timers of Node', async () => {
    const running = await startReferenceServer({ controllers: 'on', clockSpeed: 0 });
    const pods = `${running.url}/api/v1/namespaces/default/pods`;
    mock.timers.enable({ apis: ['setImmediate', 'setTimeout', 'setInterval'] });
    try {
      const body = JSON.stringify({ metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
      await fetch(pods, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(await running.clock.advance(1000)).toBe(true);
      expect(await (await fetch(`${pods}/p`)).json()).toMatchObject({ status: { phase: 'Running' } });
    } finally {
      mock.timers.reset();
      await running.close();
    }
  });

  it('a request can be cut or delayed', async () => {
    server.intercept(() => ({ fault: 'hang-up' }));
    await expect(names()).rejects.toThrow();
    server.intercept(() => ({ fault: 'delay', milliseconds: 5 }));
    expect(await names()).toEqual([]);
  });
});
