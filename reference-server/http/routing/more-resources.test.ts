import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MORE_RESOURCES, LATER_GROUP_VERSIONS } from '../../resources/served-resources.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const TEMPLATE = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** The spec or data of a legal object, by kind. */
const LEGAL: Readonly<Record<string, object>> = {
  ControllerRevision: { data: {} },
  PersistentVolume: {
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1024Mi' }, hostPath: { path: '/p' } },
  },
  PersistentVolumeClaim: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5Gi' } } } },
  PodTemplate: { template: TEMPLATE },
  ReplicationController: { spec: { template: TEMPLATE } },
  StatefulSet: { spec: { template: TEMPLATE } },
};

describe('resources beyond the document', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it.each(MORE_RESOURCES.map((resource) => ({ id: resource.id, resource })))(
    '$id are stored, listed, changed and removed',
    async ({ resource }) => {
      const path = `${resource.prefix}${resource.namespaced ? '/namespaces/default' : ''}/${resource.plural}`;
      const made = await server.send('POST', path, {
        metadata: { name: 'x', labels: { a: 'b' } },
        ...LEGAL[resource.kind],
      });
      expect([made.status, made.body.kind, made.body.apiVersion]).toEqual([200, resource.kind, resource.apiVersion]);
      const changed = await server.send(
        'PATCH',
        `${path}/x`,
        { metadata: { annotations: { c: 'd' } } },
        { headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
      expect(changed.status).toBe(200);
      expect((await server.send('GET', `${path}?labelSelector=a`)).body.items).toHaveLength(1);
      expect((await server.send('DELETE', `${path}/x`, { propagationPolicy: 'Background' })).status).toBe(200);
      expect((await server.send('GET', `${path}/x`)).status).toBe(404);
    },
  );

  it('a service account keeps only the names of its secrets, however it is written', async () => {
    const path = '/api/v1/namespaces/default/serviceaccounts';
    const secrets = (...names: readonly string[]): object => ({
      metadata: { name: 'named' },
      secrets: names.map((name) => ({ kind: 'Secret', namespace: 'other', name })),
    });
    const made = await server.send('POST', path, secrets('a'));
    const replaced = await server.send('PUT', `${path}/named`, secrets('a', 'b'));
    expect([made.body, replaced.body].map((body): unknown => Reflect.get(body, 'secrets'))).toEqual([
      [{ name: 'a' }],
      [{ name: 'a' }, { name: 'b' }],
    ]);
  });

  it('a newer path shows and changes the same object', async () => {
    const spec = { replicas: 2, selector: { matchLabels: { a: 'b' } }, template: TEMPLATE };
    const made = await server.send('POST', '/apis/apps/v1/namespaces/default/deployments', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec,
    });
    expect([made.status, made.body.apiVersion, made.body.spec?.['revisionHistoryLimit']]).toEqual([200, 'apps/v1', 10]);
    const old = await server.send('GET', '/apis/extensions/v1beta1/namespaces/default/deployments/d');
    expect([old.body.apiVersion, old.body.metadata.uid, old.body.spec]).toEqual([
      'extensions/v1beta1',
      made.body.metadata.uid,
      made.body.spec,
    ]);
    for (const { prefix, plural } of LATER_GROUP_VERSIONS)
      expect((await server.send('GET', `${prefix}/${plural}`)).status).toBe(200);
  });

  it.each([
    ['apps/v1', 'RollingUpdate'],
    ['extensions/v1beta1', 'OnDelete'],
  ])('daemon sets that are created through %s are updated by %s', async (groupVersion, type) => {
    const path = `/apis/${groupVersion}/namespaces/default/daemonsets`;
    const made = await server.send('POST', path, {
      metadata: { name: type.toLowerCase() },
      spec: { selector: { matchLabels: { a: 'b' } }, template: TEMPLATE },
    });
    expect(made.body.spec?.['updateStrategy']).toMatchObject({ type });
  });

  it.each([
    ['apps/v1', { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }],
    ['apps/v1beta1', { type: 'OnDelete' }],
  ])('stateful sets of %s have the members that controllers read', async (groupVersion, updateStrategy) => {
    const path = `/apis/${groupVersion}/namespaces/default/statefulsets`;
    const name = groupVersion.replace('/', '-');
    const spec = {
      serviceName: 's',
      selector: { matchLabels: { a: 'b' } },
      template: TEMPLATE,
      volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: { resources: { requests: { storage: '1024Mi' } } } }],
    };
    const made = await server.send('POST', path, { metadata: { name }, spec });
    expect(made.body.spec).toMatchObject({
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      revisionHistoryLimit: 10,
      updateStrategy,
      volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '1Gi' } } }, status: { phase: 'Pending' } }],
    });
    expect(made.body.spec?.['updateStrategy']).toEqual(updateStrategy);
    expect((await server.send('GET', `${path}/${name}`)).body.spec).toEqual(made.body.spec);
  });

  it.each([
    [
      'persistentvolumes',
      LEGAL['PersistentVolume'],
      { spec: { persistentVolumeReclaimPolicy: 'Retain', capacity: { storage: '1Gi' } } },
    ],
    [
      'nodes',
      { status: { capacity: { cpu: '4' } } },
      { spec: { externalID: 'filled' }, status: { allocatable: { cpu: '4' } } },
    ],
    [
      'nodes',
      { status: { nodeInfo: { kubeletVersion: 'v1' } } },
      {
        status: {
          daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
          nodeInfo: { kubeletVersion: 'v1', osImage: '', machineID: '' },
        },
      },
    ],
    [
      'namespaces/default/endpoints',
      { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] },
      { subsets: [{ ports: [{ port: 80, protocol: 'TCP' }] }] },
    ],
    [
      'namespaces/default/limitranges',
      {
        spec: {
          limits: [
            { type: 'Container', max: { cpu: '2' }, min: { cpu: '1', memory: '1Gi' } },
            { type: 'Pod', max: { cpu: '2' } },
          ],
        },
      },
      {
        spec: {
          limits: [
            { default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Gi' } },
            { type: 'Pod', max: { cpu: '2' } },
          ],
        },
      },
    ],
    [
      'nodes',
      { status: { capacity: { cpu: '0.5' } } },
      { status: { capacity: { cpu: '500m' }, allocatable: { cpu: '500m' } } },
    ],
    [
      'namespaces/default/persistentvolumeclaims',
      LEGAL['PersistentVolumeClaim'],
      { spec: { resources: { requests: { storage: '512Mi' } } } },
    ],
    [
      'namespaces/default/resourcequotas',
      { spec: { hard: { cpu: '1000m', pods: 3 } } },
      { spec: { hard: { cpu: '1', pods: '3' } } },
    ],
    [
      'namespaces/default/limitranges',
      { spec: { limits: [{ type: 'Pod', max: { cpu: '1000m' }, maxLimitRequestRatio: { cpu: '1.50' } }] } },
      { spec: { limits: [{ max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '1500m' } }] } },
    ],
  ])('%s have default values, and each quantity in its canonical form', async (path, sent, filled) => {
    const made = await server.send('POST', `/api/v1/${path}`, { metadata: { name: 'filled' }, ...sent });
    expect(made.body).toMatchObject(filled);
    await server.send('DELETE', `/api/v1/${path}/filled`);
  });

  it('go with their namespace', async () => {
    await server.send('POST', '/api/v1/namespaces', { metadata: { name: 'short' } });
    await server.send('POST', '/api/v1/namespaces/short/endpoints', { metadata: { name: 'e' } });
    await server.send('DELETE', '/api/v1/namespaces/short');
    await expect.poll(async () => (await server.send('GET', '/api/v1/namespaces/short')).status).toBe(404);
    expect((await server.send('GET', '/api/v1/endpoints')).body.items).toEqual([]);
  });
});
