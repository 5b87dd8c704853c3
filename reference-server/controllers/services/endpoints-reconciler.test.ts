import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { controllerServer, type ControllerServer } from '../../testing/controller-server.fixture.ts';
import type { Body } from '../../testing/server.fixture.ts';

type Endpoints = Body & { readonly subsets: readonly { readonly ports: readonly { readonly port: number }[] }[] };

const CORE = '/api/v1/namespaces/default';
const labels = { app: 'web' };

describe.each([SPEC, KUBERNETES_1_7])('the endpoints of services under the dialect $name', (dialect) => {
  let server: ControllerServer;
  beforeAll(async () => {
    server = await controllerServer({ dialect });
    for (const [name, ports] of [
      ['c', [8080, 8443]],
      ['a', [8080, 8444]],
      ['b', [8080, 8443]],
    ] as const) {
      const named = ports.map((containerPort, index) => ({ name: ['http', 'https'][index], containerPort }));
      await server.done('POST', `${CORE}/pods`, {
        metadata: { name, labels },
        spec: { containers: [{ name: 'c', image: 'i', ports: named }] },
      });
    }
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const endpoints = async (name: string): Promise<Endpoints> =>
    (await server.send('GET', `${CORE}/endpoints/${name}`)).body as Endpoints;

  it('are written once, however many subsets and ports they have', async () => {
    const ports = ['http', 'https'].map((name, index) => ({ name, port: [80, 443][index], targetPort: name }));
    await server.done('POST', `${CORE}/services`, { metadata: { name: 'web' }, spec: { selector: labels, ports } });
    const written = await endpoints('web');
    expect(new Set(written.subsets.flatMap((subset) => subset.ports.map(({ port }) => port)))).toEqual(
      new Set([8080, 8443, 8444]),
    );
    await server.done(
      'PATCH',
      `${CORE}/pods/a`,
      { metadata: { annotations: { seen: 'again' } } },
      'application/merge-patch+json',
    );
    await server.pass(600);
    expect((await endpoints('web')).metadata.resourceVersion).toBe(written.metadata.resourceVersion);
  });

  it('are empty if a headless service has no ports', async () => {
    await server.done('POST', `${CORE}/services`, {
      metadata: { name: 'headless' },
      spec: { clusterIP: 'None', selector: labels },
    });
    const written = await endpoints('headless');
    expect(written.subsets).toEqual([]);
    await server.pass(600);
    expect((await endpoints('headless')).metadata.resourceVersion).toBe(written.metadata.resourceVersion);
  });
});
