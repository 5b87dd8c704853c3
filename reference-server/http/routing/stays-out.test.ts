import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerServer } from '../../testing/controller-server.fixture.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const IN_DEFAULT = 'namespaces/default';

/** `docs/clients.md` lists these as unsupported. */
describe('requests that the server does not serve', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.send('POST', `/api/v1/${IN_DEFAULT}/pods`, {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'x' }] },
    });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it.each([
    '/apis/metrics.k8s.io/v1beta1/nodes',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    `/apis/autoscaling/v2/${IN_DEFAULT}/horizontalpodautoscalers`,
    `/apis/policy/v1/${IN_DEFAULT}/poddisruptionbudgets`,
    `/apis/coordination.k8s.io/v1/${IN_DEFAULT}/leases`,
    `/apis/discovery.k8s.io/v1/${IN_DEFAULT}/endpointslices`,
    `/apis/networking.k8s.io/v1/${IN_DEFAULT}/ingresses`,
    '/apis/storage.k8s.io/v1/storageclasses',
  ])('GET %s returns 404', async (path) => {
    expect((await server.send('GET', path)).status).toBe(404);
  });

  it('server-side apply returns 415 and changes nothing', async () => {
    const path = `/api/v1/${IN_DEFAULT}/configmaps/applied`;
    const { status } = await server.send('PATCH', `${path}?fieldManager=m&force=true`, undefined, {
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
      text: 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: applied}\n',
    });
    expect([status, (await server.send('GET', path)).status]).toEqual([415, 404]);
  });

  it.each(['log', 'exec?command=ls', 'attach', 'portforward'])(
    '%s of a pod is refused with the reason that containers are simulated',
    async (action) => {
      const { status, body } = await server.send('GET', `/api/v1/${IN_DEFAULT}/pods/p/${action}`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.message).toContain('simulated');
    },
  );

  it('a StatefulSet is stored, and no controller makes pods of it', async () => {
    await using controlled = await controllerServer();
    const labels = { app: 'db' };
    await controlled.done('POST', `/apis/apps/v1/${IN_DEFAULT}/statefulsets`, {
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'x' }] } },
      },
    });
    await controlled.pass(60);
    expect((await controlled.send('GET', `/api/v1/${IN_DEFAULT}/pods`)).body.items).toEqual([]);
  });
});
