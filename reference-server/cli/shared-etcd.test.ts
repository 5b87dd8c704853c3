import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHY_NO_ETCD } from '../store/etcd/test-etcd.fixture.ts';
import { type ServerGroup, startServerGroup } from '../testing/server-group/server-group.fixture.ts';
import { testServer } from '../testing/server.fixture.ts';
import { openWatch } from '../testing/watch.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface SharedReply {
  readonly status: number;
  readonly body: {
    readonly metadata: { readonly name: string; readonly resourceVersion: string };
    readonly data?: Record<string, string>;
    readonly items: readonly SharedReply['body'][];
  };
}

async function send(server: string, method: string, path: string, body?: unknown): Promise<SharedReply> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(server + path, { method, ...sent });
  return { status: response.status, body: (await response.json()) as SharedReply['body'] };
}

function map(name: string, value = 'x', resourceVersion?: string): object {
  return { metadata: { name, ...(resourceVersion === undefined ? {} : { resourceVersion }) }, data: { value } };
}

if (WHY_NO_ETCD !== undefined) process.stderr.write(`skipped: ${WHY_NO_ETCD}\n`);

describe.skipIf(WHY_NO_ETCD !== undefined)('three servers over one etcd', () => {
  let group: ServerGroup;
  const at = (turn: number): string => {
    const server = group.servers[turn % group.servers.length];
    if (server === undefined) throw new RangeError('no server was started');
    return server;
  };

  beforeAll(async () => {
    group = await startServerGroup(3);
  });

  afterAll(async () => {
    await group[Symbol.asyncDispose]();
  });

  it('each show a write through another one at once, with the same version', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const made = await send(at(turn), 'POST', MAPS, map(`seen-${turn}`));
      expect(made.status).toBe(200);
      expect((await send(at(turn + 1), 'GET', `${MAPS}/seen-${turn}`)).body).toEqual(made.body);
      const listed = await send(at(turn + 2), 'GET', `${MAPS}?resourceVersion=${made.body.metadata.resourceVersion}`);
      expect(listed.body.items.map(({ metadata }) => metadata.name)).toContain(`seen-${turn}`);
    }
  });

  it('let one of many writers win, whichever servers they use', async () => {
    const { body } = await send(at(0), 'POST', MAPS, map('contended'));
    const writes = Array.from({ length: 12 }, (_, turn) =>
      send(at(turn), 'PUT', `${MAPS}/contended`, map('contended', String(turn), body.metadata.resourceVersion)),
    );
    const replies = await Promise.all(writes);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const winner = replies.find(({ status }) => status === 200);
    expect((await send(at(1), 'GET', `${MAPS}/contended`)).body).toEqual(winner?.body);
  });

  it('never refuse or skip a write because of an earlier change by another one', async () => {
    const maps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
    const first = (await send(at(2), 'POST', MAPS, map('old', 'a'))).body;
    const second = (await send(at(0), 'PUT', `${MAPS}/old`, map('old', 'b'))).body;
    const back = await send(at(2), 'PUT', `${MAPS}/old`, { ...first, metadata: second.metadata });
    expect([back.status, back.body.data]).toEqual([200, { value: 'a' }]);
    expect(back.body.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
    await send(at(0), 'DELETE', `${MAPS}/old`);
    expect((await send(at(2), 'PUT', `${MAPS}/old`, map('old', 'a'))).status).toBe(404);
    expect((await send(at(2), 'POST', MAPS, map('old', 'a'))).status).toBe(200);
    await send(at(0), 'POST', '/api/v1/namespaces', { metadata: { name: 'brief' } });
    expect((await send(at(2), 'POST', maps('brief'), map('m'))).status).toBe(200);
    await send(at(0), 'DELETE', '/api/v1/namespaces/brief');
    expect([403, 404]).toContain((await send(at(2), 'POST', maps('brief'), map('n'))).status);
  });

  it('deliver all writes in one order, and resume a watch of another server', async () => {
    const { resourceVersion } = (await send(at(0), 'GET', MAPS)).body.metadata;
    const watches = await Promise.all(
      group.servers.map((url) => openWatch(`${url}${MAPS}?watch=true&resourceVersion=${resourceVersion}`)),
    );
    for (let turn = 0; turn < 12; turn += 1) await send(at(turn), 'POST', MAPS, map(`told-${turn}`));
    const delivered = await Promise.all(watches.map((watch) => watch.take(12)));
    await Promise.all(watches.map((watch) => watch[Symbol.asyncDispose]()));
    expect(delivered[1]).toEqual(delivered[0]);
    expect(delivered[2]).toEqual(delivered[0]);
    expect(delivered[0]?.map(({ object }) => object.metadata.name)).toEqual(
      Array.from({ length: 12 }, (_, turn) => `told-${turn}`),
    );
    const middle = delivered[0]?.[5]?.object.metadata.resourceVersion ?? '';
    await using resumed = await openWatch(`${at(2)}${MAPS}?watch=true&resourceVersion=${middle}`);
    expect(await resumed.take(6)).toEqual(delivered[0]?.slice(6));
  });

  it('empty a namespace together', async () => {
    await send(at(0), 'POST', '/api/v1/namespaces', { metadata: { name: 'doomed' } });
    for (let turn = 0; turn < 6; turn += 1)
      await send(at(turn), 'POST', '/api/v1/namespaces/doomed/configmaps', map(`m-${turn}`));
    const from = (await send(at(1), 'GET', '/api/v1/namespaces')).body.metadata.resourceVersion;
    await using watch = await openWatch(`${at(2)}/api/v1/watch/namespaces/doomed?resourceVersion=${from}`);
    await send(at(0), 'DELETE', '/api/v1/namespaces/doomed');
    while ((await watch.take(1))[0]?.type !== 'DELETED');
    expect((await send(at(1), 'GET', '/api/v1/namespaces/doomed/configmaps')).body.items).toEqual([]);
  });

  it('lose no acknowledged write when one of them is killed during writes', async () => {
    const victim = at(0);
    const acknowledged: string[] = [];
    let killed: Promise<void> | undefined;
    const writer = async (who: number): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        const name = `kept-${who}-${turn}`;
        const reply = await send(victim, 'POST', MAPS, map(name)).catch(() => undefined);
        if (reply === undefined) return;
        expect(reply.status).toBe(200);
        if (acknowledged.push(name) === 40) killed = group.kill(0);
      }
    };
    await Promise.all([1, 2, 3, 4].map(writer));
    await killed;
    const names = new Set((await send(at(1), 'GET', MAPS)).body.items.map(({ metadata }) => metadata.name));
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    await group.start(0);
    expect((await send(at(0), 'GET', MAPS)).body.items).toEqual((await send(at(1), 'GET', MAPS)).body.items);
  });

  it('run the controllers of one server, and those of another when that one has ended', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const deployment = (replicas: number): object => ({
      metadata: { name: 'web' },
      spec: {
        replicas,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    });
    const first = await testServer({ storage: group.etcd, controllers: 'on' });
    await using second = await testServer({ storage: group.etcd, controllers: 'on' });
    const { resourceVersion } = (await second.send('GET', pods)).body.metadata;
    await using watch = await openWatch(`${second.url}${pods}?watch=true&resourceVersion=${resourceVersion}`);
    await second.send('POST', '/apis/extensions/v1beta1/namespaces/default/deployments', deployment(3));
    await expect.poll(async () => (await second.send('GET', pods)).body.items.length).toBe(3);
    await first[Symbol.asyncDispose]();
    await second.send('PUT', '/apis/extensions/v1beta1/namespaces/default/deployments/web', deployment(5));
    await expect.poll(async () => (await second.send('GET', pods)).body.items.length).toBe(5);
    await second.send('PUT', '/apis/extensions/v1beta1/namespaces/default/deployments/web', deployment(4));
    const names = new Set<string>();
    for (let isGone = false; !isGone;) {
      const [event] = await watch.take(1);
      if (event?.type === 'ADDED') names.add(event.object.metadata.name);
      isGone =
        event === undefined || event.type === 'DELETED' || event.object.metadata['deletionTimestamp'] !== undefined;
    }
    expect(names.size).toBe(5);
  });

  it('end a watch from before the etcd history as too old, also on a later server', async () => {
    const { resourceVersion } = (await send(at(1), 'GET', MAPS)).body.metadata;
    {
      await using forgetful = await testServer({ storage: group.etcd, history: 4 });
      for (let turn = 0; turn < 12; turn += 1) await send(at(turn), 'POST', MAPS, map(`old-${turn}`));
      await using tooOld = await openWatch(`${forgetful.url}${MAPS}?watch=true&resourceVersion=${resourceVersion}`);
      expect(await tooOld.rest()).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410 } }]);
    }
    await group.kill(0);
    await group.start(0);
    await using tooOld = await openWatch(`${at(0)}${MAPS}?watch=true&resourceVersion=${resourceVersion}`);
    expect(await tooOld.rest()).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410 } }]);
    await using known = await openWatch(`${at(1)}${MAPS}?watch=true&resourceVersion=${resourceVersion}`);
    expect(await known.take(12)).toHaveLength(12);
  });
});
