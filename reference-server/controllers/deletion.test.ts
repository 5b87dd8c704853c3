import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../spec/dialects/index.ts';
import { timestamp } from '../objects/schema/timestamp.ts';
import { storedObject, storedText } from '../objects/stored-object.ts';
import { ManualClock } from '../testing/manual-clock.fixture.ts';
import { type Body, type Reply, testServer, type TestServer } from '../testing/server.fixture.ts';
import { openWatch, summaries } from '../testing/watch.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const PODS = `${CORE}/pods`;
const MAPS = `${CORE}/configmaps`;
const SETS = '/apis/extensions/v1beta1/namespaces/default/replicasets';
const SECOND = 1000;

const podSpec = { containers: [{ name: 'c', image: 'i:1' }] };
const setSpec = {
  selector: { matchLabels: { a: 'b' } },
  template: { metadata: { labels: { a: 'b' } }, spec: podSpec },
};

describe('the effects of a delete', () => {
  const clock = new ManualClock(Date.UTC(2017, 7, 1));
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ clock });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function made(path: string, body: object): Promise<Body> {
    const reply = await server.send('POST', path, body);
    expect([reply.status, reply.body.message]).toEqual([200, undefined]);
    return reply.body;
  }

  /** Resolves when a watch of that path has delivered the DELETED event, or at once if it does not exist. */
  async function gone(path: string): Promise<void> {
    await using watching = await openWatch(
      `${server.url}${path.replace('/api/v1/', '/api/v1/watch/').replace('/v1beta1/', '/v1beta1/watch/')}`,
    );
    if ((await server.send('GET', path)).status === 404) return;
    for (;;) {
      const [event] = await watching.take(1);
      if (event === undefined || event.type === 'DELETED') return;
    }
  }

  const get = (path: string): Promise<Reply> => server.send('GET', path);

  describe('grace', () => {
    it('removes a pod without a node at once, whatever grace period is requested', async () => {
      await made(PODS, { metadata: { name: 'free' }, spec: podSpec });
      await server.send('DELETE', `${PODS}/free`, { gracePeriodSeconds: 60 });
      expect((await get(`${PODS}/free`)).status).toBe(404);
    });

    it('keeps a scheduled pod for its grace period, and then removes it', async () => {
      await made(PODS, { metadata: { name: 'p1' }, spec: { ...podSpec, nodeName: 'node' } });
      await using watching = await openWatch(`${server.url}/api/v1/watch/namespaces/default/pods/p1`);
      expect((await server.send('DELETE', `${PODS}/p1`)).body).toMatchObject({
        kind: 'Status',
        status: 'Success',
        code: 200,
      });
      const { body } = await get(`${PODS}/p1`);
      expect(body.metadata).toMatchObject({
        deletionGracePeriodSeconds: 30,
        deletionTimestamp: new Date(clock.now() + 30 * SECOND).toISOString().replace('.000Z', 'Z'),
      });
      clock.advance(29 * SECOND);
      expect((await get(`${PODS}/p1`)).status).toBe(200);
      clock.advance(2 * SECOND);
      await gone(`${PODS}/p1`);
      expect(summaries(await watching.take(3))).toEqual(['ADDED p1', 'MODIFIED p1', 'DELETED p1']);
    });

    it('is shortened by a later delete, never lengthened', async () => {
      await made(PODS, { metadata: { name: 'p2' }, spec: { ...podSpec, nodeName: 'node' } });
      await server.send('DELETE', `${PODS}/p2`, { gracePeriodSeconds: 20 });
      const first = await get(`${PODS}/p2`);
      await server.send('DELETE', `${PODS}/p2`, { gracePeriodSeconds: 50 });
      expect((await get(`${PODS}/p2`)).body).toEqual(first.body);
      await server.send('DELETE', `${PODS}/p2`);
      expect((await get(`${PODS}/p2`)).body).toEqual(first.body);
      clock.advance(3 * SECOND);
      await server.send('DELETE', `${PODS}/p2?gracePeriodSeconds=5`);
      const shortened = new Date(Date.parse(String(first.body.metadata['deletionTimestamp'])) - 15 * SECOND)
        .toISOString()
        .replace('.000Z', 'Z');
      expect((await get(`${PODS}/p2`)).body.metadata).toMatchObject({
        deletionGracePeriodSeconds: 5,
        deletionTimestamp: shortened,
      });
      clock.advance(3 * SECOND);
      await gone(`${PODS}/p2`);
    });

    it('of zero removes at once', async () => {
      await made(PODS, { metadata: { name: 'p3' }, spec: { ...podSpec, nodeName: 'node' } });
      await server.send('DELETE', `${PODS}/p3`, { gracePeriodSeconds: 0 });
      expect((await get(`${PODS}/p3`)).status).toBe(404);
    });

    it('of a later delete that has passed already removes at once', async () => {
      await made(PODS, { metadata: { name: 'p5' }, spec: { ...podSpec, nodeName: 'node' } });
      await server.send('DELETE', `${PODS}/p5`);
      clock.advance(10 * SECOND);
      await server.send('DELETE', `${PODS}/p5`, { gracePeriodSeconds: 8 });
      expect((await get(`${PODS}/p5`)).status).toBe(404);
    });

    it('that ends while no server runs is over when one starts', async () => {
      const data = join(await mkdtemp(join(tmpdir(), 'grace-')), 'world');
      {
        await using before = await testServer({ data, clock });
        await before.send('POST', PODS, { metadata: { name: 'p' }, spec: { ...podSpec, nodeName: 'node' } });
        await before.send('DELETE', `${PODS}/p`);
        expect((await before.send('GET', `${PODS}/p`)).status).toBe(200);
      }
      clock.advance(40 * SECOND);
      await using after = await testServer({ data, clock });
      await expect.poll(async () => (await after.send('GET', `${PODS}/p`)).status).toBe(404);
    });

    it('that ends before anybody could wait for it is over', async () => {
      await made(PODS, { metadata: { name: 'p6' }, spec: { ...podSpec, nodeName: 'node' } });
      const { store } = server.context;
      const entry = (await store.range('')).entries.find(({ value }) => value.object.metadata.name === 'p6');
      const { object } = entry?.value ?? storedText('{}');
      const terminating = {
        ...object,
        metadata: {
          ...object.metadata,
          deletionTimestamp: timestamp(clock.now() - SECOND),
          deletionGracePeriodSeconds: 1,
        },
      };
      await store.write(entry?.key ?? '', storedObject(terminating), { expect: entry?.revision ?? 'absent' });
      await gone(`${PODS}/p6`);
      expect((await get(`${PODS}/p6`)).status).toBe(404);
    });

    it('does not remove an object with a finalizer at its end, until the finalizer is gone', async () => {
      await made(PODS, {
        metadata: { name: 'p4', finalizers: ['example.com/hold'] },
        spec: { ...podSpec, nodeName: 'node' },
      });
      await server.send('DELETE', `${PODS}/p4`, { gracePeriodSeconds: 5 });
      clock.advance(6 * SECOND);
      expect((await get(`${PODS}/p4`)).status).toBe(200);
      await server.send(
        'PATCH',
        `${PODS}/p4`,
        {},
        { text: '{"metadata":{"finalizers":null}}', headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
      expect((await get(`${PODS}/p4`)).status).toBe(404);
    });
  });

  describe('dependants', () => {
    const owned = (owner: Body, more: object = {}): object => ({
      ownerReferences: [
        { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid: owner.metadata.uid, ...more },
      ],
    });

    async function family(name: string, more: object = {}): Promise<Body> {
      const owner = await made(SETS, { metadata: { name }, spec: setSpec });
      await made(PODS, { metadata: { name: `${name}-pod`, ...owned(owner, more) }, spec: podSpec });
      return owner;
    }

    it.each([
      ['a policy', '', { propagationPolicy: 'Background' }],
      ['orphanDependents false', '?orphanDependents=false', undefined],
    ])('go in the background with %s; the owner goes at once', async (_, query, body) => {
      await family('background');
      await server.send('DELETE', `${SETS}/background${query}`, body);
      expect((await get(`${SETS}/background`)).status).toBe(404);
      await gone(`${PODS}/background-pod`);
    });

    it.each([
      ['by default, of kinds that say so', undefined],
      ['with orphanDependents', { orphanDependents: true }],
      ['with the policy', { propagationPolicy: 'Orphan' }],
    ])('are orphaned %s: they stay, without the reference', async (_, body) => {
      await family('orphan');
      await server.send('DELETE', `${SETS}/orphan`, body);
      await gone(`${SETS}/orphan`);
      const left = await get(`${PODS}/orphan-pod`);
      expect(left.status).toBe(200);
      expect(left.body.metadata).not.toHaveProperty('ownerReferences');
      await server.send('DELETE', `${PODS}/orphan-pod`);
    });

    it('hold their owner in a foreground deletion if they block it', async () => {
      const owner = await made(SETS, { metadata: { name: 'front' }, spec: setSpec });
      await made(MAPS, {
        metadata: {
          name: 'front-map',
          finalizers: ['example.com/hold'],
          ...owned(owner, { blockOwnerDeletion: true }),
        },
      });
      await server.send('DELETE', `${SETS}/front`, { propagationPolicy: 'Foreground' });
      const waiting = await get(`${SETS}/front`);
      expect(waiting.body.metadata).toMatchObject({ finalizers: ['foregroundDeletion'] });
      expect(waiting.body.metadata).toHaveProperty('deletionTimestamp');
      await server.send(
        'PATCH',
        `${MAPS}/front-map`,
        {},
        { text: '{"metadata":{"finalizers":null}}', headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
      await gone(`${SETS}/front`);
      expect((await get(`${MAPS}/front-map`)).status).toBe(404);
    });

    it('do not hold their owner if they do not block it', async () => {
      const owner = await made(SETS, { metadata: { name: 'easy' }, spec: setSpec });
      await made(MAPS, { metadata: { name: 'easy-map', ...owned(owner) } });
      await server.send('DELETE', `${SETS}/easy`, { propagationPolicy: 'Foreground' });
      await gone(`${SETS}/easy`);
      await gone(`${MAPS}/easy-map`);
      expect((await get(`${MAPS}/easy-map`)).status).toBe(404);
    });

    it('go if all of their owners are missing, and others lose references to missing owners', async () => {
      const owner = await made(MAPS, { metadata: { name: 'there' } });
      const absent = { apiVersion: 'v1', kind: 'ConfigMap', name: 'absent', uid: 'no-such-uid' };
      await made(MAPS, { metadata: { name: 'alone', ownerReferences: [absent] } });
      await gone(`${MAPS}/alone`);
      const { metadata } = await made(MAPS, {
        metadata: {
          name: 'accompanied',
          ownerReferences: [absent, { ...absent, name: 'there', uid: owner.metadata.uid }],
        },
      });
      await using watching = await openWatch(
        `${server.url}${MAPS}?watch=true&fieldSelector=metadata.name%3Daccompanied&resourceVersion=${metadata.resourceVersion}`,
      );
      const [event] = await watching.take(1);
      expect(event?.type).toBe('MODIFIED');
      expect(event?.object.metadata['ownerReferences']).toMatchObject([{ name: 'there' }]);
    });

    it('that have another owner only lose the reference', async () => {
      const [first, second] = [
        await made(MAPS, { metadata: { name: 'owner1' } }),
        await made(MAPS, { metadata: { name: 'owner2' } }),
      ];
      const reference = (owner: Body): object => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: owner.metadata.name,
        uid: owner.metadata.uid,
      });
      await made(MAPS, { metadata: { name: 'shared', ownerReferences: [reference(first), reference(second)] } });
      await using watching = await openWatch(`${server.url}/api/v1/watch/namespaces/default/configmaps/shared`);
      await server.send('DELETE', `${MAPS}/owner1`);
      const [, modified] = await watching.take(2);
      expect(modified?.object.metadata['ownerReferences']).toEqual([reference(second)]);
      await server.send('DELETE', `${MAPS}/owner2`);
      expect(summaries(await watching.take(1))).toEqual(['DELETED shared']);
    });
  });

  describe('namespaces', () => {
    it('leave pods their grace period, and go when it is over', async () => {
      await made('/api/v1/namespaces', { metadata: { name: 'graceful' } });
      await made('/api/v1/namespaces/graceful/pods', {
        metadata: { name: 'p' },
        spec: { ...podSpec, nodeName: 'node', terminationGracePeriodSeconds: 12 },
      });
      await made('/api/v1/namespaces/graceful/pods', { metadata: { name: 'free' }, spec: podSpec });
      await server.send('DELETE', '/api/v1/namespaces/graceful');
      await gone('/api/v1/namespaces/graceful/pods/free');
      await expect
        .poll(async () => (await get('/api/v1/namespaces/graceful/pods/p')).body.metadata['deletionGracePeriodSeconds'])
        .toBe(12);
      clock.advance(11 * SECOND);
      expect((await get('/api/v1/namespaces/graceful')).body.status).toEqual({ phase: 'Terminating' });
      clock.advance(SECOND);
      await gone('/api/v1/namespaces/graceful');
    });

    it('are emptied, refuse new objects meanwhile, and then go', async () => {
      await made('/api/v1/namespaces', { metadata: { name: 'doomed' } });
      await made('/api/v1/namespaces/doomed/secrets', { metadata: { name: 's' } });
      await made('/api/v1/namespaces/doomed/configmaps', {
        metadata: { name: 'held', finalizers: ['example.com/hold'] },
      });
      expect((await server.send('DELETE', '/api/v1/namespaces/doomed')).body).toMatchObject({
        kind: 'Status',
        status: 'Success',
        code: 200,
      });
      expect((await get('/api/v1/namespaces/doomed')).body.status).toEqual({ phase: 'Terminating' });
      await gone('/api/v1/namespaces/doomed/secrets/s');
      const refused = await server.send('POST', '/api/v1/namespaces/doomed/configmaps', { metadata: { name: 'late' } });
      expect([refused.status, refused.body.reason]).toEqual([403, 'Forbidden']);
      expect((await server.send('DELETE', '/api/v1/namespaces/doomed')).status).toBe(409);
      await server.send(
        'PATCH',
        '/api/v1/namespaces/doomed/configmaps/held',
        {},
        { text: '{"metadata":{"finalizers":[]}}', headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
      await gone('/api/v1/namespaces/doomed');
      expect((await server.send('POST', '/api/v1/namespaces', { metadata: { name: 'doomed' } })).status).toBe(200);
    });

    it('wait for finalizers that others added to their spec', async () => {
      await made('/api/v1/namespaces', { metadata: { name: 'claimed' }, spec: { finalizers: ['example.com/mine'] } });
      await made('/api/v1/namespaces/claimed/configmaps', { metadata: { name: 'm' } });
      await server.send('DELETE', '/api/v1/namespaces/claimed');
      await expect
        .poll(async () => (await get('/api/v1/namespaces/claimed')).body.spec)
        .toEqual({ finalizers: ['example.com/mine'] });
      expect((await get('/api/v1/namespaces/claimed/configmaps/m')).status).toBe(404);
    });

    it('that exist from the start cannot be deleted', async () => {
      const { status, body } = await server.send('DELETE', '/api/v1/namespaces/default');
      expect([status, body.reason]).toEqual([403, 'Forbidden']);
    });

    it('go when a client empties their finalizers', async () => {
      await made('/api/v1/namespaces', { metadata: { name: 'manual' }, spec: { finalizers: ['example.com/mine'] } });
      await made('/api/v1/namespaces/manual/configmaps', {
        metadata: { name: 'held', finalizers: ['example.com/hold'] },
      });
      await server.send('DELETE', '/api/v1/namespaces/manual');
      const held = await get('/api/v1/namespaces/manual');
      expect(
        (await server.send('PUT', '/api/v1/namespaces/manual/finalize', { ...held.body, spec: { finalizers: [] } }))
          .status,
      ).toBe(200);
      expect((await get('/api/v1/namespaces/manual')).status).toBe(404);
    });
  });
});

describe('a namespace in the dialect kubernetes-1.7', () => {
  const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };

  it.each([
    [[], [404, 404, 404]],
    [['a.b/c'], [200, 200, 404]],
  ])('with the finalizers %j goes by a delete after it was emptied', async (finalizers, after) => {
    await using server = await testServer({ dialect: KUBERNETES_1_7, controllers: 'off' });
    const path = '/api/v1/namespaces/emptied';
    await server.send('POST', '/api/v1/namespaces', { metadata: { name: 'emptied', finalizers } });
    const graceAfter = async (
      method: string,
      at: string,
      body?: object,
      options?: object,
    ): Promise<readonly unknown[]> => {
      const { status } = await server.send(method, at, body, options);
      return [status, (await server.send('GET', path)).body.metadata['deletionGracePeriodSeconds']];
    };
    expect(await graceAfter('DELETE', path)).toEqual([200, undefined]);
    const { body } = await server.send('GET', path);
    expect(await graceAfter('PUT', `${path}/finalize`, { ...body, spec: {} })).toEqual([200, undefined]);
    expect(await graceAfter('PATCH', path, { metadata: { labels: { a: 'b' } } }, MERGE)).toEqual([200, undefined]);
    expect((await server.send('DELETE', path)).body.metadata['deletionGracePeriodSeconds']).toBe(
      after[0] === 200 ? 0 : undefined,
    );
    expect([
      (await server.send('GET', path)).status,
      (await server.send('PATCH', path, { metadata: { finalizers: null } }, MERGE)).status,
      (await server.send('GET', path)).status,
    ]).toEqual(after);
  });

  it('is deleted once more by the namespace controller', async () => {
    await using server = await testServer({ dialect: KUBERNETES_1_7 });
    for (const [name, finalizers] of [
      ['free', []],
      ['held', ['a.b/c']],
    ] as const) {
      await server.send('POST', '/api/v1/namespaces', { metadata: { name, finalizers } });
      await server.send('POST', `/api/v1/namespaces/${name}/secrets`, { metadata: { name: 's' } });
      await server.send('DELETE', `/api/v1/namespaces/${name}`);
    }
    await expect.poll(async () => (await server.send('GET', '/api/v1/namespaces/free')).status).toBe(404);
    await expect
      .poll(
        async () => (await server.send('GET', '/api/v1/namespaces/held')).body.metadata['deletionGracePeriodSeconds'],
      )
      .toBe(0);
    const { metadata } = (await server.send('GET', '/api/v1/namespaces/held')).body;
    await server.settled();
    expect(
      (
        await server.send(
          'PATCH',
          '/api/v1/namespaces/held',
          { metadata: { finalizers: null, resourceVersion: metadata.resourceVersion } },
          MERGE,
        )
      ).status,
    ).toBe(200);
    expect((await server.send('GET', '/api/v1/namespaces/held')).status).toBe(404);
  });
});
