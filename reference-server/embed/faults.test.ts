import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openWatch } from '../testing/watch.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './start-reference-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

/** The end of a body: its text, or its part before the connection was cut. */
async function bodyOf(
  url: string,
): Promise<{ readonly status: number; readonly text: string; readonly isCut: boolean }> {
  const response = await fetch(url);
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
    return { status: response.status, text, isCut: false };
  } catch {
    return { status: response.status, text, isCut: true };
  }
}

describe('the embedded server', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  beforeEach(() => server.intercept(undefined));
  afterAll(async () => server.close());

  const create = async (name: string): Promise<Response> =>
    fetch(`${server.url}${MAPS}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ metadata: { name } }),
    });

  it('returns any status, with headers such as Retry-After', async () => {
    server.intercept(() => ({
      fault: 'answer',
      code: 429,
      reason: 'TooManyRequests',
      headers: { 'Retry-After': '7' },
    }));
    const response = await fetch(`${server.url}${MAPS}`);
    expect([
      response.status,
      response.headers.get('retry-after'),
      ((await response.json()) as { reason: string }).reason,
    ]).toEqual([429, '7', 'TooManyRequests']);
  });

  it.each([0, 1, 25])(
    'cuts a body after %i bytes, of a response in one piece, of one in many and of a watch',
    async (afterBytes) => {
      await Promise.all(Array.from({ length: 20 }, (_, index) => create(`of-many-${index}`)));
      server.intercept(({ path }) => (path === '/version' || path === MAPS ? { fault: 'cut', afterBytes } : undefined));
      for (const path of ['/version', MAPS, `${MAPS}?watch=true`]) {
        const { status, text, isCut } = await bodyOf(`${server.url}${path}`);
        expect([path, status, text.length, isCut]).toEqual([path, 200, afterBytes, true]);
      }
      server.intercept(() => ({ fault: 'cut', afterBytes: 1_000_000 }));
      expect((await bodyOf(`${server.url}/healthz`)).text).toBe('ok');
    },
  );

  it('ends a watch as too old', async () => {
    server.intercept(({ query }) =>
      query.has('watch') ? { fault: 'error-event', code: 410, reason: 'Expired' } : undefined,
    );
    const { text, isCut } = await bodyOf(`${server.url}${MAPS}?watch=true&resourceVersion=1`);
    expect([JSON.parse(text), isCut]).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } },
      false,
    ]);
  });

  it.each([
    ['cleanly', false],
    ['cut', true],
  ] as const)('ends the open watches: %s', async (how, isCut) => {
    const response = await fetch(`${server.url}${MAPS}?watch=true&resourceVersion=1`);
    server.endWatches(how);
    expect(
      await response.text().then(
        () => false,
        () => true,
      ),
    ).toBe(isCut);
  });

  it.each([
    ['cleanly', 1000],
    ['cut', 1006],
  ] as const)('ends the watches over a WebSocket: %s', async (how, code) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${MAPS}?watch=true`);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await create(`for-${how}`);
    await new Promise((resolve) => socket.once('message', resolve));
    server.endWatches(how);
    expect(await closed).toBe(code);
  });

  it('holds a request until the interceptor has decided', async () => {
    let decide: (() => void) | undefined;
    const decided = new Promise<undefined>((resolve) => (decide = () => resolve(undefined)));
    server.intercept(async ({ path }) => (path === '/version' ? decided : undefined));
    const held = fetch(`${server.url}/version`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    decide?.();
    expect((await held).status).toBe(200);
  });

  it('closes without waiting for a held request', async () => {
    let asked: (() => void) | undefined;
    const seen = new Promise<void>((resolve) => (asked = resolve));
    const short = await startReferenceServer({
      intercept: ({ path }) => {
        if (path === '/late') asked?.();
        return { fault: 'delay', milliseconds: 3_600_000 };
      },
    });
    const late = fetch(`${short.url}/late`).then(
      () => 'answered',
      () => 'cut',
    );
    await seen;
    await short.close();
    expect(await late).toBe('cut');
  });

  it('makes a snapshot that outlives it as JSON, and refuses an invalid one', async () => {
    await create('kept');
    const saved = JSON.stringify(await server.snapshot());
    await using other = await startReferenceServer();
    await other.restore(JSON.parse(saved));
    expect((await fetch(`${other.url}${MAPS}/kept`)).status).toBe(200);
    for (const wrong of [undefined, 'x', {}, { format: 1, objects: ['x'] }, { format: 1, objects: [['/a', '{']] }])
      await expect(other.restore(wrong as never)).rejects.toMatchObject({ code: 'ERR_SNAPSHOT' });
    expect((await fetch(`${other.url}${MAPS}/kept`)).status).toBe(200);
  });

  it.each([
    { port: -1 },
    { port: '80' },
    { clockSpeed: -1 },
    { clockSpeed: Number.NaN },
    { history: 0 },
    { tokens: 's3cret' },
    { tokens: ['two words'] },
    { intercept: {} },
    { controllers: 'no' },
    { contrllers: 'on' },
    { dialect: 'kubernetes-1.8' },
    { dialect: { name: 'mine', answers: { 'create.status': 202 } } },
  ])('refuses %o before it listens', async (options) => {
    await expect(startReferenceServer(options as never)).rejects.toMatchObject({
      name: 'OptionError',
      code: 'OPTION_INVALID',
      message: expect.stringContaining(Object.keys(options)[0] ?? ''),
    });
  });

  it('accepts a dialect as an object, as a file has it', async () => {
    await using own = await startReferenceServer({ dialect: { name: 'mine', answers: { 'create.status': 201 } } });
    const made = await fetch(`${own.url}${MAPS}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"x"}}',
    });
    expect(made.status).toBe(201);
  });

  it('keeps a reset in force against controllers in the middle of their work', async () => {
    await using busy = await startReferenceServer({ controllers: 'on', clockSpeed: 0 });
    const path = `${busy.url}/apis/apps/v1beta1/namespaces/default/deployments`;
    const spec = {
      replicas: 4,
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    };
    for (const name of ['d', 'e', 'f'])
      await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ metadata: { name }, spec }),
      });
    await busy.reset();
    await busy.clock.advance(60_000);
    for (const kind of ['deployments', 'replicasets'])
      expect(await (await fetch(`${busy.url}/apis/apps/v1/${kind}`)).json()).toMatchObject({ items: [] });
    expect(await (await fetch(`${busy.url}/api/v1/pods`)).json()).toMatchObject({ items: [] });
  });

  it('lets a restored terminating namespace be deleted again', async () => {
    await using own = await startReferenceServer();
    const send = async (method: string, path: string, body: object = {}): Promise<Response> =>
      fetch(`${own.url}${path}`, {
        method,
        headers: { 'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
        body: JSON.stringify(body),
      });
    const maps = '/api/v1/namespaces/again/configmaps';
    await send('POST', '/api/v1/namespaces', { metadata: { name: 'again' } });
    await send('POST', maps, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
    const before = await own.snapshot();
    await send('DELETE', '/api/v1/namespaces/again');
    await own.restore(before);
    await send('POST', maps, { metadata: { name: 'later' } });
    await send('DELETE', '/api/v1/namespaces/again');
    await send('PATCH', `${maps}/held`, { metadata: { finalizers: null } });
    await expect.poll(async () => (await fetch(`${own.url}/api/v1/namespaces/again`)).status).toBe(404);
  });

  it('is independent of other servers, and ends its controllers with itself', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => startReferenceServer({ controllers: 'on' })));
    const [first, second] = servers;
    await using watch = await openWatch(`${first?.url ?? ''}${MAPS}?watch=true`);
    await fetch(`${first?.url ?? ''}${MAPS}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"x"}}',
    });
    await watch.take(1);
    expect((await fetch(`${second?.url ?? ''}${MAPS}/x`)).status).toBe(404);
    await Promise.all(servers.map((each) => each.close()));
    await expect(fetch(`${first?.url ?? ''}/healthz`)).rejects.toThrow();
  });
});

it('the complete example of the documentation is the test beside this one', () => {
  const documented = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const example = readFileSync(new URL('informer-example.test.ts', import.meta.url), 'utf8');
  expect(documented).toContain(example.replaceAll('./start-reference-server.ts', 'plumbline/reference-server'));
});
