import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { SERVED_RESOURCES } from '../../resources/served-resources.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

interface ListedResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

describe('discovery', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function document<T>(path: string): Promise<T> {
    const reply = await server.send('GET', path);
    expect(reply.status).toBe(200);
    return reply.body as T;
  }

  it('leads from the groups to every served group version', async () => {
    const { groups } = await document<{ groups: { name: string; versions: { groupVersion: string }[] }[] }>('/apis');
    expect(
      groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`)).sort(),
    ).toEqual(
      [...new Set(SERVED_RESOURCES.map(({ prefix }) => prefix))].filter((prefix) => prefix !== '/api/v1').sort(),
    );
    for (const { name } of groups) expect(await document(`/apis/${name}`)).toMatchObject({ kind: 'APIGroup', name });
    expect(await document('/api')).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
  });

  it('lists the resources of each group version, with subresources and verbs', async () => {
    for (const prefix of new Set(SERVED_RESOURCES.map((resource) => resource.prefix))) {
      const list = await document<{ kind: string; resources: ListedResource[] }>(prefix);
      expect(list.kind).toBe('APIResourceList');
      for (const resource of SERVED_RESOURCES.filter((each) => each.prefix === prefix)) {
        const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
        expect(list.resources).toContainEqual(
          expect.objectContaining({
            name: resource.plural,
            kind: resource.kind,
            namespaced: resource.namespaced,
            verbs,
          }),
        );
        const status = list.resources.find(({ name }) => name === `${resource.plural}/status`);
        expect(status?.verbs).toEqual(resource.hasStatus ? ['get', 'patch', 'update'] : undefined);
      }
    }
  });

  it.each(['v2', 'v2beta1'])('is aggregated for clients that prefer that: %s', async (version) => {
    const Accept = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,application/json`;
    for (const [path, group] of [
      ['/api', ''],
      ['/apis', 'apps'],
    ] as const) {
      const { headers, body } = await server.send('GET', path, undefined, { headers: { Accept } });
      expect([headers.get('content-type'), body.apiVersion]).toEqual([
        `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
        `apidiscovery.k8s.io/${version}`,
      ]);
      const plural = group === '' ? 'pods' : 'deployments';
      const resource = expect.objectContaining({
        resource: plural,
        scope: 'Namespaced',
        verbs: expect.arrayContaining(['list']) as unknown,
        subresources: expect.arrayContaining([expect.objectContaining({ subresource: 'status' })]) as unknown,
      }) as unknown;
      expect(body.items).toContainEqual(
        expect.objectContaining({
          metadata: { name: group },
          versions: expect.arrayContaining([
            expect.objectContaining({ resources: expect.arrayContaining([resource]) as unknown }),
          ]) as unknown,
        }),
      );
    }
    expect((await server.send('GET', '/apis', undefined, { headers: { Accept: 'application/json' } })).body.kind).toBe(
      'APIGroupList',
    );
  });

  it('gives the short name to one of several group versions of a kind, and lists it once', async () => {
    const named = async (path: string): Promise<unknown> =>
      (
        await document<{ resources: { name: string; shortNames?: unknown; categories?: unknown }[] }>(path)
      ).resources.find(({ name }) => name === 'deployments');
    expect(await named('/apis/apps/v1')).toMatchObject({ shortNames: ['deploy'], categories: ['all'] });
    expect(Object.keys((await named('/apis/extensions/v1beta1')) as object)).not.toEqual(
      expect.arrayContaining(['shortNames']),
    );
    expect(await document<{ resources: { name: string }[] }>('/api/v1')).toMatchObject({
      resources: expect.arrayContaining([
        expect.objectContaining({ name: 'services', shortNames: ['svc'], categories: ['all'] }),
      ]) as unknown,
    });
  });

  it('allows everything in access reviews', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const spec = { resourceAttributes: { verb: 'create', resource: 'pods' } };
    const { status, body } = await server.send('POST', path, { kind: 'SelfSubjectAccessReview', spec });
    expect([status, body]).toEqual([
      200,
      {
        kind: 'SelfSubjectAccessReview',
        apiVersion: 'authorization.k8s.io/v1',
        metadata: {},
        spec,
        status: { allowed: true },
      },
    ]);
    expect([(await server.send('POST', path, [])).status, (await server.send('GET', path)).status]).toEqual([400, 404]);
  });

  it('gives the reason why containers have no log', async () => {
    expect((await server.send('GET', '/api/v1/namespaces/default/pods/p/log')).body.message).toContain('simulated');
  });

  it('returns the version, the health and the paths', async () => {
    expect(await document('/version')).toMatchObject({ major: '1', minor: '7', gitVersion: 'v1.7.5-plumbline' });
    for (const path of ['/healthz', '/healthz/ping', '/livez', '/readyz'])
      expect((await server.send('GET', path)).text).toBe('ok');
    const { paths } = await document<{ paths: string[] }>('/');
    for (const path of paths) expect((await server.send('GET', path)).status).toBe(200);
  });

  it('has every operation of the surface that the server serves', async () => {
    for (const { method, path, verb } of OPERATIONS) {
      if (verb.startsWith('watch')) continue;
      const { status, body } = await server.send(
        method,
        path.replace('{namespace}', 'default').replace('{name}', 'none'),
        method === 'GET' ? undefined : {},
      );
      expect(`${status} ${body.message ?? ''}`).not.toMatch(/^405|there is no resource/);
    }
  });
});
