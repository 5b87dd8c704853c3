import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import { HOSTILE_TARGETS } from './index.ts';
import { listening, startHostile } from './start-hostile.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';
const DEPLOYMENTS = '/apis/apps/v1beta1/namespaces/default/deployments';
/** How long a server must stay silent in a test. */
const SILENCE_MS = 500;

interface HostileReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

let reference: ListeningProcess;

beforeAll(async () => {
  reference = await listening('reference-server/cli/quick-start.mjs', '--port', '0');
});
afterAll(() => reference[Symbol.asyncDispose]());

const start = (name: string): Promise<ListeningProcess> => startHostile(name, reference);

async function send(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Promise<HostileReply> {
  const response = await request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

/** Whether a request gets no response within that time. */
async function isSilent(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Promise<boolean> {
  const outcome = request(url, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(SILENCE_MS),
  });
  return outcome.then(
    () => false,
    (error: Error) => error.name === 'TimeoutError',
  );
}

/** Everything that a server sends to a plain text request, until it closes or the amount has arrived. */
async function rawResponse(url: string, enough = Infinity): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write('GET /api HTTP/1.1\r\nHost: a\r\n\r\n'));
  return readUpTo(socket, enough);
}

async function readUpTo(socket: Socket, enough: number): Promise<string> {
  let text = '';
  try {
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.length >= enough) break;
    }
  } catch (error) {
    text += `(${(error as NodeJS.ErrnoException).code})`;
  }
  socket.destroy();
  return text;
}

/** The first part of a body, and its Content-Length. */
async function bodyStart(url: string, enough: number): Promise<{ readonly length: unknown; readonly text: string }> {
  const { headers, body } = await request(url);
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length >= enough) break;
  }
  return { length: headers['content-length'], text };
}

function until(condition: () => Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(condition, { timeout: 60_000 });
}

function objectNamed(name: string): unknown {
  return { metadata: { name } };
}

/** Opens a watch and leaves it. */
async function abandonWatch(url: string): Promise<void> {
  const { body } = await request(url);
  body.on('error', () => undefined).destroy();
}

describe('servers that give every request the same response', () => {
  it.concurrent.each([
    ['answers-html', 200, 'text/html; charset=utf-8', /^<!doctype html>/],
    ['answers-empty-object', 200, 'application/json', /^\{\}\n$/],
    ['answers-one-object', 200, 'application/json', /"kind":"ConfigMap"/],
    ['answers-500', 500, 'application/json', /"reason":"InternalError"/],
    ['answers-401', 401, 'application/json', /"reason":"Unauthorized"/],
    ['answers-403', 403, 'application/json', /"reason":"Forbidden"/],
    ['answers-429', 429, 'application/json', /"reason":"TooManyRequests"/],
  ] as const)('%s returns %d', async (name, status, type, body) => {
    await using server = await start(name);
    for (const [method, path] of [
      ['GET', '/version'],
      ['POST', CONFIG_MAPS],
      ['DELETE', `${CONFIG_MAPS}/a`],
    ] as const) {
      const seen = await send(`${server.url}${path}`, method);
      expect([seen.status, seen.headers['content-type']]).toEqual([status, type]);
      expect(seen.text).toMatch(body);
    }
  });

  it.concurrent('redirects-in-a-loop names the path that was asked for', async () => {
    await using server = await start('redirects-in-a-loop');
    const { status, headers } = await send(`${server.url}/api?a=1`);
    expect([status, headers['location']]).toEqual([302, '/api?a=1']);
  });

  it.concurrent('redirects-to-login ends at a page in HTML', async () => {
    await using server = await start('redirects-to-login');
    const { status, headers } = await send(`${server.url}/api/v1`);
    expect([status, headers['location']]).toEqual([302, '/login?next=%2Fapi%2Fv1']);
    expect((await send(`${server.url}${String(headers['location'])}`)).text).toMatch(/Sign in/);
  });
});

describe('servers that send no HTTP', () => {
  it.concurrent('closes-after-accept closes without a byte', async () => {
    await using server = await start('closes-after-accept');
    expect(await rawResponse(server.url)).toMatch(/^(?:\(ECONNRESET\)|\(EPIPE\))?$/);
  });

  it.concurrent('never-answers is silent', async () => {
    await using server = await start('never-answers');
    expect(await isSilent(`${server.url}/api`)).toBe(true);
  });

  it.concurrent('speaks-ssh sends a banner', async () => {
    await using server = await start('speaks-ssh');
    expect(await rawResponse(server.url)).toMatch(/^SSH-2\.0-\S+\r\n/);
  });
});

describe('servers with certificate trouble', () => {
  const tlsError = async (url: string): Promise<unknown> => {
    const { hostname, port } = new URL(url);
    const [error] = (await once(connectTls({ host: hostname, port: Number(port) }), 'error').catch(
      (thrown: unknown) => [thrown],
    )) as [NodeJS.ErrnoException];
    return error.code;
  };
  const insecurely = async (url: string): Promise<number> => {
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    try {
      const { statusCode, body } = await request(url, { dispatcher: agent });
      await body.dump();
      return statusCode;
    } finally {
      await agent.destroy();
    }
  };

  it.concurrent.each([
    ['tls-self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['tls-unknown-authority', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])(
    '%s is refused with %s, serves the API to clients that do not verify, and recognises plain HTTP',
    async (name, code) => {
      await using server = await start(name);
      expect(server.url).toMatch(/^https:/);
      expect(await tlsError(server.url)).toBe(code);
      expect(await insecurely(`${server.url}/api/v1`)).toBe(200);
      expect(await rawResponse(server.url)).toBe(
        'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n',
      );
    },
  );

  it.concurrent('tls-asks-for-client-certificate serves no client without one', async () => {
    await using server = await start('tls-asks-for-client-certificate');
    await expect(insecurely(`${server.url}/api/v1`)).rejects.toThrow(
      /certificate required|ECONNRESET|other side closed/,
    );
  });
});

describe('servers whose responses do not end', () => {
  it.concurrent('body-of-4-gib sends a list of that length', async () => {
    await using server = await start('body-of-4-gib');
    const { length, text } = await bodyStart(`${server.url}${CONFIG_MAPS}`, 32 * 1024 * 1024);
    expect(length).toBe(String(4 * 1024 ** 3));
    expect(text).toMatch(/^\{"kind":"ConfigMapList"/);
  });

  it.concurrent('body-drips sends its bytes one by one', async () => {
    await using server = await start('body-drips');
    const { length, text } = await bodyStart(`${server.url}/api`, 3);
    expect([length, text]).toEqual([undefined, '{  ']);
  });

  it.concurrent('header-never-ends sends megabytes of a header', async () => {
    await using server = await start('header-never-ends');
    const text = await rawResponse(server.url, 8 * 1024 * 1024);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: application\/json\r\nX-Endless: a+$/);
  });

  it.concurrent('watch-line-never-ends sends megabytes without a newline, and right lists', async () => {
    await using server = await start('watch-line-never-ends');
    const { text } = await bodyStart(`${server.url}${CONFIG_MAPS}?watch=true`, 8 * 1024 * 1024);
    expect(text.length).toBeGreaterThanOrEqual(8 * 1024 * 1024);
    expect(text).not.toContain('\n');
    expect(JSON.parse((await send(`${server.url}${CONFIG_MAPS}`)).text)).toMatchObject({ kind: 'ConfigMapList' });
  });
});

describe('servers that stop responding', () => {
  it.concurrent('hangs-kind-after-abandoned-watches hangs that kind alone', async () => {
    await using server = await start('hangs-kind-after-abandoned-watches');
    for (let n = 0; n < 19; n += 1) await abandonWatch(`${server.url}${SECRETS}?watch=true`);
    expect((await send(`${server.url}${SECRETS}`)).status).toBe(200);
    await abandonWatch(`${server.url}${SECRETS}?watch=true`);
    await until(() => isSilent(`${server.url}${SECRETS}`));
    expect((await send(`${server.url}${CONFIG_MAPS}`)).status).toBe(200);
  });

  it.concurrent('deadlocks-on-slow-watcher holds writes of the kind until the watcher reads or leaves', async () => {
    await using server = await start('deadlocks-on-slow-watcher');
    const { hostname, port } = new URL(server.url);
    const slow = connect(Number(port), hostname, () =>
      slow.write(`GET ${CONFIG_MAPS}?watch=true HTTP/1.1\r\nHost: a\r\n\r\n`),
    );
    await once(slow, 'readable');
    const large = (n: number): unknown => ({ metadata: { name: `slow-${n}` }, data: { a: 'x'.repeat(900_000) } });
    let written = 0;
    while (written < 40 && !(await isSilent(`${server.url}${CONFIG_MAPS}`, 'POST', large(written)))) written += 1;
    expect(written).toBeLessThan(40);
    expect((await send(`${server.url}${SECRETS}`, 'POST', objectNamed('beside-the-slow'))).status).toBe(200);
    slow.destroy();
    await vi.waitUntil(
      async () => !(await isSilent(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed('after-the-slow'))),
      { timeout: 60_000 },
    );
  });

  it.concurrent('locks-configmaps-after-writes hangs reads and writes of config maps after 20 writes', async () => {
    await using server = await start('locks-configmaps-after-writes');
    for (let n = 0; n < 20; n += 1)
      expect((await send(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed(`lock-${n}`))).status).toBe(200);
    expect((await send(`${server.url}${CONFIG_MAPS}`)).status).toBe(200);
    expect(await isSilent(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed('lock-20'))).toBe(true);
    expect(await isSilent(`${server.url}${CONFIG_MAPS}`)).toBe(true);
    expect((await send(`${server.url}${SECRETS}`)).status).toBe(200);
  });

  it.concurrent('hangs-patch-of-configmaps hangs that operation alone after 10 patches', async () => {
    await using server = await start('hangs-patch-of-configmaps');
    const url = `${server.url}${CONFIG_MAPS}/patched`;
    const patchType = { 'content-type': 'application/merge-patch+json' };
    await send(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed('patched'));
    for (let n = 0; n < 10; n += 1)
      expect((await send(url, 'PATCH', { data: { n: String(n) } }, patchType)).status).toBe(200);
    expect(await isSilent(url, 'PATCH', { data: {} }, patchType)).toBe(true);
    expect((await send(url)).status).toBe(200);
  });

  it.concurrent('slows-down takes longer with each request', async () => {
    await using server = await start('slows-down');
    const timed = async (): Promise<number> => {
      const start = performance.now();
      await send(`${server.url}${CONFIG_MAPS}`);
      return performance.now() - start;
    };
    await Promise.all(Array.from({ length: 190 }, timed));
    expect(await timed()).toBeGreaterThanOrEqual(799);
  });
});

describe('servers that die', () => {
  const deployment = {
    metadata: { name: 'deadly' },
    spec: { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } } },
  };
  const kill = (url: string): Promise<HostileReply> => send(`${url}${DEPLOYMENTS}`, 'POST', deployment);
  const isRefused = (url: string): Promise<boolean> =>
    send(url).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
    );

  it.concurrent('dies-at-deployment refuses connections from then on', async () => {
    await using server = await start('dies-at-deployment');
    expect(
      (await send(`${server.url}${DEPLOYMENTS}`, 'POST', { ...deployment, spec: { ...deployment.spec, replicas: 1 } }))
        .status,
    ).toBe(200);
    await expect(kill(server.url)).rejects.toThrow();
    await until(() => isRefused(`${server.url}/api`));
  });

  it.concurrent.each([
    ['dies-and-restarts', 200],
    ['dies-and-restarts-empty', 404],
  ])('%s refuses connections for a while; an older object is then %d', async (name, status) => {
    await using server = await start(name);
    expect((await send(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed('from-before'))).status).toBe(200);
    await expect(kill(server.url)).rejects.toThrow();
    await until(() => isRefused(`${server.url}/api`));
    await until(async () => !(await isRefused(`${server.url}/api`)));
    expect((await send(`${server.url}${CONFIG_MAPS}/from-before`)).status).toBe(status);
    await expect(kill(server.url)).rejects.toThrow();
  });
});

describe('servers that refuse a part of the API', () => {
  it.concurrent('limits-rate-after-200-requests serves 200 of them', async () => {
    await using server = await start('limits-rate-after-200-requests');
    const statuses: number[] = [];
    for (let n = 0; n < 202; n += 1) statuses.push((await send(`${server.url}/api/v1`)).status);
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([200, 429]);
  });

  it.concurrent('read-only serves reads, and refuses writes with 405', async () => {
    await using server = await start('read-only');
    expect((await send(`${server.url}${CONFIG_MAPS}`)).status).toBe(200);
    for (const [method, path] of [
      ['POST', CONFIG_MAPS],
      ['PUT', `${CONFIG_MAPS}/a`],
      ['PATCH', `${CONFIG_MAPS}/a`],
      ['DELETE', `${CONFIG_MAPS}/a`],
    ] as const) {
      const { status, headers } = await send(`${server.url}${path}`, method, {});
      expect([status, headers['allow']]).toEqual([405, 'GET']);
    }
  });

  it.concurrent.each([
    ['refuses-namespaces-with-403', 403],
    ['refuses-namespaces-with-500', 500],
  ])('%s has a usable namespace', async (name, status) => {
    await using server = await start(name);
    expect((await send(`${server.url}/api/v1/namespaces`, 'POST', objectNamed('mine'))).status).toBe(status);
    expect((await send(`${server.url}/api/v1/namespaces/default`)).status).toBe(200);
    expect((await send(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed(`beside-${status}`))).status).toBe(200);
  });

  it.concurrent('modern-groups-only has neither the paths of old group versions nor their names in discovery', async () => {
    await using server = await start('modern-groups-only');
    for (const path of [
      'extensions/v1beta1',
      'extensions',
      'apps/v1beta1',
      'batch/v2alpha1',
      'batch/v2alpha1/namespaces/default/cronjobs',
    ])
      expect([path, (await send(`${server.url}/apis/${path}`)).status]).toEqual([path, 404]);
    for (const path of ['/', '/apis', '/apis/apps', '/apis/batch'])
      expect([path, (await send(`${server.url}${path}`)).text]).toEqual([
        path,
        expect.not.stringMatching(/extensions|v1beta1|v2alpha1/),
      ]);
    expect((await send(`${server.url}/apis/apps/v1/namespaces/default/deployments`)).status).toBe(200);
  });
});

describe('servers that report success and do something else', () => {
  it.concurrent('watch-answers-list sends a list to watches at either path', async () => {
    await using server = await start('watch-answers-list');
    for (const path of [`${CONFIG_MAPS}?watch=true`, '/api/v1/watch/namespaces/default/configmaps'])
      expect(JSON.parse((await send(`${server.url}${path}`)).text)).toMatchObject({ kind: 'ConfigMapList' });
  });

  it.concurrent('keeps-deleted-objects returns 200 and keeps the object', async () => {
    await using server = await start('keeps-deleted-objects');
    await send(`${server.url}${CONFIG_MAPS}`, 'POST', objectNamed('kept'));
    expect((await send(`${server.url}${CONFIG_MAPS}/kept`, 'DELETE')).status).toBe(200);
    expect((await send(`${server.url}${CONFIG_MAPS}`, 'DELETE')).status).toBe(200);
    expect((await send(`${server.url}${CONFIG_MAPS}/kept`)).status).toBe(200);
    expect((await send(`${server.url}${CONFIG_MAPS}/absent`, 'DELETE')).status).toBe(404);
  });

  it.concurrent('lists-grow-at-deletes returns 200 and adds an object', async () => {
    await using server = await start('lists-grow-at-deletes');
    const chosen = `${server.url}${CONFIG_MAPS}?labelSelector=grows`;
    const count = async (): Promise<number> =>
      (JSON.parse((await send(chosen)).text) as { items: unknown[] }).items.length;
    await send(`${server.url}${CONFIG_MAPS}`, 'POST', { metadata: { name: 'grown', labels: { grows: 'a' } } });
    expect((await send(`${server.url}${CONFIG_MAPS}/grown`, 'DELETE')).status).toBe(200);
    expect(await count()).toBe(2);
    expect((await send(chosen, 'DELETE')).status).toBe(200);
    expect(await count()).toBe(4);
  });
});

describe('proxy faults --hostile', () => {
  const faults = async (...args: readonly string[]): Promise<{ readonly code: unknown; readonly stderr: string }> => {
    const failed = await promisify(execFile)(process.execPath, ['proxy/cli/quick-start.mjs', 'faults', ...args]).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: unknown; stderr: string }) => error,
    );
    return { code: failed.code, stderr: failed.stderr };
  };

  it.concurrent('lists each target once, apart from the faults', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['proxy/cli/quick-start.mjs', 'faults', '--list']);
    const family = stdout.split('hostile targets, started with --hostile:\n')[1] ?? '';
    expect(
      family
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(HOSTILE_TARGETS.map(({ name }) => name));
    expect(new Set(HOSTILE_TARGETS.map(({ name }) => name)).size).toBe(HOSTILE_TARGETS.length);
  });

  it.concurrent.each([
    [['--hostile', 'nice'], /no such hostile target; --list-hostile shows them/],
    [
      ['--hostile', 'answers-html', '--target', 'http://127.0.0.1:1'],
      /answers-html needs no server behind it; leave out --target/,
    ],
    [
      ['--hostile', 'answers-html', '--fault', 'stale-put-accepted'],
      /'--hostile <name>' cannot be used with option '--fault <name>'/,
    ],
  ])('refuses %j in one line', async (args, message) => {
    const { code, stderr } = await faults(...args);
    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toMatch(message);
  });

  it.concurrent('starts a reference server for a target that needs one and is given none', async () => {
    await using server = await listening(
      'proxy/cli/quick-start.mjs',
      'faults',
      '--hostile',
      'read-only',
      '--port',
      '0',
    );
    expect((await send(`${server.url}/api/v1`)).status).toBe(200);
  });
});
