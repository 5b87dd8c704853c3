import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEtcd, type TestEtcd, WHY_NO_ETCD } from './test-etcd.fixture.ts';
import { storeContract } from '../store-contract.fixture.ts';
import { etcdClient, type EtcdClient } from './etcd-client.ts';
import { type Change, CompactedError, type Lifetime } from '../store.ts';
import { type EtcdStore, type EtcdStoreOptions, openEtcdStore } from './etcd-store.ts';

const UNBOUNDED = { revisions: Infinity, bytes: Infinity, weigh: (value: string) => value.length };

if (WHY_NO_ETCD !== undefined) process.stderr.write(`skipped: ${WHY_NO_ETCD}\n`);

describe.skipIf(WHY_NO_ETCD !== undefined)('a store in an etcd', () => {
  let etcd: TestEtcd;
  let serial = 0;
  const open: EtcdStore<string>[] = [];

  async function opened(options: Partial<EtcdStoreOptions<string>>): Promise<EtcdStore<string>> {
    const defaults = {
      client: etcdClient(etcd.url),
      prefix: '',
      history: UNBOUNDED,
      encode: String,
      decode: String,
      lifetime: () => undefined,
      report: () => undefined,
    };
    const made = await openEtcdStore<string>({ ...defaults, ...options });
    open.push(made);
    return made;
  }

  const store = (
    prefix: string,
    revisions = Infinity,
    lifetime: Lifetime<string> = () => undefined,
  ): Promise<EtcdStore<string>> => opened({ prefix, history: { ...UNBOUNDED, revisions }, lifetime });

  beforeAll(async () => {
    etcd = await startTestEtcd();
  });

  afterAll(async () => {
    await Promise.all(open.map((each) => each.close()));
    await etcd[Symbol.asyncDispose]();
  });

  storeContract('the store in an etcd', () => store(`/test-${serial++}`), 4);

  it('shows an acknowledged write in every process at once', async () => {
    const [a, b] = [await store('/shared'), await store('/shared')];
    for (let n = 0; n < 20; n += 1) {
      const written = await a.write(`/${n}/`, String(n), { expect: 'absent' });
      expect(await b.get(`/${n}/`)).toEqual(written.ok ? written.entry : 'written');
      expect((await b.range('/')).entries).toHaveLength(n + 1);
    }
  });

  it('lets one of many processes with one expectation win', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => store('/contended')));
    const written = await Promise.all(
      stores.flatMap((each) => [1, 2, 3].map((n) => each.write('/x/', String(n), { expect: 'absent' }))),
    );
    expect(written.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('updates and creates from a stale cache only if the values are still current', async () => {
    const { client, cut } = cuttable(etcdClient(etcd.url));
    const [behind, other] = [await opened({ client, prefix: '/stale' }), await store('/stale')];
    const first = await other.write('/x/', '1', { expect: 'absent' });
    await behind.get('/x/');
    const letGo = cut();
    await other.write('/x/', '2', { expect: first.ok ? first.entry.revision : 0 });
    const updating: (string | undefined)[] = [];
    const updated = behind.guaranteedUpdate('/x/', (current) => {
      updating.push(current?.value);
      return { do: 'put', value: `${current?.value}+` };
    });
    const scopes: (string | undefined)[] = [];
    const created = behind.guaranteedCreate('/x/', (scope) => {
      scopes.push(scope?.value);
      return { key: '/y/', value: `in ${scope?.value}` };
    });
    const kept: (string | undefined)[] = [];
    const nothing = behind
      .guaranteedUpdate('/z/', (current) => {
        kept.push(current?.value);
        throw new RangeError('nothing there');
      })
      .catch((error: unknown) => error);
    await expect.poll(() => [updating.length, scopes.length]).not.toContain(0);
    letGo();
    expect((await updated).entry.value).toBe('2+');
    expect(updating).toEqual(['1', '2']);
    expect(scopes[0]).toBe('1');
    expect(await created).toMatchObject({ ok: true, entry: { key: '/y/', value: `in ${scopes.at(-1)}` } });
    expect(scopes.at(-1)).not.toBe('1');
    expect(await nothing).toBeInstanceOf(RangeError);
    expect(kept).toEqual([undefined]);
  });

  it('updates from its own last write without a wait for the watch', async () => {
    const { client, cut } = cuttable(etcdClient(etcd.url));
    const behind = await opened({ client, prefix: '/own' });
    const letGo = cut();
    await behind.write('/x/', '1', { expect: 'absent' });
    const { entry } = await behind.guaranteedUpdate('/x/', (current) => ({ do: 'put', value: `${current?.value}+` }));
    expect(entry.value).toBe('1+');
    expect(await behind.guaranteedCreate('/x/', () => ({ key: '/y/', value: '1' }))).toMatchObject({ ok: true });
    letGo();
    expect(await behind.get('/x/')).toEqual(entry);
  });

  it("carries many large values at a time, and reports a value that is larger than the etcd's limit", async () => {
    const [a, b] = [await store('/large'), await store('/large')];
    const after = await b.revision();
    const values = Array.from({ length: 8 }, (_, n) => String.fromCharCode(97 + n).repeat(1_200_000));
    const written = await Promise.all(values.map((value, n) => a.write(`/${n}/`, value, { expect: 'absent' })));
    expect(written.every(({ ok }) => ok)).toBe(true);
    await expect(a.write('/more/', 'x'.repeat(3_000_000), { expect: 'absent' })).rejects.toMatchObject({
      code: 'ERR_ETCD',
      message: expect.stringContaining('large'),
    });
    expect(new Set((await b.range('/')).entries.map(({ value }) => value))).toEqual(new Set(values));
    const delivered = new Set<string>();
    for await (const changes of b.watch('/', { after, signal: new AbortController().signal })) {
      for (const { entry } of changes) delivered.add(entry.value);
      if (delivered.size === values.length) break;
    }
    expect((await (await store('/large')).range('/')).entries).toHaveLength(values.length);
  });

  it('gives a later process the earlier history, and ignores foreign keys', async () => {
    const other = await store('/later-but-of-others');
    const a = await store('/later');
    const after = await a.revision();
    const first = await a.write('/x/', '1', { expect: 'absent' });
    await other.write('/y/', 'foreign', { expect: 'absent' });
    await a.remove('/x/', { expect: first.ok ? first.entry.revision : 0 });
    const b = await store('/later');
    expect((await b.range('')).entries).toEqual([]);
    for await (const changes of b.watch('', { after, signal: new AbortController().signal })) {
      expect(changes.map(({ type, entry }) => [type, entry.key, entry.value])).toEqual([
        ['put', '/x/', '1'],
        ['delete', '/x/', '1'],
      ]);
      break;
    }
  });

  it('ignores and reports foreign values, also if they exist in the history alone', async () => {
    const client = etcdClient(etcd.url);
    const said = new Set<string>();
    const decode = (text: string): string => {
      if (text === 'junk') throw new RangeError('no value');
      return text;
    };
    const options = { prefix: '/soiled', decode, report: (error: unknown) => said.add(String(error)) };
    await client.swap('/soiled/x/', Buffer.from('junk'), 'absent');
    const a = await opened(options);
    const first = await a.write('/y/', '1', { expect: 'absent' });
    await client.swap('/soiled/y/', Buffer.from('junk'), first.ok ? first.entry.revision : 0);
    expect(await a.get('/x/')).toBe(undefined);
    expect(await a.get('/y/')).toBe(undefined);
    await expect(a.write('/x/', '1', { expect: 'absent' })).rejects.toMatchObject({
      code: 'ERR_ETCD',
      message: expect.stringContaining('/soiled/x/'),
    });
    const there = await client.range('/soiled/', '/soiled0', { at: await client.revision(), limit: 9 });
    for (const { key, revision } of there.found) await client.swap(key, undefined, revision);
    expect(await a.write('/x/', '2', { expect: 'absent' })).toMatchObject({ ok: true });
    expect((await (await opened(options)).range('/')).entries).toMatchObject([{ key: '/x/', value: '2' }]);
    expect([...said].map((each) => /\/soiled\/[xy]\//u.exec(each)?.[0])).toEqual(['/soiled/x/', '/soiled/y/']);
    await client.close();
  });

  it('starts on an etcd whose history is gone, and bounds its own history there', async () => {
    const a = await store('/bounded', 5);
    for (let n = 0; n < 30; n += 1) await a.write(`/${n}/`, 'x', { expect: 'absent' });
    const client = etcdClient(etcd.url);
    const revision = await client.revision();
    await expect(client.range('/bounded', '/bounded~', { at: revision - 20, limit: 1 })).rejects.toMatchObject({
      code: 'ERR_COMPACTED',
    });
    await client.compact(revision);
    await client.close();
    expect((await (await store('/bounded')).range('/')).entries).toHaveLength(30);
  });

  it('lets the etcd expire values, and reports each to every process under a revision of its own', async () => {
    const brief: Lifetime<string> = (value) => (value === 'brief' ? 1 : undefined);
    const [a, b] = [await store('/ending', Infinity, brief), await store('/ending', Infinity, brief)];
    const after = await b.revision();
    const written = await Promise.all(
      [
        ['/x/', 'brief'],
        ['/y/', 'brief'],
        ['/z/', 'kept'],
      ].map(([key = '', value = '']) => a.write(key, value, { expect: 'absent' })),
    );
    await a.write('/y/', 'kept now', { expect: written[1]?.ok === true ? written[1].entry.revision : 0 });
    await a.write('/w/', 'brief', { expect: 'absent' });
    const ends: { readonly key: string; readonly revision: number }[] = [];
    for await (const changes of b.watch('/', { after, signal: new AbortController().signal })) {
      for (const { type, entry } of changes) if (type === 'delete') ends.push(entry);
      if (ends.length >= 2) break;
    }
    expect(ends.map(({ key }) => key).sort()).toEqual(['/w/', '/x/']);
    expect(new Set(ends.map(({ revision }) => revision)).size).toBe(2);
    expect((await a.range('/')).entries.map(({ key, value }) => [key, value])).toEqual([
      ['/y/', 'kept now'],
      ['/z/', 'kept'],
    ]);
  });

  it('leaves no lease behind for a value that lost to another write', async () => {
    const client = etcdClient(etcd.url);
    const leases: string[] = [];
    const noting: EtcdClient = {
      ...client,
      lease: async (seconds) => (leases[leases.length] = await client.lease(seconds)),
    };
    const brief = await opened({ client: noting, prefix: '/lost', lifetime: () => 3_600_000 });
    const first = await brief.write('/x/', '1', { expect: 'absent' });
    expect(await brief.write('/x/', '2', { expect: 'absent' })).toEqual({
      ok: false,
      current: first.ok && first.entry,
    });
    const [kept = '', lost = ''] = leases;
    await expect.poll(() => client.renew(lost)).toBe(false);
    expect(await client.renew(kept)).toBe(true);
  });

  describe('when its watch of the etcd stops', () => {
    it('ends watchers with unknown missed changes, except those that need only the current state', async () => {
      const { client, cut } = cuttable(etcdClient(etcd.url));
      const [behind, other] = [await opened({ client, prefix: '/missed' }), await store('/missed')];
      const begun = await other.write('/old/', '1', { expect: 'absent' });
      const after = await behind.revision();
      const signal = new AbortController().signal;
      const delivered = behind
        .watch('/', { after, signal })
        .next()
        .catch((error: unknown) => error);
      const condensed = behind.watch('/', { after, signal, condensed: true }).next();
      const letGo = cut();
      await other.remove('/old/', { expect: begun.ok ? begun.entry.revision : 0 });
      const brief = await other.write('/brief/', '1', { expect: 'absent' });
      await other.remove('/brief/', { expect: brief.ok ? brief.entry.revision : 0 });
      await other.write('/new/', '1', { expect: 'absent' });
      await other.compact(await other.revision());
      letGo();
      expect(await delivered).toBeInstanceOf(CompactedError);
      expect((await condensed).value?.map(({ type, entry }: Change<string>) => [type, entry.key])).toEqual([
        ['put', '/new/'],
        ['delete', '/old/'],
      ]);
      expect((await behind.range('/')).entries.map(({ key }) => key)).toEqual(['/new/']);
      await expect(behind.range('/', { at: after + 1 })).rejects.toThrow(CompactedError);
    });

    it('lets no reader wait for ever for missing watch messages, and reads the etcd again', async () => {
      const { client, cut } = cuttable(etcdClient(etcd.url));
      const late = await opened({ client, prefix: '/stalled', patienceMs: 50 });
      cut();
      await late.write('/x/', '1', { expect: 'absent' });
      await expect(late.get('/x/')).rejects.toMatchObject({
        code: 'ERR_ETCD',
        message: expect.stringContaining('delivered nothing after'),
      });
      await expect.poll(() => late.get('/x/').catch(() => undefined)).toMatchObject({ value: '1' });
    });

    it('ends its watches, and writes nothing, once the etcd was restored to an earlier state, even without requests', async () => {
      await using other = await startTestEtcd();
      const reported: unknown[] = [];
      const before = await opened({
        client: etcdClient(other.url),
        prefix: '/back',
        report: (error) => reported.push(error),
      });
      const first = await before.write('/x/', '1', { expect: 'absent' });
      const goBack = await other.keep();
      const known = first.ok ? first.entry.revision : 0;
      await expect
        .poll(() => before.write('/x/', '2', { expect: known }).catch(() => undefined))
        .toMatchObject({ ok: true });
      const watching = before
        .watch('/', { after: await before.revision(), signal: new AbortController().signal })
        .next();
      await goBack();
      expect(await watching).toEqual({ value: undefined, done: true });
      const refused = {
        code: 'ERR_ETCD',
        message: expect.stringMatching(/gone back from revision \d+ to \d+.*restart this server/),
      };
      expect(reported.at(-1)).toMatchObject(refused);
      await expect(before.get('/x/')).rejects.toMatchObject(refused);
      await expect(before.write('/y/', '1', { expect: 'absent' })).rejects.toMatchObject(refused);
      await expect(before.remove('/x/', { expect: known })).rejects.toMatchObject(refused);
      const anew = await opened({ client: etcdClient(other.url), prefix: '/back' });
      expect((await anew.range('/')).entries).toEqual([first.ok && first.entry]);
    });

    it('serves nothing from its cache when the etcd was restored to another state', async () => {
      const client = etcdClient(etcd.url);
      let isEmptied = false;
      const emptied: EtcdClient = { ...client, revision: async () => (isEmptied ? 1 : client.revision()) };
      const deceived = await opened({ client: emptied, prefix: '/emptied' });
      await deceived.write('/x/', '1', { expect: 'absent' });
      await deceived.get('/x/');
      const watching = deceived
        .watch('/', { after: await deceived.revision(), signal: new AbortController().signal })
        .next();
      isEmptied = true;
      await expect(deceived.get('/x/')).rejects.toMatchObject({
        code: 'ERR_ETCD',
        message: expect.stringContaining('gone back'),
      });
      expect(await watching).toEqual({ value: undefined, done: true });
      isEmptied = false;
      await expect(deceived.get('/x/')).rejects.toMatchObject({ code: 'ERR_ETCD' });
    });
  });

  it('names the unreachable etcd in an error', async () => {
    await expect(opened({ client: etcdClient('http://127.0.0.1:1') })).rejects.toMatchObject({
      code: 'ERR_ETCD',
      message: expect.stringContaining('etcd at http://127.0.0.1:1 cannot be reached'),
    });
  });
});

/** A client whose watch a test can cut. The next watch is held back until the test releases it or its signal aborts. */
function cuttable(client: EtcdClient): { readonly client: EtcdClient; cut(): () => void } {
  let held: Promise<void> = Promise.resolve();
  let current = new AbortController();
  return {
    client: {
      ...client,
      async *watch(after, signal) {
        await Promise.race([held, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
        held = Promise.resolve();
        current = new AbortController();
        try {
          yield* client.watch(after, AbortSignal.any([signal, current.signal]));
        } catch (error) {
          if (!current.signal.aborted) throw error;
        }
      },
    },
    cut() {
      let letGo = (): void => undefined;
      held = new Promise((resolve) => (letGo = resolve));
      current.abort();
      return letGo;
    },
  };
}
