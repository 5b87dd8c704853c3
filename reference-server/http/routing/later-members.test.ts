import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';
const PODS = '/api/v1/namespaces/default/pods';
const STRATEGIC = { headers: { 'Content-Type': 'application/strategic-merge-patch+json' } };
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const BINARY = { k: '/wD+' };

const LATER_POD = {
  priorityClassName: 'high',
  enableServiceLinks: false,
  readinessGates: [{ conditionType: 'a/b' }],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
  volumes: [{ name: 'v', csi: { driver: 'd' } }],
  containers: [
    {
      name: 'c',
      image: 'x',
      startupProbe: { grpc: { port: 80 }, terminationGracePeriodSeconds: 5 },
      securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: 'RuntimeDefault' } },
    },
  ],
};

describe('members of later releases', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it('are stored as they were sent, with the defaults of a probe', async () => {
    const { status, body } = await server.send('POST', PODS, { metadata: { name: 'later' }, spec: LATER_POD });
    expect([status, body.spec]).toEqual([
      200,
      expect.objectContaining({
        ...LATER_POD,
        containers: [
          expect.objectContaining({
            startupProbe: {
              grpc: { port: 80 },
              terminationGracePeriodSeconds: 5,
              timeoutSeconds: 1,
              periodSeconds: 10,
              successThreshold: 1,
              failureThreshold: 3,
            },
          }),
        ],
      }),
    ]);
    expect(body.spec?.['volumes']).toEqual([{ name: 'v', csi: { driver: 'd' } }]);
    expect((await server.send('GET', `${PODS}/later`)).body.spec).toEqual(body.spec);
  });

  it('are absent if they are empty, as in messages of protobuf, unless they are pointers', async () => {
    const volumes = [{ name: 'v', hostPath: { path: '/p', type: '' } }];
    const spec = { priorityClassName: '', volumes, containers: [{ name: 'c', image: 'x' }] };
    const { body } = await server.send('POST', PODS, { metadata: { name: 'empty' }, spec });
    expect([body.spec?.['priorityClassName'], body.spec?.['volumes']]).toEqual([undefined, volumes]);
  });

  it('are validated if the kind has a rule for them', async () => {
    const causes = async (path: string, object: object): Promise<unknown> =>
      (await server.send('POST', path, { metadata: { name: 'refused' }, ...object })).body.details?.causes?.map(
        ({ field }) => field,
      );
    expect(await causes(CONFIG_MAPS, { data: { k: 'v' }, binaryData: BINARY })).toEqual(['binaryData[k]']);
    expect(
      await causes(PODS, {
        spec: {
          containers: [{ name: 'c', image: 'x', startupProbe: { exec: { command: ['a'] }, successThreshold: 2 } }],
        },
      }),
    ).toEqual(['spec.containers[0].startupProbe.successThreshold']);
    expect(
      (await server.send('POST', CONFIG_MAPS, { metadata: { name: 'refused' }, binaryData: { k: '?' } })).body,
    ).toMatchObject({ code: 400, message: expect.stringContaining('binaryData.k: expected base64') });
  });

  it.each([
    [CONFIG_MAPS, { data: { a: '1' }, binaryData: BINARY }, { binaryData: { k: null } }, 'binaryData'],
    [SECRETS, { data: { a: 'MQ==' } }, { stringData: { a: '2' } }, 'data'],
  ])('make the values of %s immutable', async (path, values, change, member) => {
    await server.send('POST', path, { metadata: { name: 'final' }, immutable: true, ...values });
    const patch = (body: object): ReturnType<TestServer['send']> =>
      server.send('PATCH', `${path}/final`, body, STRATEGIC);
    expect((await patch(change)).body).toMatchObject({ code: 422, details: { causes: [{ field: member }] } });
    expect((await patch({ immutable: null })).body).toMatchObject({
      code: 422,
      details: { causes: [{ field: 'immutable' }] },
    });
    expect((await patch({ metadata: { labels: { a: 'b' } } })).body).toMatchObject({ immutable: true, ...values });
    expect((await server.send('DELETE', `${path}/final`)).status).toBe(200);
  });

  it('are sent in protobuf', async () => {
    await server.send('POST', CONFIG_MAPS, { metadata: { name: 'binary' }, binaryData: BINARY, immutable: true });
    const response = await fetch(`${server.url}${CONFIG_MAPS}/binary`, { headers: { Accept: PROTOBUF } });
    const replaced = await fetch(`${server.url}${CONFIG_MAPS}/binary`, {
      method: 'PUT',
      headers: { 'Content-Type': PROTOBUF },
      body: await response.arrayBuffer(),
    });
    expect(replaced.status).toBe(200);
    expect((await server.send('GET', `${CONFIG_MAPS}/binary`)).body).toMatchObject({
      binaryData: BINARY,
      immutable: true,
    });
  });

  it('merge by their keys in a strategic merge patch', async () => {
    const template = { metadata: { labels: { a: 'b' } }, spec: LATER_POD };
    await server.send('POST', '/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    const patch = {
      spec: { template: { spec: { topologySpreadConstraints: [{ topologyKey: 'zone', maxSkew: 2 }] } } },
    };
    const { body } = await server.send('PATCH', '/apis/apps/v1/namespaces/default/deployments/d', patch, STRATEGIC);
    expect(body.spec).toMatchObject({
      template: {
        spec: { topologySpreadConstraints: [{ maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }] },
      },
    });
  });

  it('are in the OpenAPI documents', async () => {
    const { body } = await server.send('GET', '/openapi/v2');
    expect(body).toMatchObject({
      definitions: {
        'core.v1.ConfigMap': { properties: { binaryData: { type: 'object' }, immutable: { type: 'boolean' } } },
      },
    });
  });

  it('are unknown under kubernetes-1.7', async () => {
    await using old = await testServer({ dialect: KUBERNETES_1_7 });
    const { body } = await old.send('POST', CONFIG_MAPS, {
      metadata: { name: 'old' },
      data: { a: 'b' },
      binaryData: { a: '/wD+' },
      immutable: true,
    });
    expect([body.data, Object.keys(body)]).toEqual([{ a: 'b' }, ['kind', 'apiVersion', 'metadata', 'data']]);
    expect((await old.send('GET', '/swagger.json')).text).not.toContain('binaryData');
  });
});
