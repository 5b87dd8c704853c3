import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1beta1/namespaces/default';
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
const labels = { app: 'x' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const withLabels = (more: object): object => ({ ...template, metadata: { labels: more } });
const address = { ip: '10.1.2.3', nodeName: 'n' };

/** A valid object of each kind, by the path of its collection. */
const VALID: Readonly<Record<string, object>> = {
  [`${CORE}/replicationcontrollers`]: { spec: { template } },
  [`${APPS}/statefulsets`]: { spec: { template: { ...template, spec: { containers: [] } } } },
  [`${APPS}/controllerrevisions`]: { data: { a: 1 }, revision: 1 },
  [`${CORE}/podtemplates`]: { template },
  [`${CORE}/endpoints`]: { subsets: [{ addresses: [address], ports: [{ port: 80 }] }] },
  [`${CORE}/persistentvolumeclaims`]: {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  '/api/v1/persistentvolumes': {
    spec: { accessModes: ['ReadOnlyMany'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } },
  },
  [`${CORE}/resourcequotas`]: { spec: { hard: { pods: '1', 'requests.cpu': '100m' }, scopes: ['NotBestEffort'] } },
  [`${CORE}/limitranges`]: {
    spec: {
      limits: [
        { type: 'Container', max: { cpu: '2' }, min: { cpu: '1' } },
        { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
      ],
    },
  },
};

type RefusedBody = readonly [plural: string, body: object, cause: string];

const port = (more: object): object => ({
  subsets: [
    {
      addresses: [address],
      ports: [
        { port: 80, name: 'a' },
        { port: 81, name: 'b', ...more },
      ],
    },
  ],
});
const at = (more: object): object => ({ subsets: [{ addresses: [{ ...address, ...more }], ports: [{ port: 80 }] }] });
const limit = (limits: object, type = 'Container'): object => ({ spec: { limits: [{ type, ...limits }] } });
const quota = (hard: object, ...scopes: string[]): object => ({ spec: { hard, scopes } });
const claim = (more: object): object => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } }, ...more },
});
const NODE_AFFINITY = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Exists' }] }] } };
const volume = (more: object): object => ({
  spec: { accessModes: ['ReadOnlyMany'], capacity: { storage: '1' }, hostPath: { path: '/' }, ...more },
});

const REFUSED: readonly RefusedBody[] = [
  ['replicationcontrollers', { spec: { selector: labels } }, 'Required spec.template'],
  ['replicationcontrollers', { spec: { template, replicas: -1 } }, 'Invalid spec.replicas'],
  ['replicationcontrollers', { spec: { template, selector: { other: 'y' } } }, 'Invalid spec.template.metadata.labels'],
  [
    'replicationcontrollers',
    { spec: { template: { ...template, spec: {} } } },
    'Required spec.template.spec.containers',
  ],
  ['statefulsets', { spec: { template: { spec: {} } } }, 'Required spec.selector'],
  ['statefulsets', { spec: { template, podManagementPolicy: 'Some' } }, 'Invalid spec.podManagementPolicy'],
  ['statefulsets', { spec: { template, updateStrategy: { type: 'Some' } } }, 'Invalid spec.updateStrategy'],
  [
    'statefulsets',
    { spec: { template, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: -1 } } } },
    'Invalid spec.updateStrategy.rollingUpdate.partition',
  ],
  [
    'statefulsets',
    { spec: { template: { ...template, spec: { restartPolicy: 'Never' } } } },
    'NotSupported spec.template.spec.restartPolicy',
  ],
  [
    'statefulsets',
    {
      spec: {
        template,
        selector: { matchLabels: labels, matchExpressions: [{ key: 'app', operator: 'Exists', values: ['x'] }] },
      },
    },
    'Forbidden spec.selector.matchExpressions[0].values',
  ],
  [
    'statefulsets',
    {
      metadata: { name: 'refused', labels },
      spec: { selector: { matchLabels: labels }, template: withLabels({ ...labels, 'no key!': 'x' }) },
    },
    'Invalid spec.template.labels',
  ],
  ['controllerrevisions', { revision: 1 }, 'Required data'],
  ['controllerrevisions', { data: {}, revision: -1 }, 'Invalid revision'],
  ['podtemplates', { template: { spec: {} } }, 'Required template.spec.containers'],
  ['endpoints', { subsets: [{ ports: [{ port: 80 }] }] }, 'Required subsets[0]'],
  ...['x', '127.0.0.1', '0.0.0.0', '169.254.1.1', 'fe80::1', '::1'].map((ip): RefusedBody => [
    'endpoints',
    at({ ip }),
    'Invalid subsets[0].addresses[0].ip',
  ]),
  ['endpoints', at({ hostname: 'a.b' }), 'Invalid subsets[0].addresses[0].hostname'],
  ['endpoints', port({ name: '' }), 'Required subsets[0].ports[1].name'],
  ['endpoints', port({ port: 0 }), 'Invalid subsets[0].ports[1].port'],
  ['endpoints', port({ protocol: 'HTTP' }), 'NotSupported subsets[0].ports[1].protocol'],
  ['persistentvolumeclaims', claim({ accessModes: [] }), 'Required spec.accessModes'],
  ['persistentvolumeclaims', claim({ accessModes: ['Some'] }), 'NotSupported spec.accessModes'],
  ['persistentvolumeclaims', claim({ resources: {} }), 'Required spec.resources[storage]'],
  ['persistentvolumeclaims', claim({ resources: { requests: { storage: '-1' } } }), 'Invalid spec.resources[storage]'],
  ['persistentvolumeclaims', claim({ storageClassName: 'A' }), 'Invalid spec.storageClassName'],
  ['persistentvolumes', volume({ capacity: {} }), 'Required spec.capacity'],
  ['persistentvolumes', volume({ capacity: { storage: '1', cpu: '1' } }), 'NotSupported spec.capacity'],
  ['persistentvolumes', volume({ hostPath: null }), 'Required spec'],
  ['persistentvolumes', volume({ nfs: { server: 's', path: '/' } }), 'Forbidden spec.nfs'],
  ['persistentvolumes', volume({ hostPath: {} }), 'Required spec.hostPath.path'],
  ['persistentvolumes', volume({ hostPath: null, nfs: { server: 's', path: 'x' } }), 'Invalid spec.nfs.path'],
  [
    'persistentvolumes',
    volume({ persistentVolumeReclaimPolicy: 'Recycle' }),
    'Forbidden spec.persistentVolumeReclaimPolicy',
  ],
  [
    'persistentvolumes',
    volume({ persistentVolumeReclaimPolicy: 'Some' }),
    'NotSupported spec.persistentVolumeReclaimPolicy',
  ],
  [
    'persistentvolumes',
    { metadata: { name: 'refused', annotations: { [MOUNT_OPTIONS]: 'ro' } }, ...volume({}) },
    `Forbidden metadata.annotations[${MOUNT_OPTIONS}]`,
  ],
  ['resourcequotas', quota({ some: '1' }), 'Invalid spec.hard[some]'],
  ['resourcequotas', quota({ 'no name/x': '1' }), 'Invalid spec.hard[no name/x]'],
  ['resourcequotas', quota({ pods: '-1' }), 'Invalid spec.hard[pods]'],
  ['resourcequotas', quota({ pods: '500m' }), 'Invalid spec.hard[pods]'],
  ...[['Some'], ['BestEffort'], ['Terminating', 'NotTerminating']].map((scopes): RefusedBody => [
    'resourcequotas',
    quota({ cpu: '1' }, ...scopes),
    'Invalid spec.scopes',
  ]),
  ['limitranges', limit({}, 'Some'), 'Invalid spec.limits[0].type'],
  ['limitranges', { spec: { limits: [{ type: 'Pod' }, { type: 'Pod' }] } }, 'Duplicate spec.limits[1].type'],
  ['limitranges', limit({ max: { storage: '1' } }, 'Pod'), 'Invalid spec.limits[0].max[storage]'],
  ['limitranges', limit({ default: { cpu: '1' } }, 'Pod'), 'Forbidden spec.limits[0].default'],
  ['limitranges', limit({}, 'PersistentVolumeClaim'), 'Required spec.limits[0].limits'],
  [
    'limitranges',
    limit({ min: { storage: '2' }, max: { storage: '1' } }, 'PersistentVolumeClaim'),
    'Invalid spec.limits[0].min[storage]',
  ],
  [
    'limitranges',
    limit({ default: { cpu: '1' }, defaultRequest: { cpu: '2' } }),
    'Invalid spec.limits[0].defaultRequest[cpu]',
  ],
  [
    'limitranges',
    limit({ default: { cpu: '3' }, max: { cpu: '2' }, defaultRequest: { cpu: '1' } }),
    'Invalid spec.limits[0].default[cpu]',
  ],
  ['limitranges', limit({ maxLimitRequestRatio: { cpu: '500m' } }), 'Invalid spec.limits[0].maxLimitRequestRatio[cpu]'],
  [
    'limitranges',
    limit({ maxLimitRequestRatio: { cpu: '3' }, min: { cpu: '1' }, max: { cpu: '2' } }),
    'Invalid spec.limits[0].maxLimitRequestRatio[cpu]',
  ],
];

const claimOf = (...accessModes: string[]): object => claim({ accessModes });

/** Refused in 2017 alone: the releases of today take these. */
const LEGAL_TODAY: readonly RefusedBody[] = [
  ['endpoints', { subsets: [{ addresses: [address] }] }, 'Required subsets[0].ports'],
  ['endpoints', port({ protocol: 'SCTP' }), 'NotSupported subsets[0].ports[1].protocol'],
  ['persistentvolumeclaims', claimOf('ReadWriteOncePod'), 'NotSupported spec.accessModes'],
  [
    'persistentvolumes',
    volume({ hostPath: null, local: { path: '/' }, nodeAffinity: NODE_AFFINITY }),
    'Forbidden spec.local',
  ],
  ['persistentvolumes', volume({ hostPath: null, csi: { driver: 'd', volumeHandle: 'h' } }), 'Required spec'],
  ['resourcequotas', quota({ 'requests.ephemeral-storage': '1Gi' }), 'Invalid spec.hard[requests.ephemeral-storage]'],
  ['resourcequotas', quota({ pods: '1' }, 'PriorityClass'), 'Invalid spec.scopes'],
  [
    'limitranges',
    limit({ maxLimitRequestRatio: { 'hugepages-2Mi': '2' } }),
    'Invalid spec.limits[0].maxLimitRequestRatio[hugepages-2Mi]',
  ],
];

const REFUSED_TODAY: readonly RefusedBody[] = [
  ...REFUSED,
  ['persistentvolumeclaims', claimOf('ReadWriteOncePod', 'ReadWriteOnce'), 'Forbidden spec.accessModes'],
  ['persistentvolumes', volume({ hostPath: null, local: { path: '/' } }), 'Required spec.nodeAffinity'],
  ['persistentvolumes', volume({ hostPath: null, csi: { driver: 'd' } }), 'Required spec.csi.volumeHandle'],
];

const CHANGES: readonly RefusedBody[] = [
  ['statefulsets', { spec: { serviceName: 's' } }, 'Forbidden spec'],
  ['controllerrevisions', { data: { a: 2 } }, 'Invalid data'],
  ['persistentvolumeclaims', { spec: { accessModes: ['ReadOnlyMany'] } }, 'Forbidden spec'],
  ['persistentvolumeclaims', { spec: { resources: { requests: { storage: '2Gi' } } } }, 'Forbidden spec'],
  ['resourcequotas', { spec: { scopes: ['Terminating'] } }, 'Invalid spec.scopes'],
  ['replicationcontrollers/status', { status: { replicas: 1, readyReplicas: 2 } }, 'Invalid status.readyReplicas'],
  ['resourcequotas/status', { status: { hard: { disks: '1' } } }, 'Invalid status.hard[disks]'],
  ['resourcequotas/status', { status: { used: { pods: '500m' } } }, 'Invalid status.used[pods]'],
  ['resourcequotas/status', { status: { used: { cpu: '-1' } } }, 'Invalid status.used[cpu]'],
];

/** The same for changes of the valid objects. */
const CHANGES_LEGAL_TODAY: readonly RefusedBody[] = [
  ['statefulsets', { spec: { template } }, 'Forbidden spec.template.containers'],
  ['statefulsets', { spec: { revisionHistoryLimit: 3 } }, 'Forbidden spec'],
  ['endpoints', at({ nodeName: 'other' }), 'Forbidden subsets[0].addresses[0].nodeName'],
  ['persistentvolumeclaims', { spec: { storageClassName: 's' } }, 'Forbidden spec'],
];

const pathOf = (plural: string): string => Object.keys(VALID).find((path) => path.endsWith(`/${plural}`)) ?? '';
const pathOfChanged = (plural: string): string => {
  const [own = '', part = ''] = plural.split('/');
  return `${pathOf(own)}/valid${part === '' ? '' : `/${part}`}`;
};
const causes = ({ status, body }: Reply): readonly unknown[] => [
  status,
  ...(body.details?.causes ?? []).map(({ reason, field }) => `${reason} ${field}`),
];

async function storeValid(server: TestServer, created: number): Promise<void> {
  for (const [path, body] of Object.entries(VALID))
    expect([path, (await server.send('POST', path, { metadata: { name: 'valid' }, ...body })).status]).toEqual([
      path,
      created,
    ]);
}

describe('kinds beyond the document, in kubernetes-1.7', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ dialect: KUBERNETES_1_7 });
    await storeValid(server, 201);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it.each([...REFUSED, ...LEGAL_TODAY])('refuse %s %j: %s', async (plural, body, cause) => {
    expect(causes(await server.send('POST', pathOf(plural), { metadata: { name: 'refused' }, ...body }))).toEqual([
      422,
      `FieldValue${cause}`,
    ]);
  });

  it.each([...CHANGES, ...CHANGES_LEGAL_TODAY])('refuse to change %s to %j: %s', async (plural, body, cause) => {
    expect(causes(await server.send('PATCH', pathOfChanged(plural), body, MERGE))).toEqual([422, `FieldValue${cause}`]);
  });

  it('accept permitted changes, and give a limit range a name', async () => {
    expect(
      (await server.send('PATCH', `${CORE}/persistentvolumeclaims/valid`, { spec: { volumeName: 'v' } }, MERGE)).status,
    ).toBe(200);
    expect((await server.send('PATCH', `${APPS}/statefulsets/valid`, { spec: { replicas: 3 } }, MERGE)).status).toBe(
      200,
    );
    const { status, body } = await server.send('POST', `${CORE}/limitranges`, {});
    expect([status, body.metadata.name]).toEqual([201, expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  it('have each address of endpoints once for each of its ports, in order', async () => {
    const pod = (uid: string): object => ({ kind: 'Pod', uid });
    const shared = { ip: '10.0.0.1', targetRef: pod('b') };
    const subsets = [
      {
        addresses: [{ ip: '10.0.0.2' }, shared],
        notReadyAddresses: [{ ip: '10.0.0.10' }],
        ports: [{ name: 'http', port: 80 }],
      },
      {
        addresses: [shared, { ip: '10.0.0.2' }, { ip: '10.0.0.10' }],
        notReadyAddresses: [{ ip: '10.0.0.10' }],
        ports: [{ name: 'https', port: 443 }],
      },
      {
        addresses: [{ ip: '10.0.0.1', targetRef: pod('a') }, { ip: '10.0.0.1' }, { ip: '10.0.0.1' }],
        ports: [{ name: 'other', port: 81 }],
      },
    ];
    const { body } = await server.send('POST', `${CORE}/endpoints`, { metadata: { name: 'repacked' }, subsets });
    const stored = Reflect.get(body, 'subsets') as readonly { readonly ports: readonly { readonly name: string }[] }[];
    expect(stored).toHaveLength(2);
    expect(stored).toContainEqual({
      addresses: [shared, { ip: '10.0.0.2' }],
      notReadyAddresses: [{ ip: '10.0.0.10' }],
      ports: expect.arrayContaining(['http', 'https'].map((name) => expect.objectContaining({ name }))),
    });
    expect(stored).toContainEqual({
      addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1', targetRef: pod('a') }],
      ports: [{ name: 'other', port: 81, protocol: 'TCP' }],
    });
    const again = await server.send(
      'PATCH',
      `${CORE}/endpoints/repacked`,
      { subsets: stored.toReversed().map((subset) => ({ ...subset, ports: subset.ports.toReversed() })) },
      MERGE,
    );
    expect([Reflect.get(again.body, 'subsets'), again.body.metadata.resourceVersion]).toEqual([
      stored,
      body.metadata.resourceVersion,
    ]);
  });
});

describe('kinds beyond the document, in its own dialect', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await storeValid(server, 200);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it.each(REFUSED_TODAY)('refuse %s %j: %s', async (plural, body, cause) => {
    expect(causes(await server.send('POST', pathOf(plural), { metadata: { name: 'refused' }, ...body }))).toEqual([
      422,
      `FieldValue${cause}`,
    ]);
  });

  it.each(LEGAL_TODAY)('take %s %j, refused in 2017 as %s', async (plural, body) => {
    expect((await server.send('POST', pathOf(plural), { metadata: { generateName: 'taken-' }, ...body })).status).toBe(
      200,
    );
  });

  it.each(CHANGES)('refuse to change %s to %j: %s', async (plural, body, cause) => {
    expect(causes(await server.send('PATCH', pathOfChanged(plural), body, MERGE))).toEqual([422, `FieldValue${cause}`]);
  });

  it.each(CHANGES_LEGAL_TODAY)('take a change of %s to %j, refused in 2017 as %s', async (plural, body) => {
    expect((await server.send('PATCH', pathOfChanged(plural), body, MERGE)).status).toBe(200);
  });

  it('let a bound claim grow', async () => {
    const path = `${CORE}/persistentvolumeclaims`;
    await server.send('POST', path, { metadata: { name: 'bound' }, ...claim({}) });
    await server.send('PATCH', `${path}/bound/status`, { status: { phase: 'Bound' } }, MERGE);
    const grown = { spec: { resources: { requests: { storage: '2' } } } };
    expect((await server.send('PATCH', `${path}/bound`, grown, MERGE)).status).toBe(200);
    const limited = { spec: { resources: { limits: { storage: '2' } } } };
    expect((await server.send('PATCH', `${path}/bound`, limited, MERGE)).status).toBe(422);
  });

  it('let the spec of a node change only in what schedules pods and in what is set once', async () => {
    const node = '/api/v1/nodes/n';
    await server.send('POST', '/api/v1/nodes', { metadata: { name: 'n' } });
    const change = async (spec: object): Promise<number> => (await server.send('PATCH', node, { spec }, MERGE)).status;
    expect([
      await change({ unschedulable: true, podCIDR: '10.0.0.0/24', providerID: 'p://1', podCIDRs: ['10.0.0.0/24'] }),
      await change({ podCIDR: '10.0.1.0/24' }),
      await change({ providerID: 'p://2' }),
      await change({ externalID: 'other' }),
    ]).toEqual([200, 422, 422, 422]);
  });
});
