import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';
import { openWatch } from '../../testing/watch.fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const TABLE = {
  Accept:
    'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
};

interface RenderedTable {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: Record<string, unknown>;
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly {
    readonly cells: readonly unknown[];
    readonly object: { readonly kind: string; readonly metadata: { readonly name: string } } | null;
  }[];
}

describe('tables and partial metadata', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    for (const name of ['a', 'b'])
      await server.send('POST', PODS, { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const table = (reply: Reply): RenderedTable => reply.body as unknown as RenderedTable;
  const get = (path: string, headers: Record<string, string> = TABLE): Promise<Reply> =>
    server.send('GET', path, undefined, { headers });

  it('a list is a table with a row for each object, its cells under the columns of the kind', async () => {
    const { kind, apiVersion, columnDefinitions, rows, metadata } = table(await get(PODS));
    expect([kind, apiVersion, metadata['resourceVersion']]).toEqual(['Table', 'meta.k8s.io/v1', expect.any(String)]);
    expect(columnDefinitions.filter(({ priority }) => priority === 0).map(({ name }) => name)).toEqual([
      'Name',
      'Ready',
      'Status',
      'Restarts',
      'Age',
    ]);
    expect(rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
      ['a', '0/1', 'Pending', 0],
      ['b', '0/1', 'Pending', 0],
    ]);
    expect(rows.map(({ object }) => [object?.kind, object?.metadata.name])).toEqual([
      ['PartialObjectMetadata', 'a'],
      ['PartialObjectMetadata', 'b'],
    ]);
  });

  it.each([
    ['Init:1/2', 2, [{ terminated: { exitCode: 0 } }, { running: {} }], [{ waiting: { reason: 'PodInitializing' } }]],
    [
      'Init:CrashLoopBackOff',
      2,
      [{ waiting: { reason: 'CrashLoopBackOff' } }, { waiting: { reason: 'PodInitializing' } }],
      [],
    ],
    ['Init:Error', 1, [{ terminated: { exitCode: 1, reason: 'Error' } }], []],
    ['Init:ExitCode:3', 1, [{ terminated: { exitCode: 3 } }], []],
    ['Running', 1, [{ terminated: { exitCode: 0 } }, { terminated: { exitCode: 0 } }], [{ running: {} }]],
    ['NotReady', 2, [], [{ terminated: { exitCode: 0, reason: 'Completed' } }, { running: {} }]],
    ['Completed', 1, [], [{ terminated: { exitCode: 0, reason: 'Completed' } }]],
    ['ErrImagePull', 1, [], [{ waiting: { reason: 'ErrImagePull' } }]],
  ])('a pod is %s in a table, restarted %d times', async (state, restarts, inits, mains) => {
    const shown = (states: readonly object[], names: string): object[] =>
      states.map((each, index) => ({
        name: names[index],
        image: 'i',
        imageID: '',
        ready: 'running' in each,
        restartCount: 1,
        lastState: {},
        state: each,
      }));
    const name = `state-${state.replaceAll(/[^A-Za-z0-9]/g, '-').toLowerCase()}`;
    await server.send('POST', PODS, {
      metadata: { name },
      spec: {
        initContainers: [
          { name: 'a', image: 'i' },
          { name: 'b', image: 'i' },
        ],
        containers: [
          { name: 'c', image: 'i' },
          { name: 'd', image: 'i' },
        ],
      },
    });
    const reported = {
      phase: 'Running',
      initContainerStatuses: shown(inits, 'ab'),
      containerStatuses: shown(mains, 'cd'),
    };
    await server.send(
      'PATCH',
      `${PODS}/${name}/status`,
      { status: reported },
      { headers: { 'Content-Type': 'application/merge-patch+json' } },
    );
    const [row] = table(await get(`${PODS}/${name}`)).rows;
    await server.send('DELETE', `${PODS}/${name}`);
    expect(row?.cells.slice(2, 4)).toEqual([state, restarts]);
  });

  it('reads of /status are tables too', async () => {
    expect(table(await get(`${PODS}/a/status`)).rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
      ['a', '0/1', 'Pending'],
    ]);
  });

  it('a row of a node shows whether it is schedulable, and a wide table of workloads their containers', async () => {
    const conditions = [{ type: 'Ready', status: 'True' }];
    await server.send('POST', '/api/v1/nodes', {
      metadata: { name: 'n', labels: { 'node-role.kubernetes.io/worker': '' } },
      spec: { unschedulable: true },
      status: { conditions },
    });
    const cells = async (path: string): Promise<readonly unknown[]> => {
      const { columnDefinitions, rows } = table(await get(path));
      return columnDefinitions.map(({ name }, index) => `${name}=${String(rows[0]?.cells[index])}`);
    };
    expect(await cells('/api/v1/nodes')).toEqual(
      expect.arrayContaining(['Status=Ready,SchedulingDisabled', 'Roles=worker', 'Version=<none>']),
    );
    const spec = {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: {
          containers: [
            { name: 'c', image: 'i:1' },
            { name: 'd', image: 'j:1' },
          ],
        },
      },
    };
    await server.send('POST', '/apis/apps/v1beta1/namespaces/default/deployments', { metadata: { name: 'd' }, spec });
    expect(await cells('/apis/apps/v1/namespaces/default/deployments')).toEqual(
      expect.arrayContaining(['Containers=c,d', 'Images=i:1,j:1', 'Selector=a=b']),
    );
    await server.send('POST', '/api/v1/namespaces/default/endpoints', {
      metadata: { name: 'e' },
      subsets: [
        {
          addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }],
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 81 },
          ],
        },
      ],
    });
    expect(await cells('/api/v1/namespaces/default/endpoints')).toContain(
      'Endpoints=10.0.0.1:80,10.0.0.1:81,10.0.0.2:80 + 1 more...',
    );
  });

  it.each([
    ['services', '/api/v1', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }, {}, ['External-IP=<pending>']],
    [
      'services',
      '/api/v1',
      { spec: { type: 'LoadBalancer', externalIPs: ['192.0.2.9'], ports: [{ port: 80 }] } },
      { loadBalancer: { ingress: [{ ip: '192.0.2.1' }, { hostname: 'a.example' }] } },
      ['External-IP=192.0.2.1,a.example,192.0.2.9'],
    ],
    [
      'services',
      '/api/v1',
      { spec: { type: 'ExternalName', externalName: 'a.example' } },
      {},
      ['External-IP=a.example'],
    ],
    ['services', '/api/v1', { spec: { ports: [{ port: 80 }] } }, {}, ['External-IP=<none>']],
    [
      'ingresses',
      '/apis/extensions/v1beta1',
      { spec: { backend: { serviceName: 's', servicePort: 80 }, tls: [{ hosts: ['a.example'] }] } },
      { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
      ['Hosts=*', 'Address=192.0.2.1', 'Ports=80, 443'],
    ],
    [
      'daemonsets',
      '/apis/extensions/v1beta1',
      {
        spec: {
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { nodeSelector: { disk: 'ssd' }, containers: [{ name: 'c', image: 'i' }] },
          },
        },
      },
      {},
      ['Node Selector=disk=ssd'],
    ],
    [
      'jobs',
      '/apis/batch/v1',
      {
        spec: {
          parallelism: 3,
          template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
        },
      },
      { succeeded: 2 },
      ['Completions=2/1 of 3'],
    ],
    [
      'jobs',
      '/apis/batch/v1',
      {
        spec: {
          completions: 4,
          parallelism: 3,
          template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
        },
      },
      { succeeded: 2 },
      ['Completions=2/4'],
    ],
  ])('%s of %s are in a table with %o and %o as %o', async (plural, prefix, body, reported, expected) => {
    const path = `${prefix}/namespaces/default/${plural}`;
    await server.send('POST', path, { metadata: { name: 'printed' }, ...body });
    await server.send(
      'PATCH',
      `${path}/printed/status`,
      { status: reported },
      { headers: { 'Content-Type': 'application/merge-patch+json' } },
    );
    const { columnDefinitions, rows } = table(await get(`${path}/printed`));
    await server.send('DELETE', `${path}/printed`, { propagationPolicy: 'Background' });
    expect(columnDefinitions.map(({ name }, index) => `${name}=${String(rows[0]?.cells[index])}`)).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it('pages of a table lead to each other', async () => {
    const first = table(await get(`${PODS}?limit=1`));
    expect(
      table(await get(`${PODS}?limit=1&continue=${String(first.metadata['continue'])}`)).rows.map(
        ({ cells }) => cells[0],
      ),
    ).toEqual(['b']);
  });

  it.each([
    ['None', null],
    ['Object', expect.objectContaining({ kind: 'Pod', spec: expect.anything() as unknown })],
  ])('includeObject=%s decides which part of the object is in the row', async (included, expected) => {
    expect(table(await get(`${PODS}/a?includeObject=${included}`)).rows).toEqual([
      expect.objectContaining({ object: expected }),
    ]);
  });

  it('an unknown value of includeObject is refused with 400', async () => {
    expect((await get(`${PODS}?includeObject=All`)).status).toBe(400);
  });

  it('a watch delivers tables', async () => {
    await using watch = await openWatch(`${server.url}${PODS}?watch=true`, TABLE);
    const events = await watch.take(2);
    expect(
      events.map(({ type, object }) => [type, object.kind, table({ body: object } as Reply).rows[0]?.cells[0]]),
    ).toEqual([
      ['ADDED', 'Table', 'a'],
      ['ADDED', 'Table', 'b'],
    ]);
  });

  it('metadata alone is available for objects and for lists', async () => {
    const object = await get(`${PODS}/a`, { Accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' });
    expect(object.body).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: expect.objectContaining({ name: 'a' }) as unknown,
    });
    const list = await get(PODS, { Accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' });
    expect([list.body.kind, list.body.items.length]).toEqual(['PartialObjectMetadataList', 2]);
  });

  it('every kind has a table, an empty one too; errors and responses to writes stay unchanged', async () => {
    for (const { prefix, plural } of RESOURCES) expect(table(await get(`${prefix}/${plural}`)).kind).toBe('Table');
    expect((await get(`${PODS}/none`)).body.kind).toBe('Status');
    expect((await server.send('DELETE', `${PODS}/b`, undefined, { headers: TABLE })).body.kind).not.toBe('Table');
  });
});
