import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedObject } from '../objects/stored-object.ts';
import type { ApiObject } from '../resources/api-object.ts';
import { type Body, testServer, type TestServer } from '../testing/server.fixture.ts';
import { openWatch, summaries } from '../testing/watch.fixture.ts';
import { backgroundWork } from './runtime/background.ts';
import { GarbageCollector } from './garbage-collector.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };
const FOREGROUND = { propagationPolicy: 'Foreground' };

describe('owners and their dependants', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const patch = (name: string, metadata: object): Promise<unknown> =>
    server.send('PATCH', `${MAPS}/${name}`, { metadata }, MERGE);
  const status = async (name: string): Promise<number> => (await server.send('GET', `${MAPS}/${name}`)).status;
  const metadataOf = async (name: string): Promise<Body['metadata']> =>
    (await server.send('GET', `${MAPS}/${name}`)).body.metadata;
  const isGone = (name: string): Promise<void> => expect.poll(() => status(name)).toBe(404);
  const left = async (names: readonly string[]): Promise<readonly Body[]> =>
    (await server.send('GET', MAPS)).body.items.filter(({ metadata }) => names.includes(metadata.name));

  /** A reference that blocks the owner if it is deleted in the foreground. */
  const reference = ({ metadata }: Body): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: metadata.name,
    uid: metadata.uid,
    blockOwnerDeletion: true,
  });

  async function made(name: string, owners: readonly Body[] = [], finalizers: readonly string[] = []): Promise<Body> {
    const reply = await server.send('POST', MAPS, {
      metadata: { name, finalizers, ownerReferences: owners.map(reference) },
    });
    expect([reply.status, reply.body.message]).toEqual([200, undefined]);
    return reply.body;
  }

  it('in a chain of five go from the last to the first in the foreground', async () => {
    let owner = await made('chain-1');
    for (const n of [2, 3, 4, 5]) owner = await made(`chain-${n}`, [owner]);
    await using watching = await openWatch(
      `${server.url}${MAPS}?watch=true&resourceVersion=${owner.metadata.resourceVersion}`,
    );
    await server.send('DELETE', `${MAPS}/chain-1`, FOREGROUND);
    const delivered = summaries(await watching.take(9));
    expect(delivered.filter((each) => each.startsWith('DELETED'))).toEqual(
      [5, 4, 3, 2, 1].map((n) => `DELETED chain-${n}`),
    );
  });

  it('do not wait for a dependant with another owner, which only loses the reference', async () => {
    const [first, second] = [await made('first'), await made('second')];
    await made('shared', [first, second]);
    await made('own', [first], ['example.com/hold']);
    await server.send('DELETE', `${MAPS}/first`, FOREGROUND);
    await expect.poll(async () => (await metadataOf('shared'))['ownerReferences']).toEqual([reference(second)]);
    expect([await metadataOf('shared'), await metadataOf('first')]).toEqual([
      expect.not.objectContaining({ deletionTimestamp: expect.anything() }),
      expect.objectContaining({ finalizers: ['foregroundDeletion'] }),
    ]);
    await patch('own', { finalizers: null });
    await isGone('first');
    expect(await status('shared')).toBe(200);
  });

  it('also delete dependants that are created while they wait', async () => {
    const owner = await made('busy');
    await made('early', [owner], ['example.com/hold']);
    await server.send('DELETE', `${MAPS}/busy`, FOREGROUND);
    await made('late', [owner]);
    await isGone('late');
    await patch('early', { finalizers: null });
    await isGone('busy');
    expect(await left(['early', 'late', 'busy'])).toEqual([]);
  });

  it('that own each other, or themselves, do not wait for each other for ever', async () => {
    const [one, self] = [await made('one', []), await made('self')];
    const other = await made('other', [one]);
    await patch('one', { ownerReferences: [reference(other)] });
    await patch('self', { ownerReferences: [reference(self)] });
    await Promise.all(['one', 'self'].map((name) => server.send('DELETE', `${MAPS}/${name}`, FOREGROUND)));
    await expect.poll(() => left(['one', 'other', 'self'])).toEqual([]);
  });

  it('stop waiting when a later delete orphans the dependants', async () => {
    const owner = await made('changed-mind');
    await made('kept', [owner], ['example.com/hold']);
    await server.send('DELETE', `${MAPS}/changed-mind`, FOREGROUND);
    await server.send('DELETE', `${MAPS}/changed-mind`, { propagationPolicy: 'Orphan' });
    await isGone('changed-mind');
    expect(await metadataOf('kept')).not.toHaveProperty('ownerReferences');
  });

  it('that go in the background orphan the dependants of a dependant with the finalizer orphan', async () => {
    const root = await made('root');
    const middle = await made('middle', [root], ['orphan']);
    await made('leaf', [middle]);
    await server.send('DELETE', `${MAPS}/root`);
    await isGone('middle');
    expect(await metadataOf('leaf')).not.toHaveProperty('ownerReferences');
  });

  it.each(['Orphan', 'Background', 'Foreground'])(
    'are deleted to the last dependant, %s, though others delete dependants at the same time',
    async (propagationPolicy) => {
      const owner = await made(`many-${propagationPolicy}`.toLowerCase());
      const names = Array.from({ length: 60 }, (_, n) => `${owner.metadata.name}-${n}`);
      await Promise.all(names.map((name) => made(name, [owner])));
      const others = names.filter((_, n) => n % 2 === 0).map((name) => server.send('DELETE', `${MAPS}/${name}`));
      await Promise.all([server.send('DELETE', `${MAPS}/${owner.metadata.name}`, { propagationPolicy }), ...others]);
      await isGone(owner.metadata.name);
      // Dependants that were terminating together with their owner may go.
      const stay = propagationPolicy === 'Orphan' ? names.length / 2 : 0;
      await expect.poll(async () => (await left(names)).length).toBe(stay);
      expect((await left(names)).filter(({ metadata }) => metadata['ownerReferences'] !== undefined)).toEqual([]);
    },
  );

  it('do not include a later object with the name of a deleted one', async () => {
    const owner = await made('again');
    await made('of-the-first', [owner], ['example.com/hold']);
    await server.send('DELETE', `${MAPS}/again`);
    const second = await made('again');
    await made('of-the-second', [second]);
    await expect.poll(async () => (await metadataOf('of-the-first'))['deletionTimestamp']).toBeDefined();
    await patch('of-the-first', { finalizers: null });
    await isGone('of-the-first');
    expect([await status('again'), await status('of-the-second')]).toEqual([200, 200]);
  });
});

describe('a garbage collector that misses a change', () => {
  it('takes an owner for gone if another object has its name', async () => {
    await using server = await testServer({ controllers: 'off' });
    const made = async (name: string, ownerReferences: readonly object[]): Promise<Body> =>
      (await server.send('POST', MAPS, { metadata: { name, ownerReferences } })).body;
    const owner = await made('owner', []);
    const { uid } = owner.metadata;
    await made('owned', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]);
    const collector = new GarbageCollector(
      server.context,
      backgroundWork((error) => expect.fail(String(error)), new AbortController().signal),
    );
    const { entries, revision } = await server.context.store.range('/');
    for (const entry of entries) collector.see({ type: 'put', entry, previous: undefined });
    const previous = entries.find(({ value }) => value.object.metadata.uid === uid);
    const object = {
      ...previous?.value.object,
      metadata: { ...previous?.value.object.metadata, uid: 'another' },
    } as ApiObject;
    collector.see({
      type: 'put',
      entry: { key: previous?.key ?? '', value: storedObject(object), revision: revision + 1 },
      previous,
    });
    await expect.poll(async () => (await server.send('GET', `${MAPS}/owned`)).status).toBe(404);
  });
});
