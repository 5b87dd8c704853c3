import { expect } from 'vitest';
import { describePoints, point, status } from '../../testing/dialect-points.fixture.ts';
import type { Reply } from '../../testing/server.fixture.ts';
import { openWatch } from '../../testing/watch.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const SETS = '/apis/extensions/v1beta1/namespaces/default/replicasets';
const STRATEGIC = { headers: { 'Content-Type': 'application/strategic-merge-patch+json' } };
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };

const JSON_PATCH = { headers: { 'Content-Type': 'application/json-patch+json' } };
const TABLE = 'application/json;as=Table;v=v1beta1;g=meta.k8s.io';
const accepting = (...types: readonly string[]): object => ({ headers: { Accept: types.join(',') } });

const podSpec = { containers: [{ name: 'c', image: 'i:1' }] };
const labels = { a: 'b' };
const deployment = { spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } } };
const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };

/** The names of the present members, in order. */
const fields = ({ body }: Reply): readonly string[] => Object.keys(body).sort();

describePoints([
  point('create.status', 200, 201, (server) => status(server, 'POST', `${CORE}/secrets`, { metadata: { name: 'x' } })),
  point('replace.absent-object of an event', 404, 201, (server) =>
    status(server, 'PUT', `${CORE}/events/e`, { metadata: { name: 'e' }, involvedObject: { namespace: 'default' } }),
  ),
  point('replace.absent-object of another kind', 404, 404, (server) =>
    status(server, 'PUT', `${CORE}/secrets/none`, { metadata: { name: 'none' } }),
  ),
  point('selectors.field-names', 200, 400, (server) =>
    status(server, 'GET', `${SETS}?fieldSelector=metadata.name%3Dx`),
  ),
  point('watch.field-selector-on-name', 200, 400, (server) =>
    status(server, 'GET', `/api/v1/watch/namespaces/default/pods/p?fieldSelector=metadata.name%3Dp&timeoutSeconds=-1`),
  ),
  point('parameters.int32', 400, 200, (server) => status(server, 'GET', '/api/v1/pods?timeoutSeconds=5000000000')),
  point('parameters.booleans', 400, 200, (server) => status(server, 'GET', '/api/v1/namespaces/default?export=yes')),
  point('pod.negative-grace', 422, 201, (server) =>
    status(server, 'POST', `${CORE}/pods`, {
      metadata: { name: 'negative' },
      spec: { ...podSpec, terminationGracePeriodSeconds: -1 },
    }),
  ),
  point('container.tty', 422, 201, (server) =>
    status(server, 'POST', `${CORE}/pods`, {
      metadata: { name: 'tty' },
      spec: { containers: [{ name: 'c', image: 'i', tty: true }] },
    }),
  ),
  point('pod.image', 422, 200, async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'image' }, spec: podSpec });
    return status(
      server,
      'PATCH',
      `${CORE}/pods/image`,
      { spec: { containers: [{ name: 'c', image: 'i:2' }] } },
      STRATEGIC,
    );
  }),
  point('resources.kind-change by a strategic merge', 400, 200, (server) =>
    status(server, 'PATCH', `${CORE}/pods/image`, { kind: 'Secret' }, STRATEGIC),
  ),
  point('resources.kind-change by a merge patch', 400, 500, (server) =>
    status(server, 'PATCH', `${CORE}/pods/image`, { kind: 'Secret' }, MERGE),
  ),
  point('replace.without-version', 200, 422, async (server) => {
    const { body } = await server.send('POST', `${CORE}/services`, service);
    return status(server, 'PUT', `${CORE}/services/s`, { ...body, metadata: { name: 's' } });
  }),
  point('patch.stale-version', 200, 409, (server) =>
    status(
      server,
      'PATCH',
      `${CORE}/services/s`,
      { metadata: { resourceVersion: '1', labels: { stale: 'yes' } } },
      MERGE,
    ),
  ),
  point(
    'get.export-status',
    undefined,
    { phase: 'Pending', qosClass: 'BestEffort' },
    async (server) => (await server.send('GET', `${CORE}/pods/image?export=true`)).body.status,
  ),
  point('generation.increases', 1, 2, async (server) => {
    const path = '/apis/apps/v1beta1/namespaces/default/deployments';
    await server.send('POST', path, { metadata: { name: 'd' }, ...deployment });
    return (await server.send('PATCH', `${path}/d`, { metadata: { annotations: { a: 'b' } } }, MERGE)).body.metadata[
      'generation'
    ];
  }),
  point('deployment.extensions-defaults', 2, undefined, async (server) => {
    const { body } = await server.send('POST', '/apis/extensions/v1beta1/namespaces/default/deployments', {
      metadata: { name: 'old' },
      ...deployment,
    });
    return body.spec?.['revisionHistoryLimit'];
  }),
  point('delete.query-options of a policy', 200, 400, (server) =>
    status(server, 'DELETE', `${CORE}/secrets/x?propagationPolicy=Background`),
  ),
  point('delete.query-options beside a body', 400, 200, (server) =>
    status(server, 'DELETE', `${CORE}/services/s?gracePeriodSeconds=x`, { kind: 'DeleteOptions' }),
  ),
  point('delete.negative-grace', 422, 200, (server) =>
    status(server, 'DELETE', `${CORE}/pods/image?gracePeriodSeconds=-1`),
  ),
  point('pod.init-containers', true, false, async (server) => {
    const template = { metadata: { labels }, spec: { ...podSpec, initContainers: [{ name: 'i', image: 'old:1' }] } };
    const { body } = await server.send('POST', SETS, {
      metadata: { name: 'init' },
      spec: { selector: { matchLabels: labels }, template },
    });
    const change = (read: unknown): unknown =>
      JSON.parse(
        JSON.stringify(read)
          .replaceAll('old:1', 'new:1')
          .replaceAll(
            /(init-containers":")((?:[^"\\]|\\.)*)/g,
            (_, name: string, text: string) => `${name}${text.replaceAll('new:1', 'old:1')}`,
          ),
      );
    const written = await server.send('PUT', `${SETS}/init`, change(body));
    return JSON.stringify(written.body.spec).includes('"image":"new:1"');
  }),
  point('pod.init-containers of a pod template', false, true, async (server) => {
    const { body } = await server.send('POST', `${CORE}/podtemplates`, {
      metadata: { name: 'init' },
      template: { metadata: { labels }, spec: { ...podSpec, initContainers: [{ name: 'i', image: 'i' }] } },
    });
    return JSON.stringify(body).includes('pod.beta.kubernetes.io/init-containers');
  }),
  point('delete.options', 409, 200, async (server) => {
    await server.send('POST', `${CORE}/services`, {
      metadata: { name: 'heedless' },
      spec: { ports: [{ port: 80 }] },
    });
    return status(server, 'DELETE', `${CORE}/services/heedless`, { preconditions: { uid: 'another' } });
  }),
  point('delete.preconditions of a version', 409, 200, async (server) => {
    await server.send('POST', `${CORE}/secrets`, { metadata: { name: 'of-a-version' } });
    return status(server, 'DELETE', `${CORE}/secrets/of-a-version`, { preconditions: { resourceVersion: '1' } });
  }),
  point('delete.lingering', ['ADDED', 'DELETED'], ['ADDED', 'MODIFIED'], async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'marked' }, spec: podSpec });
    await using watch = await openWatch(`${server.url}/api/v1/watch/namespaces/default/pods/marked`);
    await server.send('DELETE', `${CORE}/pods/marked`, { gracePeriodSeconds: 0 });
    return (await watch.take(2)).map(({ type }) => type);
  }),
  point(
    'delete.lingering of a grace period that is shortened to zero',
    [
      ['ADDED', 30],
      ['DELETED', 30],
    ],
    [
      ['ADDED', 30],
      ['MODIFIED', 0],
      ['DELETED', 0],
    ],
    async (server) => {
      await server.send('POST', `${CORE}/pods`, { metadata: { name: 'hurried' }, spec: { ...podSpec, nodeName: 'n' } });
      await server.send('DELETE', `${CORE}/pods/hurried`, { gracePeriodSeconds: 30 });
      await using watch = await openWatch(
        `${server.url}/api/v1/watch/namespaces/default/pods/hurried?timeoutSeconds=1`,
      );
      await server.send('DELETE', `${CORE}/pods/hurried`, { gracePeriodSeconds: 0 });
      return (await watch.rest()).map(({ type, object }) => [type, object.metadata['deletionGracePeriodSeconds']]);
    },
  ),
  point('update.ended-version of a delete that ends a pod', ['Status', true], ['Pod', true], async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'at-once' }, spec: { ...podSpec, nodeName: 'n' } });
    await using watch = await openWatch(`${server.url}/api/v1/watch/namespaces/default/pods/at-once?timeoutSeconds=1`);
    const { body } = await server.send('DELETE', `${CORE}/pods/at-once`, { gracePeriodSeconds: 0 });
    const modified = (await watch.rest()).find(({ type }) => type === 'MODIFIED')?.object;
    return [body.kind, body.metadata.resourceVersion === modified?.metadata.resourceVersion];
  }),
  point('update.ended-version of writes', [false, false], [true, true], async (server) => {
    const ended = async (name: string, write: () => Promise<Reply>): Promise<boolean> => {
      await server.send('POST', `${CORE}/configmaps`, { metadata: { name, finalizers: ['a.b/c'] } });
      await server.send('DELETE', `${CORE}/configmaps/${name}`);
      const before = (await server.send('GET', `${CORE}/configmaps/${name}`)).body.metadata.resourceVersion;
      const response = await write();
      expect(await status(server, 'GET', `${CORE}/configmaps/${name}`)).toBe(404);
      return response.body.metadata.resourceVersion === before;
    };
    return [
      await ended('by-put', () => server.send('PUT', `${CORE}/configmaps/by-put`, { metadata: { name: 'by-put' } })),
      await ended('by-patch', () =>
        server.send('PATCH', `${CORE}/configmaps/by-patch`, { metadata: { finalizers: null } }, MERGE),
      ),
    ];
  }),
  point('delete-collection with an invalid version', [400, 200], [500, 200], async (server) => {
    await server.send('POST', `${CORE}/podtemplates`, { metadata: { name: 'stays' }, template: { spec: podSpec } });
    const refused = await status(server, 'DELETE', `${CORE}/podtemplates?resourceVersion=abc`);
    return [refused, await status(server, 'GET', `${CORE}/podtemplates/stays`)];
  }),
  point('delete.query-options of an empty policy', 404, 400, (server) =>
    status(server, 'DELETE', `${CORE}/secrets/none?propagationPolicy=`),
  ),
  point('delete.query-options of kinds that obey few', [404, 404, 404], [400, 400, 404], async (server) => [
    await status(server, 'DELETE', '/api/v1/namespaces/none?propagationPolicy=Background'),
    await status(server, 'DELETE', '/api/v1/namespaces/none?propagationPolicy='),
    await status(server, 'DELETE', `${CORE}/services/none?propagationPolicy=Background`),
  ]),
  point('patch.null-in-new-map of an absent list', undefined, ['a.b/c'], async (server) => {
    await server.send('POST', `${CORE}/configmaps`, { metadata: { name: 'listless' } });
    return (
      await server.send(
        'PATCH',
        `${CORE}/configmaps/listless`,
        { metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/c'] } },
        STRATEGIC,
      )
    ).body.metadata['finalizers'];
  }),
  point('rollback.generation', 2, 1, async (server) => {
    const path = '/apis/extensions/v1beta1/namespaces/default/deployments';
    await server.send('POST', path, { metadata: { name: 'rolled' }, ...deployment });
    await server.send('POST', `${path}/rolled/rollback`, { name: 'rolled', rollbackTo: { revision: 0 } });
    return (await server.send('GET', `${path}/rolled`)).body.metadata['generation'];
  }),
  point('delete.query-options of a collection', 400, 200, (server) =>
    status(server, 'DELETE', `${CORE}/limitranges?gracePeriodSeconds=x&propagationPolicy=Nonsense`),
  ),
  point('delete.options of a namespace', [409, 422], [409, 200], async (server) => {
    await server.send('POST', '/api/v1/namespaces', { metadata: { name: 'heedless' } });
    return [
      await status(server, 'DELETE', '/api/v1/namespaces/heedless', { preconditions: { uid: 'another' } }),
      await status(server, 'DELETE', '/api/v1/namespaces/heedless', { propagationPolicy: 'Nonsense' }),
    ];
  }),
  point(
    'deletes of namespaces, which no dependants hold, in both dialects',
    [['a.b/c'], ['a.b/c'], ['a.b/c']],
    [['a.b/c'], ['a.b/c'], ['a.b/c']],
    async (server) => {
      const finalizers: unknown[] = [];
      for (const [name, options] of Object.entries({
        foreground: { propagationPolicy: 'Foreground' },
        orphan: { propagationPolicy: 'Orphan' },
        dependents: { orphanDependents: true },
      })) {
        await server.send('POST', '/api/v1/namespaces', { metadata: { name, finalizers: ['a.b/c'] } });
        await server.send('DELETE', `/api/v1/namespaces/${name}`, options);
        finalizers.push((await server.send('GET', `/api/v1/namespaces/${name}`)).body.metadata['finalizers']);
      }
      return finalizers;
    },
  ),
  point('get.export-status of the generation', undefined, 1, async (server) => {
    await server.send('POST', '/apis/apps/v1beta1/namespaces/default/deployments', {
      metadata: { name: 'exported' },
      ...deployment,
    });
    return (await server.send('GET', '/apis/apps/v1beta1/namespaces/default/deployments/exported?export=true')).body
      .metadata['generation'];
  }),
  point(
    'get.export-status of volumes, their claims and nodes',
    [undefined, undefined, undefined],
    [{}, {}, {}],
    async (server) => {
      const storage = { storage: '1Gi' };
      await server.send('POST', '/api/v1/persistentvolumes', {
        metadata: { name: 'v' },
        spec: { accessModes: ['ReadWriteOnce'], capacity: storage, hostPath: { path: '/v' } },
      });
      await server.send('POST', `${CORE}/persistentvolumeclaims`, {
        metadata: { name: 'c' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: storage } },
      });
      await server.send('POST', '/api/v1/nodes', {
        metadata: { name: 'exported' },
        status: { capacity: { cpu: '1' } },
      });
      const exported = async (path: string): Promise<unknown> =>
        (await server.send('GET', `${path}?export=true`)).body.status;
      return [
        await exported('/api/v1/persistentvolumes/v'),
        await exported(`${CORE}/persistentvolumeclaims/c`),
        await exported('/api/v1/nodes/exported'),
      ];
    },
  ),
  point('delete.http-status, answer and lingering', [200, 'Status'], [202, 'ConfigMap'], async (server) => {
    await server.send('POST', `${CORE}/configmaps`, { metadata: { name: 'held', finalizers: ['a.b/c'] } });
    const { status, body } = await server.send('DELETE', `${CORE}/configmaps/held`, { orphanDependents: false });
    return [status, body.kind];
  }),
  point('delete.answer of a pod', 'Status', 'Pod', async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'gone' }, spec: podSpec });
    return (await server.send('DELETE', `${CORE}/pods/gone`)).body.kind;
  }),
  point('delete.answer of a config map', true, false, async (server) => {
    await server.send('POST', `${CORE}/configmaps`, { metadata: { name: 'plain' } });
    return Object.hasOwn((await server.send('DELETE', `${CORE}/configmaps/plain`)).body, 'code');
  }),
  point('list.pages', false, true, async (server) => {
    await server.send('POST', `${CORE}/secrets`, { metadata: { name: 'second' } });
    await server.send('POST', `${CORE}/secrets`, { metadata: { name: 'third' } });
    return (await server.send('GET', `${CORE}/secrets?limit=1`)).body.items.length > 1;
  }),
  point('the order of names in lists, in both dialects', ['a', 'a-b', 'a.b'], ['a', 'a-b', 'a.b'], async (server) => {
    for (const name of ['a.b', 'a', 'a-b']) await server.send('POST', `${CORE}/endpoints`, { metadata: { name } });
    return (await server.send('GET', `${CORE}/endpoints`)).body.items.map(({ metadata }) => metadata.name);
  }),
  point('list.foreign-version', 400, 504, (server) => status(server, 'GET', `${CORE}/secrets?resourceVersion=999999`)),
  point('media-types.renderings beside another type', 200, 406, (server) =>
    status(server, 'GET', `${CORE}/secrets`, undefined, accepting(TABLE, 'application/json')),
  ),
  point('media-types.renderings after a known type', 200, 200, (server) =>
    status(server, 'GET', `${CORE}/secrets`, undefined, accepting('application/json', TABLE)),
  ),
  point('media-types.renderings of discovery in one piece', 200, 406, (server) =>
    status(
      server,
      'GET',
      '/apis',
      undefined,
      accepting('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList', 'application/json'),
    ),
  ),
  point('media-types.renderings alone', 200, 406, (server) =>
    status(server, 'GET', `${CORE}/secrets`, undefined, accepting(TABLE)),
  ),
  point(
    'media-types.renderings of that era',
    'v1',
    'meta.k8s.io/v1alpha1',
    async (server) =>
      (
        await server.send(
          'GET',
          `${CORE}/secrets`,
          undefined,
          accepting(TABLE.replace('v1beta1', 'v1alpha1'), 'application/json'),
        )
      ).body.apiVersion,
  ),
  point('media-types.other-request-types', 200, 400, (server) =>
    status(server, 'POST', `${CORE}/secrets`, undefined, { text: 'metadata: {name: untyped}' }),
  ),
  point('watch.json-type', 'application/json;stream=watch', 'application/json', async (server) =>
    (
      await server.send(
        'GET',
        '/api/v1/watch/pods?timeoutSeconds=-1',
        undefined,
        accepting('application/json;stream=watch'),
      )
    ).headers.get('content-type'),
  ),
  point('parameters.pretty', [false, false, true], [true, false, true], async (server) => {
    const lines = async (query: string): Promise<boolean> =>
      (
        await server.send('GET', `/api/v1/namespaces/default${query}`, undefined, {
          headers: { 'User-Agent': 'curl/7.88' },
        })
      ).text.includes('\n  ');
    return [await lines(''), await lines('?pretty=false'), await lines('?pretty=true')];
  }),
  point('parameters.dry-run', 404, 200, async (server) => {
    await server.send('POST', `${CORE}/secrets?dryRun=All`, { metadata: { name: 'dry' } });
    return status(server, 'GET', `${CORE}/secrets/dry`);
  }),
  point('operations.untabulated', [200, 405], [405, 404], async (server) => [
    await status(server, 'DELETE', `${CORE}/services`),
    await status(server, 'POST', '/apis/apps/v1beta1/namespaces/default/statefulsets/s/scale', {}),
  ]),
  point(
    'operations.later-releases',
    [200, 200, 200, 200, 200, 200, 200],
    [404, 404, 404, 404, 404, 200, 404],
    async (server) =>
      Promise.all(
        [
          '/apis/apps/v1',
          '/apis/batch/v1beta1',
          '/openapi/v2',
          '/openapi/v3',
          '/openapi/v3/api/v1',
          '/swagger.json',
          '/readyz',
        ].map((path) => status(server, 'GET', path)),
      ),
  ),
  point('operations.later-releases in discovery', ['v1', 'v1beta1'], ['v1beta1'], async (server) => {
    const [group] = (await server.send('GET', '/apis')).body['groups' as 'items'] as unknown as readonly {
      readonly versions: readonly { readonly version: string }[];
    }[];
    return group?.versions.map(({ version }) => version);
  }),
  point('errors.body of unknown groups and paths', ['{', '{', '{'], ['4', '{', '{'], async (server) =>
    Promise.all(
      ['/apis/none/v1', '/none', '/api/v1/none'].map(async (path) => (await server.send('GET', path)).text[0]),
    ),
  ),
  point('errors.bad-input-status of patches', [400, 422, 400], [500, 500, 500], async (server) =>
    Promise.all(
      [
        ['{', MERGE],
        ['[{"op":"test","path":"/metadata/name","value":"q"}]', JSON_PATCH],
        ['{"$patch":"nonsense"}', STRATEGIC],
      ].map(async ([text, options]) =>
        status(server, 'PATCH', '/api/v1/namespaces/default', undefined, { ...(options as object), text }),
      ),
    ),
  ),
  point('errors.bad-input-status of versions', [400, 409, 409, 400], [500, 500, 409, 500], async (server) => {
    const named = (resourceVersion: string): object => ({ metadata: { name: 'second', resourceVersion } });
    return [
      await status(server, 'GET', `${CORE}/secrets?resourceVersion=x`),
      await status(server, 'PUT', `${CORE}/secrets/second`, named('x')),
      await status(server, 'PUT', `${CORE}/secrets/second`, named('1')),
      await status(server, 'POST', `${CORE}/secrets`, named('7')),
    ];
  }),
  point('errors.bad-input-status of delete options', [400, 'BadRequest'], [500, undefined], async (server) => {
    const { status: code, body } = await server.send('DELETE', `${CORE}/secrets/second`, { kind: 'Pod' });
    return [code, body.reason];
  }),
  point('scale.namespace, and rollback.answer', [200, 200, 'Success'], [422, 200, 'Failure'], async (server) => {
    const path = '/apis/apps/v1beta1/namespaces/default/deployments';
    await server.send('POST', path, { metadata: { name: 'scaled' }, ...deployment });
    const scaled = await status(server, 'PUT', `${path}/scaled/scale`, {
      metadata: { name: 'scaled' },
      spec: { replicas: 2 },
    });
    const { status: code, body } = await server.send('POST', `${path}/scaled/rollback`, {
      name: 'scaled',
      rollbackTo: { revision: 0 },
    });
    return [scaled, code, body.status];
  }),
  point('create.status of a binding', 200, 201, async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'bound' }, spec: podSpec });
    return status(server, 'POST', `${CORE}/pods/bound/binding`, { target: { name: 'n' } });
  }),
  point('create.status of an object with initializers', 200, 202, (server) =>
    status(server, 'POST', `${CORE}/configmaps`, {
      metadata: { name: 'initialized', initializers: { pending: [{ name: 'a.b.c' }] } },
    }),
  ),
  point('get.export-status of the metadata', false, true, async (server) =>
    Object.keys((await server.send('GET', `${CORE}/configmaps/initialized?export=true`)).body.metadata).includes(
      'creationTimestamp',
    ),
  ),
  point('delete.answer of a service account', 'Status', 'ServiceAccount', async (server) => {
    await server.send('POST', `${CORE}/serviceaccounts`, { metadata: { name: 'answered' } });
    return (await server.send('DELETE', `${CORE}/serviceaccounts/answered`)).body.kind;
  }),
  point('delete-collection.grace', ['b'], [], async (server) => {
    await server.send('POST', '/api/v1/namespaces', { metadata: { name: 'graceful' } });
    const pods = '/api/v1/namespaces/graceful/pods';
    await server.send('POST', pods, { metadata: { name: 'a' }, spec: podSpec });
    await server.send('POST', pods, { metadata: { name: 'b' }, spec: { ...podSpec, nodeName: 'n' } });
    await server.send('DELETE', pods);
    return (await server.send('GET', pods)).body.items.map(({ metadata }) => metadata.name);
  }),
  point('resources.foreign-kind', ['Status', 400, 400], ['ConfigMap', 400, 400], async (server) => {
    const made = await server.send('POST', `${CORE}/configmaps`, {
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 'like' },
    });
    return [
      made.body.kind,
      await status(server, 'POST', `${CORE}/configmaps`, {
        kind: 'Secret',
        apiVersion: 'v1',
        metadata: { name: 'unlike' },
        data: { a: 'Yg==' },
      }),
      await status(server, 'POST', `${CORE}/secrets`, {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { name: 'other' },
      }),
    ];
  }),
  point('media-types.ranges, by themselves and beside a type', [200, 200, 200], [406, 200, 200], async (server) =>
    Promise.all(
      [['application/*'], ['application/*', 'application/yaml'], ['*/*']].map(async (types) =>
        status(server, 'GET', `${CORE}/secrets`, undefined, accepting(...types)),
      ),
    ),
  ),
  point('media-types.names in Accept', [200, 200, 200, 200, 200, 406], [406, 406, 406, 200, 200, 200], async (server) =>
    Promise.all(
      [
        'Application/JSON',
        'application/YAML',
        'text/yaml',
        'application/yaml',
        'text/html, application/json; charset=UTF-8',
        'application/json;q=0',
      ].map(async (type) => status(server, 'GET', `${CORE}/secrets`, undefined, accepting(type))),
    ),
  ),
  point('media-types.names of bodies', [true, true, 200, 200], [true, false, 415, 200], async (server) => {
    const sent = (type: string): object => ({
      headers: { 'Content-Type': type },
      text: '{"metadata":{"generateName":"typed-"}}',
    });
    const create = async (type: string): Promise<boolean> =>
      (await status(server, 'POST', `${CORE}/secrets`, undefined, sent(type))) < 300;
    const patch = (type: string): Promise<number> =>
      status(server, 'PATCH', '/api/v1/namespaces/default', undefined, {
        headers: { 'Content-Type': type },
        text: '{}',
      });
    return [
      await create('Application/JSON'),
      await create('text/yaml'),
      await patch('Application/Merge-Patch+JSON'),
      await patch('application/merge-patch+json; charset=UTF-8'),
    ];
  }),
  point(
    'media-types.refusals of a range',
    ['apiVersion', 'items', 'kind', 'metadata'],
    ['apiVersion', 'code', 'kind', 'message', 'metadata', 'status'],
    async (server) =>
      fields(await server.send('GET', `${CORE}/secrets`, undefined, accepting('application/*;x=1', 'text/html'))),
  ),
  point(
    'media-types.refusals of a type of no resource',
    [406, false, 'application/json', 'apiVersion', 'code', 'kind', 'message', 'metadata', 'reason', 'status'],
    [406, true, 'application/json', 'code', 'message', 'metadata', 'reason', 'status'],
    async (server) => {
      const reply = await server.send('GET', `${CORE}/secrets`, undefined, accepting('text/html'));
      return [
        reply.status,
        reply.text.startsWith('{\n  "metadata": {}'),
        reply.headers.get('content-type'),
        ...fields(reply),
      ];
    },
  ),
  point(
    'media-types.refusals of a type of other paths',
    [406, 'application/json', true],
    [406, 'application/vnd.kubernetes.protobuf', false],
    async (server) => {
      const {
        status: code,
        headers,
        text,
      } = await server.send('GET', '/version', undefined, accepting('application/vnd.kubernetes.protobuf'));
      return [code, headers.get('content-type'), text.includes('NotAcceptable')];
    },
  ),
  point('media-types.version', [200, 'application/yaml'], [406, 'application/yaml'], async (server) => {
    const { status: code, headers } = await server.send('GET', '/version', undefined, accepting('application/yaml'));
    return [code, headers.get('content-type')];
  }),
  point('media-types.refusals of a watch', [false, true], [true, true], async (server) => {
    const { text } = await server.send('GET', `${CORE}/secrets?watch=true`, undefined, accepting('application/yaml'));
    return [text.startsWith('kind: Status'), text.includes('NotAcceptable')];
  }),
  point(
    'media-types.refusals of a patch, and of a create',
    [
      [415, 'Status', 'UnsupportedMediaType'],
      [200, 'Secret', undefined],
    ],
    [
      [415, 'Status', undefined],
      [415, 'Status', 'UnsupportedMediaType'],
    ],
    async (server) => {
      const sent = { headers: { 'Content-Type': 'text/plain' } };
      const replies = [
        await server.send('PATCH', '/api/v1/namespaces/default', {}, sent),
        await server.send('POST', `${CORE}/secrets`, { metadata: { name: 'plain' } }, sent),
      ];
      return replies.map(({ status: code, body }) => [code, body.kind, body.reason]);
    },
  ),
  point('media-types.compression', [200, 'gzip', true], [200, null, true], async (server) => {
    await server.send('POST', `${CORE}/configmaps`, { metadata: { name: 'long' }, data: { a: 'x'.repeat(200_000) } });
    const reply = await server.send('GET', `${CORE}/configmaps/long`, undefined, {
      headers: { 'Accept-Encoding': 'gzip' },
    });
    return [reply.status, reply.headers.get('content-encoding'), reply.body.data?.['a'] === 'x'.repeat(200_000)];
  }),
  point('delete.refused-field', [['propagationPolicy'], ['propagationPolicy']], [['[]'], ['[]']], async (server) => {
    const causes = async (options: object): Promise<unknown> =>
      (await server.send('DELETE', `${CORE}/configmaps/long`, options)).body.details?.causes?.map(({ field }) => field);
    return [
      await causes({ propagationPolicy: 'Sometimes' }),
      await causes({ propagationPolicy: 'Orphan', orphanDependents: true }),
    ];
  }),
  point('deployment.shares-beside-recreate', [422, 422, 422, 422], [400, 400, 422, 422], async (server) => {
    const statusOf = async (group: string, rollingUpdate: object): Promise<number> =>
      status(server, 'POST', `/apis/${group}/v1beta1/namespaces/default/deployments`, {
        metadata: { name: 'anew' },
        spec: { ...deployment.spec, strategy: { type: 'Recreate', rollingUpdate } },
      });
    return [
      await statusOf('apps', {}),
      await statusOf('apps', { maxSurge: 1 }),
      await statusOf('apps', { maxSurge: 1, maxUnavailable: 1 }),
      await statusOf('extensions', {}),
    ];
  }),
  point(
    'errors.groups',
    ['apps', 'extensions'].map((group) => [
      [404, group, 'deployments', true],
      [404, group, 'deployments', true],
      [409, group, 'deployments', true],
      [422, group, 'Deployment', true],
      [409, group, 'deployments', true],
    ]),
    [1, 2].map(() => [
      [404, 'extensions', 'deployments', true],
      [404, 'extensions', 'deployments/scale', true],
      [409, 'extensions', 'deployments', true],
      [422, 'apps', 'Deployment', true],
      [409, 'apps', 'Deployment', true],
    ]),
    async (server) => {
      const groups = async (group: string): Promise<unknown> => {
        const path = `/apis/${group}/v1beta1/namespaces/default/deployments`;
        const replies = [
          await server.send('GET', `${path}/none`),
          await server.send('GET', `${path}/none/scale`),
          await server.send('POST', path, { metadata: { name: 'scaled' }, ...deployment }),
          await server.send('POST', path, { metadata: { name: 'Scaled' }, ...deployment }),
          await server.send('DELETE', `${path}/scaled`, { preconditions: { uid: 'another' } }),
        ];
        return replies.map(({ status: code, body: { details, message = '' } }) => [
          code,
          details?.group,
          details?.kind,
          message.includes(`${details?.kind}.${details?.group} "`),
        ]);
      };
      return [await groups('apps'), await groups('extensions')];
    },
  ),
  point(
    'update.other-uid',
    [
      [409, 409, 200],
      [409, 409, 200],
    ],
    [
      [409, 422, 200],
      [422, 422, 200],
    ],
    async (server) => {
      const statusOf = async (path: string): Promise<readonly number[]> => {
        const { body } = await server.send('GET', path);
        const other = { ...body, metadata: { ...body.metadata, uid: 'another' } };
        return [
          await status(server, 'PUT', path, other),
          await status(server, 'PATCH', path, { metadata: { uid: 'another' } }, STRATEGIC),
          await status(server, 'PATCH', path, { metadata: { uid: null } }, MERGE),
        ];
      };
      await server.send('POST', `${CORE}/services`, { metadata: { name: 'same' }, spec: { ports: [{ port: 80 }] } });
      return [await statusOf(`${CORE}/configmaps/long`), await statusOf(`${CORE}/services/same`)];
    },
  ),
  point(
    'errors.body of an unknown method, and of an unknown path',
    [
      [405, {}],
      [404, {}],
      [404, { name: 'none', kind: 'nodes' }],
    ],
    [
      [405, {}],
      [404, {}],
      [404, { name: 'none', kind: 'nodes' }],
    ],
    async (server) => {
      const replies = [
        await server.send('POST', `${CORE}/configmaps/long`, {}),
        await server.send('GET', '/apis/apps/v1beta1/none'),
        await server.send('GET', '/api/v1/nodes/none'),
      ];
      return replies.map(({ status: code, body: { details } }) => [code, details]);
    },
  ),
  point(
    'errors.body of a watch of nothing',
    [404, 'application/json'],
    [500, 'text/plain; charset=utf-8'],
    async (server) => {
      const { status: code, headers } = await server.send('GET', '/api/v1/watch');
      return [code, headers.get('content-type')];
    },
  ),
  point('deployment.shares-beside-recreate of a patch', [422, 422, 422, 200], [422, 500, 422, 200], async (server) => {
    const patched = async (group: string, rollingUpdate: object | null): Promise<number> =>
      status(
        server,
        'PATCH',
        `/apis/${group}/v1beta1/namespaces/default/deployments/scaled`,
        { spec: { strategy: { type: 'Recreate', rollingUpdate } } },
        MERGE,
      );
    return [
      await patched('apps', {}),
      await patched('apps', { maxSurge: null }),
      await patched('extensions', { maxSurge: null }),
      await patched('apps', null),
    ];
  }),
  point('errors.bad-input-status of a binding', 422, 500, async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'unbound' }, spec: podSpec });
    return status(server, 'POST', `${CORE}/pods/unbound/binding`, { target: { kind: 'Pod', name: 'n' } });
  }),
  point(
    'pod.streams of one container',
    Array.from({ length: 8 }, () => [404, 'simulated']),
    [
      [204, ''],
      [405, 'refused'],
      [400, 'refused'],
      [400, 'refused'],
      [400, 'refused'],
      [400, 'refused'],
      [204, ''],
      [404, 'simulated'],
    ],
    async (server) => {
      const asked = async (method: string, stream: string): Promise<readonly [number, string]> => {
        const { status: code, text } = await server.send(method, `${CORE}/pods/unbound/${stream}`);
        return [code, text === '' ? '' : text.includes('simulated') ? 'simulated' : 'refused'];
      };
      return [
        await asked('GET', 'log'),
        await asked('POST', 'log'),
        await asked('POST', 'exec?command=ls'),
        await asked('GET', 'attach'),
        await asked('POST', 'portforward'),
        await asked('GET', 'log?container=none'),
        await asked('GET', 'log?container=c'),
        await asked('GET', 'proxy'),
      ];
    },
  ),
  point(
    'pod.streams of two containers, of a pod on a node and of none',
    [
      [404, true],
      [404, true],
      [404, true],
      [404, true],
    ],
    [
      [400, false],
      [204, false],
      [404, true],
      [404, false],
    ],
    async (server) => {
      await server.send('POST', `${CORE}/pods`, {
        metadata: { name: 'two' },
        spec: { containers: [...podSpec.containers, { name: 'd', image: 'i:1' }] },
      });
      await server.send('POST', `${CORE}/pods`, { metadata: { name: 'placed' }, spec: { ...podSpec, nodeName: 'n' } });
      const replies = await Promise.all(
        ['two/log', 'two/log?container=d', 'placed/log', 'none/log'].map((path) =>
          server.send('GET', `${CORE}/pods/${path}`),
        ),
      );
      return replies.map(({ status: code, text }) => [code, text.includes('simulated')]);
    },
  ),
  point('selectors.field-names of cluster-scoped objects', [200, 200, 200, 200], [400, 400, 400, 200], async (server) =>
    Promise.all(
      ['nodes', 'namespaces', 'persistentvolumes', 'pods'].map(async (plural) =>
        status(server, 'GET', `/api/v1/${plural}?fieldSelector=metadata.namespace%3Dx`),
      ),
    ),
  ),
  point('list.foreign-version of events', [400, 400, 400], [200, 200, 404], async (server) =>
    Promise.all(
      ['events?resourceVersion=x', 'events?resourceVersion=999999', 'events/none?resourceVersion=x'].map(async (path) =>
        status(server, 'GET', `${CORE}/${path}`),
      ),
    ),
  ),
  point('get.export-status of an address', [undefined, 'string'], ['<unknown>', 'string'], async (server) => {
    const address = async (query: string): Promise<unknown> =>
      (await server.send('GET', `${CORE}/services/same?export=true${query}`)).body.spec?.['clusterIP'];
    return [await address(''), typeof (await address('&exact=true'))];
  }),
  point(
    'a PUT in a missing namespace, in both dialects',
    'namespaces',
    'namespaces',
    async (server) =>
      (await server.send('PUT', '/api/v1/namespaces/none/secrets/x', { metadata: { name: 'x' } })).body.details?.kind,
  ),
  point(
    'node.spec',
    [
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [422, ['[]']],
      [200, undefined],
      [422, ['[]']],
      [200, undefined],
    ],
    [
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [422, ['[]']],
      [422, ['[]']],
      [422, ['[]']],
      [200, undefined],
    ],
    async (server) => {
      await server.send('POST', '/api/v1/nodes', { metadata: { name: 'fixed' } });
      const patched = async (spec: object): Promise<readonly unknown[]> => {
        const { status: code, body } = await server.send(
          'PATCH',
          '/api/v1/nodes/fixed',
          { metadata: { labels: { a: 'b' } }, spec },
          MERGE,
        );
        return [code, body.details?.causes?.map(({ field }) => field)];
      };
      return [
        await patched({ unschedulable: true }),
        await patched({ taints: [{ key: 'k', effect: 'NoSchedule' }] }),
        await patched({ podCIDR: '10.0.0.0/24' }),
        await patched({ podCIDR: '10.0.1.0/24' }),
        await patched({ providerID: 'a' }),
        await patched({ providerID: 'b' }),
        await patched({ unschedulable: null }),
      ];
    },
  ),
  point('patch.merge-directive', [200, 200, 422], [500, 500, 422], async (server) => {
    await server.send('POST', `${CORE}/services`, { metadata: { name: 'merged' }, spec: { ports: [{ port: 80 }] } });
    const sent = (path: string, patch: object): Promise<number> => status(server, 'PATCH', path, patch, STRATEGIC);
    const owners = { metadata: { ownerReferences: [{ uid: 'u', $patch: 'merge' }] } };
    return [
      await sent('/api/v1/namespaces/default', { metadata: { $patch: 'merge', labels: { a: 'b' } } }),
      await sent(`${CORE}/services/merged`, { spec: { ports: [{ port: 80, $patch: 'merge' }] } }),
      // Under kubernetes-1.7 a new list is stored as sent, so the owner lacks its other members.
      await sent('/api/v1/namespaces/default', owners),
    ];
  }),
  point('patch.json-operations', [200, 200, 200, 422, 422], [500, 500, 500, 200, 500], async (server) => {
    const sent = (operation: object): Promise<number> =>
      status(server, 'PATCH', '/api/v1/namespaces/default', [operation], JSON_PATCH);
    const { body } = await server.send('GET', '/api/v1/namespaces/default');
    const operations = [
      { op: 'replace', path: '', value: body },
      { op: 'test', path: '', value: body },
      { op: 'copy', from: '/metadata/name', path: '/metadata/labels/x' },
      { op: 'replace', path: '/metadata/clusterName', value: 'x' },
      { op: 'remove', path: '/metadata/none' },
    ];
    const statuses: number[] = [];
    for (const operation of operations) statuses.push(await sent(operation));
    return statuses;
  }),
  point(
    'parameters.booleans of a watch',
    [true, true, true, false, false, false],
    [true, true, true, true, false, false],
    async (server) => {
      const watches = async (text: string): Promise<boolean> =>
        (await server.send('GET', `${CORE}/secrets?timeoutSeconds=-1&watch=${text}`)).body?.kind !== 'SecretList';
      return [
        await watches(''),
        await watches('true'),
        await watches('1'),
        await watches('f'),
        await watches('false'),
        await watches('0'),
      ];
    },
  ),
  point(
    'get.export-status of a generated name',
    ['name', 'generateName', 'namespace'],
    ['generateName', 'namespace', 'selfLink', 'creationTimestamp'],
    async (server) => {
      const { body } = await server.send('POST', `${CORE}/configmaps`, { metadata: { generateName: 'given-' } });
      return Object.keys(
        (await server.send('GET', `${CORE}/configmaps/${body.metadata.name}?export=true&exact=true`)).body.metadata,
      );
    },
  ),
  point('media-types.null-bodies', [400, 400], [422, 404], async (server) =>
    Promise.all(
      ['POST', 'DELETE'].map(async (method) =>
        status(server, method, method === 'POST' ? `${CORE}/configmaps` : `${CORE}/configmaps/none`, null),
      ),
    ),
  ),
  point(
    'media-types.yaml-booleans',
    [{ y: 'a', off: 'b', no: 'c' }, { a: 'yes' }, { a: 'yes' }],
    [{ true: 'a', false: 'b', no: 'c' }, undefined, { a: 'yes' }],
    async (server) => {
      const sent = (text: string): Promise<Reply> =>
        server.send('POST', `${CORE}/configmaps`, undefined, {
          headers: { 'Content-Type': 'application/yaml' },
          text: `metadata: {generateName: words-}\n${text}`,
        });
      return [
        (await sent('data: {y: a, off: b, "no": c}')).body.data,
        (await sent('data: {a: yes}')).body.data,
        (await sent('data: {a: "yes"}')).body.data,
      ];
    },
  ),
  point('media-types.other-request-types of an empty one', 200, 400, (server) =>
    status(server, 'POST', `${CORE}/secrets`, undefined, {
      headers: { 'Content-Type': '' },
      text: 'metadata: {name: nameless}',
    }),
  ),
  point(
    'status.self-link',
    ['', '', '', '', ''],
    ['/status', '/status', '/status', '/finalize', ''],
    async (server) => {
      const path = '/api/v1/namespaces/default';
      const { body } = await server.send('GET', path);
      const replies = [
        await server.send('GET', `${path}/status`),
        await server.send('PUT', `${path}/status`, body),
        await server.send('PATCH', `${path}/status`, {}, MERGE),
        await server.send('PUT', `${path}/finalize`, body),
        await server.send('PATCH', path, {}, MERGE),
      ];
      return replies.map(({ body: { metadata } }) => String(metadata['selfLink']).slice(path.length));
    },
  ),
  point('media-types.json-escapes', true, false, async (server) => {
    const { text } = await server.send('POST', `${CORE}/configmaps`, {
      metadata: { name: 'markup' },
      data: { a: '<' },
    });
    return text.includes('"<"');
  }),
  point(
    'a node whose taint lacks the member effect, in both dialects',
    [422, [{ reason: 'FieldValueRequired', field: 'metadata.taints[0].effect', message: expect.any(String) }]],
    [422, [{ reason: 'FieldValueRequired', field: 'metadata.taints[0].effect', message: expect.any(String) }]],
    async (server) => {
      const { status: code, body } = await server.send('POST', '/api/v1/nodes', {
        metadata: { name: 'tainted' },
        spec: { taints: [{ key: 'a' }] },
      });
      return [code, body.details?.causes];
    },
  ),
  point(
    'discovery.form',
    [
      ['v1', undefined],
      ['v1', undefined],
      ['v1', undefined],
      'create delete deletecollection get list patch update watch',
      undefined,
      undefined,
      undefined,
    ],
    [
      [undefined, undefined],
      ['v1', undefined],
      ['v1', null],
      'create delete get list patch proxy update watch',
      'get',
      '',
      'create',
    ],
    async (server) => {
      const lists = await Promise.all(
        ['/api/v1', '/apis/apps/v1beta1', '/apis/apps'].map((path) => server.send('GET', path)),
      );
      const listed = lists.map(
        ({ body }) =>
          body as object as {
            readonly resources?: readonly { readonly name: string; readonly verbs: readonly string[] }[];
            readonly serverAddressByClientCIDRs?: null;
          },
      );
      return [
        ...listed.map(({ serverAddressByClientCIDRs }, index) => [
          lists[index]?.body.apiVersion,
          serverAddressByClientCIDRs,
        ]),
        ...['services', 'pods/log', 'pods/exec', 'bindings'].map((name) =>
          listed[0]?.resources?.find((entry) => entry.name === name)?.verbs.join(' '),
        ),
      ];
    },
  ),
  point('discovery.form of /index.html', [404, false], [200, true], async (server) => [
    await status(server, 'GET', '/index.html'),
    (await server.send('GET', '/index.html')).text === (await server.send('GET', '/')).text,
  ]),
  point('discovery.form in other media types', [200, 200, 200, 200], [200, 200, 200, 200], async (server) =>
    Promise.all(
      ['application/yaml', 'application/vnd.kubernetes.protobuf'].flatMap((type) =>
        ['/api/v1', '/apis/apps'].map((path) => status(server, 'GET', path, undefined, accepting(type))),
      ),
    ),
  ),
  point('operations.untabulated of bindings', [404, undefined, 404], [201, 'n', 405], async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'bound-by-name' }, spec: podSpec });
    const code = await status(server, 'POST', `${CORE}/bindings`, {
      metadata: { name: 'bound-by-name' },
      target: { kind: 'Node', name: 'n' },
    });
    return [
      code,
      (await server.send('GET', `${CORE}/pods/bound-by-name`)).body.spec?.['nodeName'],
      await status(server, 'GET', `${CORE}/bindings`),
    ];
  }),
  point('rollback.object', [400, 400, 200], [200, 201, 404], async (server) => {
    const path = '/apis/apps/v1beta1/namespaces/default/deployments';
    const rolled = await status(server, 'POST', `${path}/none/rollback`, { name: 'scaled', rollbackTo: {} });
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'evicted' }, spec: podSpec });
    return [
      rolled,
      await status(server, 'POST', `${CORE}/pods/none/eviction`, { metadata: { name: 'evicted' } }),
      await status(server, 'GET', `${CORE}/pods/evicted`),
    ];
  }),
  point(
    'media-types.repeated-members',
    { b: '2' },
    { a: '1', b: '2' },
    async (server) =>
      (
        await server.send('POST', `${CORE}/configmaps`, undefined, {
          headers: { 'Content-Type': 'application/json' },
          text: '{"metadata":{"name":"twice"},"data":{"a":"1"},"data":{"b":"2"}}',
        })
      ).body.data,
  ),
  point('errors.bad-input-status of an invalid quantity', [400, 400], [400, 500], async (server) => {
    await server.send('POST', `${CORE}/pods`, { metadata: { name: 'measured' }, spec: podSpec });
    const spec = { containers: [{ ...podSpec.containers[0], resources: { limits: { cpu: 'much' } } }] };
    return [
      await status(server, 'POST', `${CORE}/pods`, { metadata: { name: 'unmeasured' }, spec }),
      await status(server, 'PATCH', `${CORE}/pods/measured`, { spec }, STRATEGIC),
    ];
  }),
  point(
    'operations.untabulated of scheduled jobs',
    [404, undefined, 'Status', 404, 200, 'cronjobs CronJob', 'cronjobs/status CronJob'],
    [
      201,
      '/apis/batch/v2alpha1/namespaces/default/scheduledjobs/scheduled',
      'CronJob',
      200,
      200,
      'cronjobs CronJob',
      'cronjobs/status CronJob',
      'scheduledjobs ScheduledJob',
      'scheduledjobs/status ScheduledJob',
    ],
    async (server) => {
      const path = '/apis/batch/v2alpha1/namespaces/default';
      const spec = {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
      };
      const made = await server.send('POST', `${path}/scheduledjobs`, { metadata: { name: 'scheduled' }, spec });
      const listed = (await server.send('GET', '/apis/batch/v2alpha1')).body as object as {
        readonly resources: readonly { readonly name: string; readonly kind: string }[];
      };
      return [
        made.status,
        made.body.metadata?.['selfLink'],
        (await server.send('GET', `${path}/cronjobs/scheduled`)).body.kind,
        await status(server, 'PATCH', `${path}/scheduledjobs/scheduled/status`, {}, MERGE),
        await status(server, 'GET', '/swagger.json'),
        ...listed.resources.map(({ name, kind }) => `${name} ${kind}`),
      ];
    },
  ),
  point(
    'operations.untabulated of the scale of replication controllers',
    [[404, 'v1', 'Failure', 'v1', 1, 1], [404, {}, false], []],
    [
      [200, 'extensions/v1beta1', { replicas: 0, selector: labels, targetSelector: 'a=b' }, 'v1', 3, 2],
      [404, { name: 'none', group: 'extensions', kind: 'replicationcontrollers/scale' }, false],
      [
        {
          name: 'replicationcontrollers',
          singularName: '',
          namespaced: true,
          kind: 'ReplicationControllerDummy',
          verbs: [],
        },
        {
          name: 'replicationcontrollers/scale',
          singularName: '',
          namespaced: true,
          group: 'extensions',
          version: 'v1beta1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    ],
    async (server) => {
      await server.send('POST', `${CORE}/replicationcontrollers`, {
        metadata: { name: 'scaled' },
        spec: { selector: labels, template: { metadata: { labels }, spec: podSpec } },
      });
      const path = '/apis/extensions/v1beta1/namespaces/default/replicationcontrollers';
      const scaled = await server.send('PUT', `${path}/scaled/scale`, {
        metadata: { name: 'scaled', namespace: 'default' },
        spec: { replicas: 3 },
      });
      const { body } = await server.send('GET', `${CORE}/replicationcontrollers/scaled`);
      const listed = (await server.send('GET', '/apis/extensions/v1beta1')).body as object as {
        readonly resources: readonly { readonly name: string }[];
      };
      const { definitions } = (await server.send('GET', '/swagger.json')).body as object as {
        readonly definitions: object;
      };
      return [
        [
          scaled.status,
          scaled.body.apiVersion,
          scaled.body.status,
          body.apiVersion,
          body.spec?.['replicas'],
          body.metadata['generation'],
        ],
        [
          await status(server, 'GET', `${path}/scaled`),
          (await server.send('GET', `${path}/none/scale`)).body.details,
          JSON.stringify(definitions).includes('"group":"extensions","kind":"ReplicationController"'),
        ],
        listed.resources.filter(({ name }) => name.startsWith('replicationcontrollers')),
      ];
    },
  ),
  point(
    'patch strategies in descriptions, in both dialects',
    ['merge,retainKeys', 'retainKeys', 'retainKeys'],
    ['merge,retainKeys', 'retainKeys', 'retainKeys'],
    async (server) => {
      const { definitions } = (await server.send('GET', '/swagger.json')).body as object as {
        readonly definitions: Readonly<Record<string, { readonly properties: Readonly<Record<string, object>> }>>;
      };
      return [
        ['core.v1.PodSpec', 'volumes'],
        ['apps.v1beta1.DeploymentSpec', 'strategy'],
        ['extensions.v1beta1.DeploymentSpec', 'strategy'],
      ].map(([type = '', member = '']) =>
        Reflect.get(definitions[type]?.properties[member] ?? {}, 'x-kubernetes-patch-strategy'),
      );
    },
  ),
  point('unique names of operations in descriptions, in both dialects', [true, 0], [true, 0], async (server) => {
    const { paths } = (await server.send('GET', '/swagger.json')).body as object as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
    };
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    );
    return [names.length > 300, names.length - new Set(names).size];
  }),
  point(
    'delete-collection.answer',
    'Status',
    'SecretList',
    async (server) => (await server.send('DELETE', `${CORE}/secrets`)).body.kind,
  ),
  point(
    'list.item-types',
    'Namespace',
    undefined,
    async (server) => (await server.send('GET', '/api/v1/namespaces')).body.items[0]?.kind,
  ),
  point('watch.removal-version', false, true, async (server) => {
    const { body } = await server.send('POST', `${CORE}/configmaps`, { metadata: { name: 'removed' } });
    await using watch = await openWatch(
      `${server.url}/api/v1/watch/namespaces/default/configmaps/removed?resourceVersion=${body.metadata.resourceVersion}`,
    );
    await server.send('DELETE', `${CORE}/configmaps/removed`);
    const [event] = await watch.take(1);
    return event?.object.metadata.resourceVersion === body.metadata.resourceVersion;
  }),
]);
