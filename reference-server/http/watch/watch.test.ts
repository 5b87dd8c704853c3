import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';
import { openWatch, summaries } from '../../testing/watch.fixture.ts';

describe('watches', () => {
  let server: TestServer;
  let namespaces = 0;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** Path of the config maps of a new namespace, and the same for watching. */
  async function freshNamespace(): Promise<{ readonly maps: string; readonly watch: string }> {
    namespaces += 1;
    const name = `w${namespaces}`;
    await server.send('POST', '/api/v1/namespaces', { metadata: { name } });
    return {
      maps: `/api/v1/namespaces/${name}/configmaps`,
      watch: `${server.url}/api/v1/watch/namespaces/${name}/configmaps`,
    };
  }

  async function make(maps: string, name: string, labels: Record<string, string> = {}): Promise<string> {
    return (await server.send('POST', maps, { metadata: { name, labels } })).body.metadata.resourceVersion;
  }

  it('get a response only after their start is settled, however long that takes', async () => {
    const { maps, watch } = await freshNamespace();
    const { store } = server.context;
    const range = store.range.bind(store);
    let settle = (): void => undefined;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    store.range = async (...asked) => {
      await settled;
      return range(...asked);
    };
    let isOpen = false;
    const responded = openWatch(watch).finally(() => (isOpen = true));
    await make(maps, 'before');
    expect(isOpen).toBe(false);
    settle();
    await using events = await responded;
    store.range = range;
    await make(maps, 'after');
    expect(summaries(await events.take(2))).toEqual(['ADDED before', 'ADDED after']);
  });

  it('deliver existing objects, then every change, in order, with the full object', async () => {
    const { maps, watch } = await freshNamespace();
    await make(maps, 'a');
    await using watching = await openWatch(watch);
    expect(watching.status).toBe(200);
    expect(watching.contentType).toBe('application/json');
    const [first] = await watching.take(1);
    expect(first).toMatchObject({
      type: 'ADDED',
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } },
    });
    await make(maps, 'b');
    const changed = await server.send('PUT', `${maps}/a`, { metadata: { name: 'a' }, data: { k: 'v' } });
    await server.send('DELETE', `${maps}/b`);
    const events = await watching.take(3);
    expect(summaries(events)).toEqual(['ADDED b', 'MODIFIED a', 'DELETED b']);
    expect(events[1]?.object).toEqual(changed.body);
  });

  it('send their head at once, also if no event follows', async () => {
    const { watch } = await freshNamespace();
    await using watching = await openWatch(watch);
    expect(watching.status).toBe(200);
  });

  it('begin after a version with the later events', async () => {
    const { maps, watch } = await freshNamespace();
    await make(maps, 'a');
    const version = await make(maps, 'b');
    await make(maps, 'c');
    await server.send('DELETE', `${maps}/a`);
    await using watching = await openWatch(`${watch}?resourceVersion=${version}`);
    expect(summaries(await watching.take(2))).toEqual(['ADDED c', 'DELETED a']);
  });

  it.each(['', '0'])('begin with the existing objects at version %j', async (version) => {
    const { maps, watch } = await freshNamespace();
    await make(maps, 'a');
    await using watching = await openWatch(`${watch}?resourceVersion=${version}`);
    expect(summaries(await watching.take(1))).toEqual(['ADDED a']);
  });

  it('are refused if they request the end of the initial events, so later clients list first', async () => {
    const { maps } = await freshNamespace();
    const asked = 'watch=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan';
    const refused = await server.send('GET', `${maps}?${asked}&sendInitialEvents=true`);
    expect([refused.status, refused.body.reason]).toEqual([422, 'Invalid']);
    await using served = await openWatch(`${server.url}${maps}?${asked}&sendInitialEvents=false`);
    expect(served.status).toBe(200);
  });

  it('are a parameter of lists as well, in one namespace and over all', async () => {
    const { maps } = await freshNamespace();
    const version = await make(maps, 'a');
    await using inside = await openWatch(`${server.url}${maps}?watch=true&resourceVersion=${version}`);
    await using everywhere = await openWatch(`${server.url}/api/v1/configmaps?watch=1&resourceVersion=${version}`);
    await make(maps, 'b');
    expect(summaries(await inside.take(1))).toEqual(['ADDED b']);
    expect(summaries(await everywhere.take(1))).toEqual(['ADDED b']);
  });

  it('of one object deliver only its events, from before it exists', async () => {
    const { maps, watch } = await freshNamespace();
    await using watching = await openWatch(`${watch}/a?timeoutSeconds=600`);
    await make(maps, 'ab');
    await make(maps, 'a');
    await server.send('DELETE', `${maps}/a`);
    expect(summaries(await watching.take(2))).toEqual(['ADDED a', 'DELETED a']);
  });

  it('with a selector deliver objects that begin or stop to match', async () => {
    const { maps, watch } = await freshNamespace();
    await using watching = await openWatch(`${watch}?labelSelector=on%3Dyes`);
    await make(maps, 'a', { on: 'no' });
    await server.send('PUT', `${maps}/a`, {
      metadata: { name: 'a', labels: { on: 'yes' } },
      data: { last: 'matching' },
    });
    const left = await server.send('PUT', `${maps}/a`, { metadata: { name: 'a', labels: { on: 'no' } } });
    await make(maps, 'b', { on: 'yes' });
    const events = await watching.take(3);
    expect(summaries(events)).toEqual(['ADDED a', 'DELETED a', 'ADDED b']);
    expect(events[1]?.object.data).toEqual({ last: 'matching' });
    expect(events[1]?.object.metadata.resourceVersion).toBe(left.body.metadata.resourceVersion);
  });

  it('select by field', async () => {
    const { maps, watch } = await freshNamespace();
    await using watching = await openWatch(`${watch}?fieldSelector=metadata.name%3Db`);
    for (const name of ['a', 'b']) await make(maps, name);
    expect(summaries(await watching.take(1))).toEqual(['ADDED b']);
  });

  it('deliver no event for a write that changes nothing', async () => {
    const { maps, watch } = await freshNamespace();
    await make(maps, 'a');
    await using watching = await openWatch(watch);
    await watching.take(1);
    const shown = await server.send('GET', `${maps}/a`);
    await server.send('PUT', `${maps}/a`, shown.body);
    await make(maps, 'b');
    expect(summaries(await watching.take(1))).toEqual(['ADDED b']);
  });

  it('end cleanly after timeoutSeconds', async () => {
    const { maps, watch } = await freshNamespace();
    await make(maps, 'a');
    await using watching = await openWatch(`${watch}?timeoutSeconds=1`);
    expect(summaries(await watching.rest())).toEqual(['ADDED a']);
  });

  it('deliver the group-version of the path: one Deployment in both groups', async () => {
    const { maps } = await freshNamespace();
    const namespace = maps.split('/')[4];
    await using watching = await openWatch(
      `${server.url}/apis/extensions/v1beta1/watch/namespaces/${namespace}/deployments`,
    );
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await server.send('POST', `/apis/apps/v1beta1/namespaces/${namespace}/deployments`, {
      metadata: { name: 'd' },
      spec: { template },
    });
    const [event] = await watching.take(1);
    expect(event?.object.apiVersion).toBe('extensions/v1beta1');
  });

  it('have the stream type if it is requested by name, and refuse YAML', async () => {
    const { watch } = await freshNamespace();
    await using watching = await openWatch(watch, { Accept: 'application/json;stream=watch' });
    expect(watching.contentType).toBe('application/json;stream=watch');
    await using refused = await openWatch(watch, { Accept: 'application/yaml' });
    expect(refused.status).toBe(406);
  });

  it.each(['?labelSelector=a==b==c', '?resourceVersion=x', '?timeoutSeconds=x'])(
    'return 400 to %s before any stream',
    async (query) => {
      const { watch } = await freshNamespace();
      await using watching = await openWatch(`${watch}${query}`);
      expect(watching.status).toBe(400);
    },
  );

  it('deliver the same events in the same order to fifty watchers', async () => {
    const { maps, watch } = await freshNamespace();
    const watching = await Promise.all(Array.from({ length: 50 }, () => openWatch(watch)));
    await Promise.all(Array.from({ length: 20 }, (_, n) => make(maps, `m${n}`)));
    const delivered = await Promise.all(watching.map((each) => each.take(20)));
    const versions = delivered.map((events) => events.map(({ object }) => object.metadata.resourceVersion).join(' '));
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]?.split(' ').map(Number)).toEqual(
      [...(versions[0]?.split(' ').map(Number) ?? [])].sort((a, b) => a - b),
    );
    for (const each of watching) await each[Symbol.asyncDispose]();
  });
});

describe('watches beyond the history', () => {
  const MAPS = '/api/v1/namespaces/default/configmaps';

  it('end with an ERROR event that holds a Status 410', async () => {
    await using server = await testServer({ history: 5 });
    for (let n = 0; n < 20; n += 1) await server.send('POST', MAPS, { metadata: { name: `m${n}` } });
    await using watching = await openWatch(`${server.url}${MAPS}?watch=true&resourceVersion=4`);
    expect(watching.status).toBe(200);
    expect(await watching.rest()).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Gone' } },
    ]);
  });

  it('end so for a slow reader, and keep no other reader waiting', async () => {
    await using server = await testServer({ history: 5, maxBody: 2 ** 20 });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`GET ${MAPS}?watch=true HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    await using quick = await openWatch(`${server.url}${MAPS}?watch=true`);
    const blob = 'x'.repeat(900_000);
    for (let n = 0; n < 40; n += 1) {
      expect((await server.send('POST', MAPS, { metadata: { name: `m${n}` }, data: { blob } })).status).toBe(200);
      expect(summaries(await quick.take(1))).toEqual([`ADDED m${n}`]);
    }
    let text = '';
    for await (const chunk of socket) {
      text = (text + String(chunk)).slice(-2000);
      if (text.includes('"ERROR"')) break;
    }
    expect(text).toContain('"code":410');
  });

  it('are cut if their readers stall for long, but not if they have no events', async () => {
    await using server = await testServer({ stalledMs: 4000, maxBody: 2 ** 20 });
    await using silent = await openWatch(`${server.url}/api/v1/namespaces/default/secrets?watch=true`);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`GET ${MAPS}?watch=true HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    const data = { blob: 'x'.repeat(900_000) };
    for (let n = 0; n < 30; n += 1) await server.send('POST', MAPS, { metadata: { name: `m${n}` }, data });
    await new Promise((resolve) => setTimeout(resolve, 9000));
    let taken = 0;
    await new Promise((resolve) =>
      socket
        .on('data', (chunk) => (taken += chunk.length))
        .on('error', resolve)
        .on('close', resolve),
    );
    expect(taken).toBeLessThan(30 * 900_000);
    await server.send('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'late' } });
    expect(summaries(await silent.take(1))).toEqual(['ADDED late']);
  });

  it('are refused with 429 and Retry-After beyond the limit of the server, until others end', async () => {
    await using server = await testServer({ maxWatches: 2 });
    const open = await Promise.all([
      openWatch(`${server.url}${MAPS}?watch=true`),
      openWatch(`${server.url}${MAPS}?watch=true&timeoutSeconds=1`),
    ]);
    const refused = await server.send('GET', `${MAPS}?watch=true`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(refused.body).toMatchObject({
      kind: 'Status',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 5 },
    });
    await open[1].rest();
    await using next = await openWatch(`${server.url}${MAPS}?watch=true`);
    expect(next.status).toBe(200);
    await open[0][Symbol.asyncDispose]();
  });

  it('are forgotten when their readers vanish', async () => {
    await using server = await testServer({ maxWatches: 500 });
    const readers = await Promise.all(Array.from({ length: 500 }, () => openWatch(`${server.url}${MAPS}?watch=true`)));
    for (const reader of readers) await reader[Symbol.asyncDispose]();
    // Writes go on without any watcher.
    for (let n = 0; n < 20; n += 1)
      expect((await server.send('POST', MAPS, { metadata: { name: `m${n}` } })).status).toBe(200);
    while ((await server.send('GET', `${MAPS}?watch=true&timeoutSeconds=-1`)).status === 429);
    const again = await Promise.all(Array.from({ length: 400 }, () => openWatch(`${server.url}${MAPS}?watch=true`)));
    expect(again.filter(({ status }) => status !== 200)).toEqual([]);
    for (const reader of again) await reader[Symbol.asyncDispose]();
    // An open watch would delay the close until its time limit.
    await server.close();
    expect(server.faults).toEqual([]);
  });

  it('end when the server closes', async () => {
    const server = await testServer();
    await using watching = await openWatch(`${server.url}${MAPS}?watch=true`);
    const closed = server.close();
    expect(await watching.rest()).toEqual([]);
    await closed;
  });
});
