import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';
import { typedValue } from '../../testing/typed-values.ts';

const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];
const RUNS = 60;

/** No input causes a 5xx response, and every stored object can be read and written again. */
describe('no input causes a server error', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const collectionOf = ({ prefix, plural, namespaced }: Resource): string =>
    `${prefix}${namespaced ? '/namespaces/default' : ''}/${plural}`;

  it.each(RESOURCES.map((resource) => ({ id: resource.id, resource })))(
    '$id: create, read back, replace, write the status, delete',
    async ({ resource }) => {
      const collection = collectionOf(resource);
      const body = fc
        .oneof(typedValue(resource.schema, 9), nearlyValid(resource))
        .map((value) => named(value, resource));
      let stored = 0;
      await fc.assert(
        fc.asyncProperty(body, typedValue(resource.schema, 9), async (created, other) => {
          const made = await server.send('POST', collection, created);
          expect(made.status).toBeLessThan(500);
          if (made.status !== 200) return;
          stored += 1;
          const path = `${collection}/${made.body.metadata.name}`;
          expect((await server.send('GET', path)).body).toEqual(made.body);
          const again = await server.send('PUT', path, made.body);
          expect([again.status, again.body]).toEqual([200, made.body]);
          const replacement = { ...(other as object), metadata: made.body.metadata };
          expect((await server.send('PUT', path, replacement)).status).toBeLessThan(500);
          expect((await server.send('PUT', `${path}/status`, replacement)).status).toBeLessThan(500);
          await server.send('DELETE', path, { gracePeriodSeconds: 0 });
        }),
        { numRuns: RUNS },
      );
      expect(server.faults).toEqual([]);
      expect(stored).toBeGreaterThan(0);
    },
  );

  it.each(RESOURCES.map((resource) => ({ id: resource.id, resource })))('$id: patches', async ({ resource }) => {
    const collection = collectionOf(resource);
    const minimal = await server.send('POST', collection, named({ data: {}, ...starter(resource) }, resource));
    const path = `${collection}/${minimal.body.metadata.name}`;
    const patch = fc.oneof(typedValue(resource.schema, 7), fc.jsonValue(), fc.array(operation, { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(
        patch,
        fc.constantFrom(...PATCH_TYPES),
        fc.constantFrom('', '/status'),
        async (value, type, suffix) => {
          const reply = await server.send('PATCH', `${path}${suffix}`, value, { headers: { 'Content-Type': type } });
          expect(reply.status).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS },
    );
    expect(server.faults).toEqual([]);
  });

  it('any bytes as a body, under any content type', async () => {
    const type = fc.constantFrom('application/json', 'application/yaml', '', 'application/x', ...PATCH_TYPES);
    const method = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.string({
        unit: fc.constantFrom('-', ':', ' ', '\n', '&', '*', '[', '{', '}', 'a', '"', '!', '|', '>', '?', ','),
      }),
    );
    await fc.assert(
      fc.asyncProperty(method, type, text, async (method, type, text) => {
        const path =
          method === 'POST' ? '/api/v1/namespaces/default/configmaps' : '/api/v1/namespaces/default/configmaps/none';
        const reply = await server.send(method, path, undefined, { text: text, headers: { 'Content-Type': type } });
        expect(reply.status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    expect(server.faults).toEqual([]);
  });

  it('any query', async () => {
    const name = fc.constantFrom(
      'labelSelector',
      'fieldSelector',
      'resourceVersion',
      'timeoutSeconds',
      'export',
      'exact',
      'pretty',
      'includeUninitialized',
      'x',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', '=', '!', ',', '(', ')', 'in', ' ', '\\', '<', '>', '0') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 3 }), async (parameters) => {
        const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
        expect((await server.send('GET', `/api/v1/namespaces?${query}`)).status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    expect(server.faults).toEqual([]);
  });
});

let names = 0;

/** The same with a free name, so it gets as far as validation. */
function named(value: unknown, { apiVersion, kind }: Resource): object {
  names += 1;
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...object, apiVersion, kind, metadata: { name: `n${names}` } };
}

const podSpec = { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' };
const template = { metadata: { labels: { a: 'b' } }, spec: podSpec };
const templates = {
  selector: { matchLabels: { a: 'b' } },
  template: { ...template, spec: { containers: podSpec.containers } },
};

/** The minimal valid content, by plural. */
function starter({ plural }: Resource): object {
  const specs: Readonly<Record<string, object>> = {
    pods: { spec: podSpec },
    services: { spec: { ports: [{ port: 80 }] } },
    daemonsets: { spec: templates },
    deployments: { spec: templates },
    replicasets: { spec: templates },
    ingresses: { spec: { backend: { serviceName: 's', servicePort: 80 } } },
    jobs: { spec: { template } },
    cronjobs: { spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } } },
    events: { involvedObject: { namespace: 'default' } },
  };
  return specs[plural] ?? {};
}

/** A valid object in which one or two members, of itself or of its spec, have any value of their type. */
function nearlyValid(resource: Resource): Arbitrary<object> {
  const valid = starter(resource) as Readonly<Record<string, object>>;
  return fc.tuple(typedValue(resource.schema, 9), fc.infiniteStream(fc.nat(40))).map(([random, picks]) => {
    const { spec = {}, ...rest } = random as Record<string, Record<string, unknown>>;
    const some = (object: object | null): object =>
      Object.fromEntries(Object.entries(object ?? {}).filter(() => (picks.next().value ?? 0) === 0));
    return {
      ...valid,
      ...some(rest),
      ...(valid['spec'] === undefined ? {} : { spec: { ...valid['spec'], ...some(spec) } }),
    };
  });
}

const pointer = fc
  .array(
    fc.constantFrom(
      'metadata',
      'spec',
      'status',
      'data',
      'labels',
      '0',
      '-',
      'x',
      '__proto__',
      'constructor',
      '~0',
      '~1',
      'containers',
    ),
    { maxLength: 4 },
  )
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));
const operation = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'x'),
    path: pointer,
    from: pointer,
    value: fc.jsonValue(),
  },
  { requiredKeys: ['op'] },
);
