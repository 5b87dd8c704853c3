import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from './start-reference-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const config = new KubeConfig();
let server: ReferenceServer;
let api: CoreV1Api;

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

const create = (name: string): Promise<unknown> =>
  api.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name } } });

it('follows all changes, over a list that fails at first and a watch that is cut', async () => {
  await create('a');
  let lists = 0;
  server.intercept(({ path, query }) => {
    const fails = path === MAPS && !query.has('watch') && lists++ === 0;
    return fails ? { fault: 'answer', code: 503, reason: 'ServiceUnavailable' } : undefined;
  });

  const informer = makeInformer(config, MAPS, () => api.listNamespacedConfigMap({ namespace: 'default' }));
  const names = (): unknown[] =>
    informer
      .list()
      .map(({ metadata }) => metadata?.name)
      .sort();
  // This informer reports errors, and its user must restart it.
  const restart = (): void => void informer.start();
  informer.on('error', restart);
  await informer.start();
  await expect.poll(names).toEqual(['a']);

  server.endWatches('cut');
  await create('b');
  await expect.poll(names).toEqual(['a', 'b']);

  await api.deleteNamespacedConfigMap({ namespace: 'default', name: 'a' });
  await expect.poll(names).toEqual(['b']);
  // An error of the stopped watch must not start it again.
  informer.off('error', restart);
  await informer.stop();
});
