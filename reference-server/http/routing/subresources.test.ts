import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const OLD = '/apis/extensions/v1beta1/namespaces/default/deployments';
const PODS = '/api/v1/namespaces/default/pods';
const TEMPLATE = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };

describe('subresources', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.send('POST', DEPLOYMENTS, {
      metadata: { name: 'd' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] },
        template: TEMPLATE,
      },
    });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const scale = (path = DEPLOYMENTS): Promise<Reply> => server.send('GET', `${path}/d/scale`);

  it('a scale shows the replicas, in the form of its group', async () => {
    const { body } = await scale();
    expect(body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'd' },
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'a=b,!x' },
    });
    expect((await scale(OLD)).body).toMatchObject({
      apiVersion: 'extensions/v1beta1',
      status: { targetSelector: 'a=b,!x' },
    });
  });

  it('a replaced or patched scale changes the replicas and nothing else, and checks the version of the object', async () => {
    const { body } = await scale();
    const replaced = await server.send('PUT', `${DEPLOYMENTS}/d/scale`, { ...body, spec: { replicas: 5 } });
    expect([replaced.status, replaced.body.spec]).toEqual([200, { replicas: 5 }]);
    expect((await server.send('PUT', `${DEPLOYMENTS}/d/scale`, { ...body, spec: { replicas: 6 } })).status).toBe(409);
    expect((await server.send('PATCH', `${DEPLOYMENTS}/d/scale`, { spec: { replicas: 0 } }, MERGE)).body.spec).toEqual(
      {},
    );
    const after = await server.send('GET', `${DEPLOYMENTS}/d`);
    expect(after.body.spec).toMatchObject({ replicas: 0, template: { spec: { containers: [{ name: 'c' }] } } });
    expect(after.body.metadata['generation']).toBe(3);
  });

  it('a scale of a missing object, of another name, or below zero is refused', async () => {
    expect((await server.send('GET', `${DEPLOYMENTS}/none/scale`)).status).toBe(404);
    expect((await server.send('PUT', `${DEPLOYMENTS}/d/scale`, { metadata: { name: 'e' } })).status).toBe(400);
    expect((await server.send('PATCH', `${DEPLOYMENTS}/d/scale`, { spec: { replicas: -1 } }, MERGE)).status).toBe(422);
  });

  it('a scale is available in protobuf', async () => {
    const response = await fetch(`${server.url}${DEPLOYMENTS}/d/scale`, {
      headers: { Accept: 'application/vnd.kubernetes.protobuf' },
    });
    expect([response.status, Buffer.from(await response.arrayBuffer()).includes('autoscaling/v1')]).toEqual([
      200,
      true,
    ]);
  });

  it('a rollback is stored for the controller that carries it out', async () => {
    const sent = {
      kind: 'DeploymentRollback',
      apiVersion: 'extensions/v1beta1',
      name: 'd',
      updatedAnnotations: { why: 'bad' },
      rollbackTo: { revision: 3 },
    };
    expect((await server.send('POST', `${OLD}/d/rollback`, sent)).body).toMatchObject({
      kind: 'Status',
      status: 'Success',
    });
    expect((await server.send('GET', `${OLD}/d`)).body).toMatchObject({
      metadata: { annotations: { why: 'bad' } },
      spec: { rollbackTo: { revision: 3 } },
    });
    expect((await server.send('POST', `${OLD}/d/rollback`, { ...sent, name: 'e' })).status).toBe(400);
    expect((await server.send('POST', `${OLD}/d/rollback`, { ...sent, name: '' })).body).toMatchObject({
      code: 422,
      details: { causes: [{ field: 'name' }] },
    });
  });

  it('a binding assigns a pod to a node, once', async () => {
    await server.send('POST', PODS, { metadata: { name: 'b' }, spec: TEMPLATE.spec });
    const binding = {
      kind: 'Binding',
      apiVersion: 'v1',
      metadata: { name: 'b', annotations: { by: 'me' } },
      target: { kind: 'Node', name: 'n1' },
    };
    expect((await server.send('POST', `${PODS}/b/binding`, { ...binding, target: {} })).status).toBe(422);
    const bad = await server.send('POST', `${PODS}/b/binding`, {
      ...binding,
      metadata: { name: 'b', annotations: { 'no key': 'v' } },
      target: { kind: 'Pod', name: 'n1' },
    });
    expect([bad.status, bad.body.details?.causes?.map(({ field }) => field)]).toEqual([
      422,
      ['target.kind', 'metadata.annotations'],
    ]);
    expect((await server.send('POST', `${PODS}/b/binding`, binding)).status).toBe(200);
    expect((await server.send('GET', `${PODS}/b`)).body).toMatchObject({
      metadata: { annotations: { by: 'me' } },
      spec: { nodeName: 'n1' },
      status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] },
    });
    expect((await server.send('POST', `${PODS}/b/binding`, binding)).status).toBe(409);
    expect((await server.send('POST', `${PODS}/none/binding`, { ...binding, metadata: { name: 'none' } })).status).toBe(
      404,
    );
  });

  it('an eviction removes a pod, if its uid still matches', async () => {
    const { body } = await server.send('POST', PODS, { metadata: { name: 'p' }, spec: TEMPLATE.spec });
    const eviction = (uid: string): object => ({
      kind: 'Eviction',
      apiVersion: 'policy/v1beta1',
      metadata: { name: 'p' },
      deleteOptions: { preconditions: { uid } },
    });
    expect((await server.send('POST', `${PODS}/p/eviction`, eviction('another'))).status).toBe(409);
    expect(
      (
        await server.send('POST', `${PODS}/p/eviction`, {
          ...eviction(body.metadata.uid),
          deleteOptions: { preconditions: { resourceVersion: '1' } },
        })
      ).status,
    ).toBe(409);
    expect((await server.send('POST', `${PODS}/p/eviction`, eviction(body.metadata.uid))).status).toBe(200);
    expect((await server.send('GET', `${PODS}/p`)).status).toBe(404);
  });
  it.each([
    ['a binding', 'POST', `${PODS}/meant/binding`, { target: { name: 'n' } }],
    ['an eviction', 'POST', `${PODS}/meant/eviction`, {}],
    ['a scale', 'PUT', `${OLD}/meant/scale`, { spec: { replicas: 0 } }],
  ])('%s of another kind, object or namespace than the path is refused', async (_, method, path, body) => {
    await server.send('POST', PODS, { metadata: { name: 'meant' }, spec: TEMPLATE.spec });
    await server.send('POST', OLD, { metadata: { name: 'meant' }, spec: { replicas: 1, template: TEMPLATE } });
    const refused = [
      { kind: 'Pod' },
      { metadata: { name: 'other' } },
      { metadata: { name: 'meant', namespace: 'other' } },
    ];
    const before = await server.send('GET', path.slice(0, path.lastIndexOf('/')));
    const codes = await Promise.all(
      refused.map(
        async (each) => (await server.send(method, path, { metadata: { name: 'meant' }, ...body, ...each })).status,
      ),
    );
    expect([before.status, ...codes]).toEqual([200, 400, 400, 400]);
    expect((await server.send('GET', path.slice(0, path.lastIndexOf('/')))).text).toBe(before.text);
  });

  it('a strategic merge of a scale may name the scaled kind, as Ansible does; a merge patch may not', async () => {
    await server.send('POST', OLD, { metadata: { name: 'played' }, spec: { replicas: 1, template: TEMPLATE } });
    const patch = { kind: 'Deployment', metadata: { name: 'played', namespace: 'default' }, spec: { replicas: 4 } };
    const codes = ['merge', 'strategic-merge'].map(
      async (type) =>
        (
          await server.send('PATCH', `${OLD}/played/scale`, patch, {
            headers: { 'Content-Type': `application/${type}-patch+json` },
          })
        ).status,
    );
    expect(await Promise.all(codes)).toEqual([400, 200]);
    expect((await server.send('GET', `${OLD}/played/scale`)).body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 4 },
    });
  });

  it.each([
    ['a binding', PODS, 'binding', { target: { name: 'n' }, metadata: { annotations: { x: 5 } } }],
    ['a rollback', OLD, 'rollback', { name: 'typed', rollbackTo: { revision: 0 }, updatedAnnotations: { x: {} } }],
    ['an eviction', PODS, 'eviction', { deleteOptions: { gracePeriodSeconds: 'now' } }],
  ])('%s with a member of a wrong type is refused as a whole', async (_, path, action, body) => {
    const template = { ...TEMPLATE, metadata: { labels: { typed: 'x' } } };
    await server.send('POST', path, {
      metadata: { name: 'typed' },
      spec: path === PODS ? TEMPLATE.spec : { template },
    });
    const before = await server.send('GET', `${path}/typed`);
    expect([before.status, (await server.send('POST', `${path}/typed/${action}`, body)).status]).toEqual([200, 400]);
    expect((await server.send('GET', `${path}/typed`)).text).toBe(before.text);
  });

  it.each([
    ['without options ends a pod at once', undefined, undefined],
    ['with options that name no grace gives a pod its own', {}, 30],
    ['with a grace gives a pod that', { gracePeriodSeconds: 5 }, 5],
  ])('an eviction %s', async (what, deleteOptions, grace) => {
    const name = `evicted-${what.length}`;
    await server.send('POST', PODS, { metadata: { name }, spec: { ...TEMPLATE.spec, nodeName: 'node' } });
    await server.send('POST', `${PODS}/${name}/eviction`, {
      kind: 'Eviction',
      apiVersion: 'policy/v1beta1',
      metadata: { name },
      deleteOptions,
    });
    const { status, body } = await server.send('GET', `${PODS}/${name}`);
    expect([status, body.metadata?.['deletionGracePeriodSeconds']]).toEqual(
      grace === undefined ? [404, undefined] : [200, grace],
    );
  });
});
