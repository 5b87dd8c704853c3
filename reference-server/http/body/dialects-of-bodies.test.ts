import { connect } from 'node:net';
import { describePoints, point, status } from '../../testing/dialect-points.fixture.ts';
import type { TestServer } from '../../testing/server.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const LABELS = { a: 'b' };
const POD = { containers: [{ name: 'c', image: 'i:1' }] };
const DEPLOYMENT = { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec: POD } };

const typed = (type: string): { readonly headers: Record<string, string> } => ({ headers: { 'Content-Type': type } });
const STRATEGIC = typed('application/strategic-merge-patch+json');
const MERGE = typed('application/merge-patch+json');
const JSON_PATCH = typed('application/json-patch+json');
const YAML = typed('application/yaml');

const NOT_ALLOWED = ['FOO', 'get', 'X-FOO_2', 'CONNECT'].map(() => 'HTTP/1.1 405 Method Not Allowed');

/** The status of a PATCH of the config map `m`, and its data afterwards. */
async function patched(server: TestServer, patch: unknown, options: object): Promise<unknown> {
  await server.send('POST', `${CORE}/configmaps`, {
    metadata: { name: 'm', finalizers: ['a.b/c', 'a.b/d'] },
    data: { a: '1' },
  });
  return status(server, 'PATCH', `${CORE}/configmaps/m`, patch, options);
}

async function madeOfYaml(server: TestServer, text: string): Promise<unknown> {
  const { status: code, body } = await server.send('POST', `${CORE}/configmaps`, undefined, { ...YAML, text });
  return code < 300 ? body.data : code;
}

/** The response to bytes that the platform's parser does not accept as a request. */
function answerTo(server: TestServer, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

describePoints([
  point('patch.null-bodies', [400, 400, 400], [200, 200, 500], async (server) => [
    await patched(server, null, STRATEGIC),
    await patched(server, null, JSON_PATCH),
    await patched(server, null, MERGE),
  ]),
  point('patch.json-pointers without a slash in front', 400, 200, (server) =>
    patched(server, [{ op: 'add', path: 'metadata/data/z', value: '2' }], JSON_PATCH),
  ),
  point('patch.json-pointers of indexes', [422, 422], [200, 200], async (server) => [
    await patched(server, [{ op: 'replace', path: '/metadata/finalizers/00', value: 'a.b/e' }], JSON_PATCH),
    await patched(server, [{ op: 'replace', path: '/metadata/finalizers/+1', value: 'a.b/f' }], JSON_PATCH),
  ]),
  point('patch.json-pointers of an add without a value', 400, 200, (server) =>
    patched(server, [{ op: 'add', path: '/data/v' }], JSON_PATCH),
  ),
  point('patch.removed-api-version', [200, 200, 200], [400, 400, 200], async (server) => [
    await patched(server, { apiVersion: null }, MERGE),
    await patched(server, [{ op: 'remove', path: '/apiVersion' }], JSON_PATCH),
    await patched(server, { apiVersion: null }, STRATEGIC),
  ]),
  point('patches of absent objects', 404, 404, async (server) =>
    status(server, 'PATCH', `${CORE}/configmaps/none`, undefined, { ...STRATEGIC, text: '{' }),
  ),
  point('deletes of absent objects with an unknown policy', 404, 404, (server) =>
    status(server, 'DELETE', `${CORE}/configmaps/none`, { propagationPolicy: 'Nonsense' }),
  ),
  point('replace.absent-object of an Event with a version, and with a uid', [404, 404], [409, 201], async (server) => {
    const event = (name: string, metadata: object): object => ({
      metadata: { name, ...metadata },
      involvedObject: { namespace: 'default' },
    });
    return [
      await status(server, 'PUT', `${CORE}/events/e`, event('e', { uid: 'abc' })),
      await status(server, 'PUT', `${CORE}/events/e`, event('e', { resourceVersion: '5' })),
    ];
  }),
  point('list.absent-name', [true, true, true], [false, true, true], async (server) => {
    const version = async (query: string): Promise<boolean> =>
      (await server.send('GET', `${CORE}/configmaps?${query}`)).body.metadata.resourceVersion !== undefined;
    return [
      await version('fieldSelector=metadata.name%3Dnone'),
      await version('fieldSelector=metadata.name%3Dnone&resourceVersion=0'),
      await version('fieldSelector=metadata.name%3Dm'),
    ];
  }),
  point('selectors.odd-forms', [200, 200, 200, 200, 200, 400], [400, 200, 400, 200, 400, 200], async (server) =>
    Promise.all(
      [
        'labelSelector=n%3E-1',
        'labelSelector=n%3E1',
        'labelSelector=n%20in%20(a,,)',
        'labelSelector=n%20in%20(,)',
        'fieldSelector=metadata.name%20%3D%20a',
        'fieldSelector=%3D',
      ].map(async (query) => status(server, 'GET', `${CORE}/configmaps?${query}`)),
    ),
  ),
  point('discovery.methods', [405, 405], [200, 405], async (server) => [
    await status(server, 'POST', '/apis', {}),
    await status(server, 'POST', '/api', {}),
  ]),
  point('paths.empty-segments', [404, 404, 404, 404, 404], [200, 200, 404, 404, 404], async (server) =>
    Promise.all(
      ['/api/v1/namespaces//configmaps', `${CORE}/configmaps//`, `${CORE}//configmaps`, '/api//v1/pods', '//'].map(
        async (path) => status(server, 'GET', path),
      ),
    ),
  ),
  point('methods that the platform does not know', NOT_ALLOWED, NOT_ALLOWED, async (server) =>
    Promise.all(
      ['FOO', 'get', 'X-FOO_2', 'CONNECT'].map(
        async (method) =>
          (await answerTo(server, `${method} ${CORE}/configmaps HTTP/1.1\r\nHost: x\r\n\r\n`)).split('\r\n')[0],
      ),
    ),
  ),
  point(
    'malformed requests',
    'HTTP/1.1 400 Bad Request',
    'HTTP/1.1 400 Bad Request',
    async (server) => (await answerTo(server, '\u0016\u0003\u0001\r\n\r\n')).split('\r\n')[0],
  ),
  point('versions that were never issued', [200, 400, 400], [200, 504, 500], async (server) =>
    Promise.all(
      ['00', '9223372036854775808', '18446744073709551616'].map(async (version) =>
        status(server, 'GET', `${CORE}/configmaps?resourceVersion=${version}`),
      ),
    ),
  ),
  point('media-types.json-types of integers', [400, undefined], [201, 3], async (server) => {
    const { status: code, body } = await server.send('POST', '/apis/apps/v1beta1/namespaces/default/deployments', {
      metadata: { name: 'quoted' },
      spec: { ...DEPLOYMENT, replicas: '3' },
    });
    return [code, body.spec?.['replicas']];
  }),
  point('integers beyond 2^53, which no dialect stores', 400, 400, (server) =>
    status(server, 'POST', `${CORE}/pods`, undefined, {
      ...typed('application/json'),
      text: '{"metadata":{"name":"long"},"spec":{"activeDeadlineSeconds":9007199254740993,"containers":[{"name":"c","image":"i"}]}}',
    }),
  ),
  point('media-types.json-types of delete options', [400, 400], [404, 500], async (server) => [
    await status(server, 'DELETE', `${CORE}/pods/none`, { gracePeriodSeconds: '5' }),
    await status(server, 'DELETE', `${CORE}/pods/none`, []),
  ]),
  point(
    'media-types.json-types of patches, more strictly of a strategic merge',
    [400, 400],
    [200, 500],
    async (server) => [
      await patched(server, { metadata: { generation: '7' } }, MERGE),
      await patched(server, { metadata: { generation: '8' } }, STRATEGIC),
    ],
  ),
  point(
    'media-types.json-types of objects and lists',
    [undefined, undefined, undefined],
    ['of-a-list', ['x', 'y'], {}],
    async (server) => {
      const named = await server.send('POST', `${CORE}/configmaps`, { metadata: ['of-a-list'] });
      const pod = await server.send('POST', `${CORE}/pods`, {
        metadata: { name: 'odd' },
        spec: { containers: [{ name: 'c', image: 'i', resources: [{}], command: { x: 'y' } }] },
      });
      const [container] = (pod.body.spec?.['containers'] ?? []) as readonly Record<string, unknown>[];
      return [named.body.metadata.name, container?.['command'], container?.['resources']];
    },
  ),
  point('media-types.json-types that no server reads', [400, 400], [400, 400], async (server) => [
    await status(server, 'POST', `${CORE}/configmaps`, { metadata: { name: 'x' }, data: { a: 1 } }),
    await status(server, 'POST', `${CORE}/configmaps`, { metadata: 'x' }),
  ]),
  point('media-types.broken-text of bytes', 400, { a: 'x\ufffd' }, async (server) => {
    const text = Buffer.concat([
      Buffer.from('{"metadata":{"name":"bytes"},"data":{"a":"x'),
      Buffer.from([0xff]),
      Buffer.from('"}}'),
    ]);
    const reply = await fetch(`${server.url}${CORE}/configmaps`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    });
    return reply.ok ? ((await reply.json()) as { readonly data: unknown }).data : reply.status;
  }),
  point(
    'media-types.broken-text of half a surrogate pair',
    [200, 200, 200, 200],
    [400, 201, 201, 201],
    async (server) => {
      const sent = (name: string, value: string): Promise<number> =>
        status(server, 'POST', `${CORE}/configmaps`, undefined, {
          ...typed('application/json'),
          text: `{"metadata":{"name":"${name}"},"data":{"a":"${value}"}}`,
        });
      return [
        await sent('half', String.raw`\ud800`),
        await sent('pair', String.raw`\ud83e\udd84`),
        await sent('no-escape', String.raw`\\ud800`),
        await sent('other-escape', String.raw`\ud800\u0041`),
      ];
    },
  ),
  point('media-types.broken-text of escapes that are no pair', '\ufffdA', '\ufffd', async (server) => {
    const text = String.raw`{"metadata":{"name":"no-pair"},"data":{"a":"\ud800\u0041"}}`;
    const typeOfText = typed('application/json');
    return (await server.send('POST', `${CORE}/configmaps`, undefined, { ...typeOfText, text })).body.data?.['a'];
  }),
  point(
    'media-types.broken-text of patches',
    ['x\ufffd', 'x\ufffd', 'x\ufffd'],
    ['x\ufffd', 500, 500],
    async (server) => {
      const half = String.raw`"x\ud800"`;
      const changed = async (type: string, text: string): Promise<unknown> => {
        await server.send('POST', `${CORE}/configmaps`, { metadata: { name: type }, data: { a: 'b' } });
        const path = `${CORE}/configmaps/${type}`;
        const reply = await server.send('PATCH', path, undefined, { ...typed(`application/${type}+json`), text });
        return reply.status === 200 ? reply.body.data?.['a'] : reply.status;
      };
      return [
        await changed('strategic-merge-patch', `{"data":{"a":${half}}}`),
        await changed('merge-patch', `{"data":{"a":${half}}}`),
        await changed('json-patch', `[{"op":"replace","path":"/data/a","value":${half}}]`),
      ];
    },
  ),
  point('media-types.yaml-forms', [400, 400, 400, 400], [{ b: 'w' }, { a: 'hello' }, 422, 422], async (server) => [
    await madeOfYaml(server, 'metadata: {name: twice}\ndata: {a: v}\ndata: {b: w}\n'),
    await madeOfYaml(server, 'metadata: {name: binary}\ndata: {a: !!binary aGVsbG8=}\n'),
    await madeOfYaml(server, '# nothing\n'),
    await madeOfYaml(server, ' '),
  ]),
  point(
    'media-types.yaml-control-characters',
    [1, 2, 3].map(() => [200, 'kind: ConfigMap', false]),
    [1, 2, 3].map(() => [200, 'kind: Status', true]),
    async (server) => {
      const shown = async (text: string, index: number): Promise<unknown> => {
        const name = `control-${index}`;
        await server.send('POST', `${CORE}/configmaps`, { metadata: { name }, data: { a: text } });
        const reply = await server.send('GET', `${CORE}/configmaps/${name}`, undefined, {
          headers: { Accept: 'application/yaml' },
        });
        return [reply.status, reply.text.split('\n')[0], reply.text.includes('code: 500')];
      };
      return Promise.all(['x\u007fy', 'x\u009fy', 'x\ufffey'].map(shown));
    },
  ),
  point(
    'secret.empty-values',
    [{ a: '', b: 'eA==' }, { a: '' }, { a: '' }, { a: '', b: 'eA==' }],
    [{ a: null, b: 'eA==' }, { a: '' }, { a: null }, { a: null, b: 'eA==' }],
    async (server) => {
      const sent = await server.send('POST', `${CORE}/secrets`, {
        metadata: { name: 'sent' },
        data: { a: '', b: 'eA==' },
      });
      const written = await server.send('POST', `${CORE}/secrets`, {
        metadata: { name: 'written' },
        stringData: { a: '' },
      });
      const later = await server.send('PATCH', `${CORE}/secrets/written`, { metadata: { labels: LABELS } }, MERGE);
      const protobuf = 'application/vnd.kubernetes.protobuf';
      const read = await fetch(`${server.url}${CORE}/secrets/sent`, { headers: { Accept: protobuf } });
      const returned = await fetch(`${server.url}${CORE}/secrets/sent`, {
        method: 'PUT',
        headers: { 'Content-Type': protobuf },
        body: await read.arrayBuffer(),
      });
      const { data } = (await returned.json()) as { readonly data: object };
      return [sent.body.data, written.body.data, later.body.data, data];
    },
  ),
  point('parameters.timeout', [200, 200, 200], [504, 200, 200], async (server) => {
    const code = await status(server, 'POST', `${CORE}/configmaps?timeout=0s`, { metadata: { name: 'late' } });
    return [
      code,
      await status(server, 'GET', `${CORE}/configmaps/late?timeout=0s`),
      await status(server, 'PUT', `${CORE}/configmaps/late?timeout=30s`, { metadata: { name: 'late' } }),
    ];
  }),
  point(
    'deployment.extensions-defaults of a scale under apps',
    [3, 2, 600],
    [3, undefined, undefined],
    async (server) => {
      await server.send('POST', '/apis/extensions/v1beta1/namespaces/default/deployments', {
        metadata: { name: 'scaled' },
        spec: DEPLOYMENT,
      });
      const path = '/apis/apps/v1beta1/namespaces/default/deployments/scaled';
      await server.send('PUT', `${path}/scale`, {
        metadata: { name: 'scaled', namespace: 'default' },
        spec: { replicas: 3 },
      });
      const { spec } = (await server.send('GET', path)).body;
      return [spec?.['replicas'], spec?.['revisionHistoryLimit'], spec?.['progressDeadlineSeconds']];
    },
  ),
  point('errors.groups of a delete under apps', 'apps', 'extensions', async (server) => {
    const path = '/apis/apps/v1beta1/namespaces/default/deployments';
    await server.send('POST', path, { metadata: { name: 'gone' }, spec: DEPLOYMENT });
    return (await server.send('DELETE', `${path}/gone`, { orphanDependents: false })).body.details?.group;
  }),
  point(
    'delete.refused-field, and its group',
    [undefined, [['FieldValueNotSupported', 'propagationPolicy']]],
    ['meta.k8s.io', [['FieldValueInvalid', '[]']]],
    async (server) => {
      await server.send('POST', `${CORE}/configmaps`, { metadata: { name: 'kept' } });
      const { details } = (await server.send('DELETE', `${CORE}/configmaps/kept`, { propagationPolicy: 'Nonsense' }))
        .body;
      return [details?.group, details?.causes?.map(({ reason, field }) => [reason, field])];
    },
  ),
]);
