import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVED_RESOURCES } from '../../resources/served-resources.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly 'x-kubernetes-group-version-kind'?: { readonly kind: string } }>>>
  >;
  readonly definitions: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe('descriptions of the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it.each(['/openapi/v2', '/swagger.json'])(
    '%s has every path and every type, and no dangling reference',
    async (path) => {
      const { text, body } = await server.send('GET', path);
      const { paths, definitions } = body as unknown as Described;
      for (const { prefix, plural, kind } of SERVED_RESOURCES) {
        expect(
          Object.entries(paths)
            .filter(([at]) => at.startsWith(prefix) && at.endsWith(`/${plural}/{name}`))
            .map(([, item]) => item['patch']?.['x-kubernetes-group-version-kind']?.kind),
        ).toContain(kind);
      }
      const names = [...text.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, name]) => name ?? '');
      expect(names.length).toBeGreaterThan(100);
      expect(names.filter((name) => !Object.hasOwn(definitions, name))).toEqual([]);
      expect(definitions['core.v1.PodSpec']).toMatchObject({
        properties: {
          volumes: { 'x-kubernetes-patch-strategy': 'merge,retainKeys', 'x-kubernetes-patch-merge-key': 'name' },
        },
      });
      expect(definitions['apps.v1beta1.DeploymentSpec']).toMatchObject({
        properties: { strategy: { 'x-kubernetes-patch-strategy': 'retainKeys' } },
      });
      expect(definitions['core.v1.Container']).toMatchObject({
        properties: { ports: { type: 'array', 'x-kubernetes-patch-merge-key': 'containerPort' } },
      });
    },
  );

  it('workloads of apps/v1 require a selector and lack members of older group-versions', async () => {
    const { definitions } = (await server.send('GET', '/openapi/v2')).body as unknown as Described;
    expect(definitions['apps.v1.DeploymentList']).toMatchObject({
      properties: { items: { items: { $ref: '#/definitions/apps.v1.Deployment' } } },
    });
    for (const [kind, lacking] of [
      ['Deployment', 'rollbackTo'],
      ['DaemonSet', 'templateGeneration'],
      ['ReplicaSet', ''],
      ['StatefulSet', ''],
    ]) {
      expect(definitions[`apps.v1.${kind}`]).toMatchObject({
        properties: { spec: { $ref: `#/definitions/apps.v1.${kind}Spec` } },
        'x-kubernetes-group-version-kind': [{ group: 'apps', kind, version: 'v1' }],
      });
      const spec = definitions[`apps.v1.${kind}Spec`] as { readonly properties: object };
      expect(spec).toMatchObject({ properties: { template: {} }, required: expect.arrayContaining(['selector']) });
      expect(Object.keys(spec.properties)).not.toContain(lacking);
    }
    const { paths } = (await server.send('GET', '/openapi/v3/apis/apps/v1')).body as unknown as Described;
    expect(JSON.stringify(paths)).toContain('#/components/schemas/apps.v1.Deployment"');
    expect(JSON.stringify(paths)).not.toContain('#/components/schemas/apps.v1beta1.Deployment"');
  });

  it('each group version is available as OpenAPI 3.0', async () => {
    const index = (await server.send('GET', '/openapi/v3')).body as unknown as {
      readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
    };
    for (const [prefix, { serverRelativeURL }] of Object.entries(index.paths)) {
      const { paths, components } = (await server.send('GET', serverRelativeURL)).body as unknown as Described;
      expect(Object.keys(paths).every((path) => path.startsWith(`/${prefix}/`))).toBe(true);
      expect(Object.hasOwn(components.schemas, 'core.v1.Pod')).toBe(true);
      expect(
        Object.values(paths)
          .flatMap((item) => Object.values(item))
          .some((operation) => Object.hasOwn(operation, 'produces')),
      ).toBe(false);
    }
    expect((await server.send('GET', '/openapi/v3/apis/nothing/v1')).status).toBe(404);
  });

  it('kubectl gets them in protobuf', async () => {
    const response = await fetch(`${server.url}/openapi/v2`, { headers: { Accept: PROTOBUF } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.headers.get('content-type'), bytes.subarray(0, 5).toString('latin1')]).toEqual([
      PROTOBUF.replace('@', '.'),
      '\n\x032.0',
    ]);
    expect(
      bytes.includes('x-kubernetes-group-version-kind') && bytes.includes('\x12\x05query\x22\x06dryRun\x32\x06string'),
    ).toBe(true);
    const third = await fetch(`${server.url}/openapi/v3/apis/apps/v1`, {
      headers: { Accept: PROTOBUF.replaceAll('v2', 'v3') },
    });
    expect([third.headers.get('content-type'), (await third.text()).slice(0, 7)]).toEqual([
      PROTOBUF.replaceAll('v2', 'v3').replace('@', '.'),
      '\n\x053.0.0',
    ]);
    expect((await fetch(`${server.url}/openapi/v3`, { headers: { Accept: PROTOBUF } })).status).toBe(406);
  });

  it('they are read only', async () => {
    expect((await server.send('POST', '/openapi/v2', {})).status).toBe(405);
  });
});
