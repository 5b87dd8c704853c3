import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../connect.ts';
import { connectionSettings } from '../connection-settings.ts';
import type { TargetOptions } from '../options.ts';
import { ExchangeRecorder, ObservationOrder } from '../recorder.ts';
import { connectionOf } from './connection.ts';
import { preflight } from './preflight.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  sockets.clear();
});

/** Listens and returns the port; the server ends with its test. */
async function portOf(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The message of the preflight about a target, and the number of requests. */
async function said(
  url: string,
  options: TargetOptions = {},
): Promise<{ readonly line: string | undefined; readonly requests: number }> {
  const settings = { timeoutMs: 3_000, ...options, url };
  const target = connect(settings);
  const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
  try {
    const checking = preflight(target, recorder, {
      connection: connectionOf(connectionSettings(settings)),
      timeoutMs: settings.timeoutMs,
    });
    const line = await checking.then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { line, requests: target.requests };
  } finally {
    await target.close();
  }
}

async function saidOf(listener: RequestListener, options?: TargetOptions): Promise<string | undefined> {
  const { line } = await said(`http://127.0.0.1:${await portOf(createHttpServer(listener))}`, options);
  expect(line ?? '').not.toContain('\n');
  return line;
}

/** Sends the same response for every path. */
function always(status: number, body = '', headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => void response.writeHead(status, headers).end(body);
}

async function saidOfBytes(onConnection: (socket: Socket) => void): Promise<string | undefined> {
  const { line } = await said(`http://127.0.0.1:${await portOf(createServer(onConnection))}`);
  return line;
}

const TLS = new URL('../tls-for-tests/', import.meta.url);
const file = (name: string): string => new URL(name, TLS).pathname;
const read = (name: string): Buffer => readFileSync(file(name));
const JSON_TYPE = { 'Content-Type': 'application/json' };

async function tlsUrl(options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const server = createHttpsServer(
    { key: read('server.key'), cert: read('server.crt'), ...options },
    apiWithoutDiscovery,
  );
  return `https://127.0.0.1:${await portOf(server)}`;
}

/** A legal server that serves no more of the API than a list. */
function apiWithoutDiscovery(request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1]): void {
  if (request.url === '/api/v1/namespaces')
    response.writeHead(200, JSON_TYPE).end('{"kind":"NamespaceList","apiVersion":"v1","items":[]}');
  else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
}

describe('the preflight refuses, in one line with reason and remedy,', () => {
  it.each([
    [
      'HTML for everything',
      always(200, '<html>hello</html>', { 'Content-Type': 'text/html; charset=utf-8' }),
      /returns text\/html: this is no Cluster Resource API/,
    ],
    [
      'text for everything',
      ((request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/plain' })
          .end(`you asked for ${request.url}`)) as RequestListener,
      /returns text\/plain: this is no/,
    ],
    [
      '{} for everything',
      always(200, '{}', JSON_TYPE),
      /returns 200 \{\} to every path, also to \S+ that no API has: this is no/,
    ],
    ['an empty body for everything', always(204), /returns 204 without a body to every path/],
    [
      'an echo of the request',
      ((request, response) =>
        void response.writeHead(200, JSON_TYPE).end(JSON.stringify({ path: request.url }))) as RequestListener,
      /no body has a kind: this is no/,
    ],
    [
      '500 for everything',
      always(500, '{"message":"out of\norder"}', JSON_TYPE),
      /returns 500 to every path, .*: \{"message":"out of order"\}\. Check the server/,
    ],
    [
      'a redirect to a login page',
      always(302, '', { Location: 'https://login.example/start?to=secret' }),
      /redirects every path \(302\), such as \/api\/v1 to https:\/\/login\.example\/start: .*--token/,
    ],
    [
      'a redirect to the same path',
      ((request, response) => void response.writeHead(301, { Location: request.url ?? '' }).end()) as RequestListener,
      /redirects every path to itself/,
    ],
    [
      'a redirect to another base',
      ((request, response) =>
        void response
          .writeHead(308, { Location: `https://127.0.0.1:6443/k8s${request.url}` })
          .end()) as RequestListener,
      /Write --target https:\/\/127\.0\.0\.1:6443\/k8s\./,
    ],
    [
      '401 without credentials',
      always(401),
      /returns 401 to every path: it wants credentials\. Give --token or --token-file, or --kubeconfig/,
    ],
    ['429 without end', always(429, '', { 'Retry-After': '1' }), /returns 429 \(too many requests\) to every path/],
  ])('%s', async (_, listener, expected) => {
    expect(await saidOf(listener)).toMatch(expected);
  });

  it('credentials that are not accepted', async () => {
    expect(await saidOf(always(403), { token: 'hush-hush' })).toMatch(
      /returns 403 to every path: it does not accept the credentials that were given \(the Authorization header\)/,
    );
  });

  it('a body without end, of which it reads no more than a part', async () => {
    let sent = 0;
    const endless: RequestListener = (_, response) => {
      const chunk = Buffer.alloc(65_536, 'a');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.writeHead(200, JSON_TYPE).on('drain', more);
      more();
    };
    expect(await saidOf(endless)).toMatch(/returns 200 to every path with a body that has no end: this is no/);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('bodies that drip, within the timeout', async () => {
    const began = performance.now();
    const dripping: RequestListener = (_, response) => {
      response.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => void response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    };
    expect(await saidOf(dripping, { timeoutMs: 800 })).toMatch(/ends no body \(no complete response within/);
    expect(performance.now() - began).toBeLessThan(800 * 3);
  });

  it('a server that accepts and never responds, within the timeout', async () => {
    const began = performance.now();
    expect(await saidOf(() => undefined, { timeoutMs: 800 })).toMatch(
      /accepts requests and responds to none of them: no response within/,
    );
    expect(performance.now() - began).toBeLessThan(800 * 3);
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['connections that are closed', (socket) => void socket.destroy(), /closes every connection without a response/],
    ['responses that are not HTTP', (socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n'), /does not speak HTTP/],
    ['headers without end', endlessHeader, /sends response headers without end/],
  ])('%s', async (_, onConnection, expected) => {
    expect(await saidOfBytes(onConnection)).toMatch(expected);
  });

  it('the cause of some exchanges, if others ran out of time', async () => {
    let accepted = 0;
    const server = createServer(
      (socket) => void ((accepted += 1) === 1 ? undefined : socket.write('SSH-2.0-OpenSSH_9.6\r\n')),
    );
    expect((await said(`http://127.0.0.1:${await portOf(server)}`, { timeoutMs: 800 })).line).toMatch(
      /does not speak HTTP/,
    );
  });

  it('a port without a listener, and an unknown host', async () => {
    expect((await said('http://127.0.0.1:1')).line).toMatch(
      /^http:\/\/127\.0\.0\.1:1 refuses connections \(ECONNREFUSED\)\. Check the host and the port/,
    );
    expect((await said('http://no-such-host.invalid')).line).toMatch(
      /the host of http:\/\/no-such-host\.invalid is not found \((ENOTFOUND|EAI_AGAIN)\)/,
    );
  });
});

function endlessHeader(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => void socket.write(`X-More: ${'a'.repeat(4_096)}\r\n`), 1);
  socket.on('close', () => clearInterval(timer));
}

describe('about TLS the preflight reports', () => {
  it('that the other scheme is spoken', async () => {
    const secure = await tlsUrl();
    expect((await said(secure.replace('https', 'http'))).line).toBe(
      `${secure.replace('https', 'http')} speaks TLS and closes plain connections. Write --target ${secure}.`,
    );
    const plain = `http://127.0.0.1:${await portOf(createHttpServer(always(200)))}`;
    expect((await said(plain.replace('http', 'https'))).line).toBe(
      `${plain.replace('http', 'https')} does not speak TLS. If it speaks plain HTTP, write --target ${plain}.`,
    );
  });

  it('that a certificate is not trusted, and which flags make it trusted', async () => {
    const url = await tlsUrl();
    const hint =
      /Give the authority that signed it with --ca FILE, or accept any certificate with --insecure-skip-tls-verify/;
    expect((await said(url)).line).toMatch(/is not trusted \(/);
    expect((await said(url)).line).toMatch(hint);
    expect((await said(url, { ca: file('client.crt') })).line).toMatch(
      /is not signed by the given certificate authority/,
    );
    expect((await said(url, { ca: file('ca.crt') })).line).toBeUndefined();
    expect((await said(url, { insecureSkipTlsVerify: true })).line).toBeUndefined();
  });

  it('that a certificate has expired, or is for another host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-certificates-'));
    const servedWith = async (name: string, notAfterDate: Date): Promise<string | undefined> => {
      const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
        notBeforeDate: new Date('2020-01-01'),
        notAfterDate,
      });
      writeFileSync(join(folder, name), cert);
      return (await said(await tlsUrl({ key, cert }), { ca: join(folder, name) })).line;
    };
    expect(await servedWith('127.0.0.1', new Date('2020-02-01'))).toMatch(
      /has expired\. Renew it, or accept any certificate with --insecure-skip-tls-verify/,
    );
    expect(await servedWith('other.example', new Date('2999-01-01'))).toMatch(
      /is for other hosts \(.*--insecure-skip-tls-verify/,
    );
  });

  it.each(['TLSv1.2', 'TLSv1.3'])('that a client certificate may be required, over %s', async (maxVersion) => {
    const url = await tlsUrl({ ca: read('ca.crt'), requestCert: true, rejectUnauthorized: true, maxVersion });
    const ca = file('ca.crt');
    expect((await said(url, { ca })).line).toMatch(
      /It may want a client certificate: give --cert and --key, or --kubeconfig/,
    );
    expect((await said(url, { ca, cert: file('server.crt'), key: file('server.key') })).line).toBeUndefined();
    expect((await said(url, { ca, cert: file('client.crt'), key: file('client.key') })).line).toBeUndefined();
  });
});

describe('the preflight lets through', () => {
  it('a target that responds properly to the first request, which it then sends no more', async () => {
    const server = createHttpServer(always(200, '{"kind":"APIResourceList","resources":[]}', JSON_TYPE));
    expect(await said(`http://127.0.0.1:${await portOf(server)}`)).toEqual({ line: undefined, requests: 1 });
  });

  it.each<[string, RequestListener]>([
    ['a server without discovery that serves few groups', apiWithoutDiscovery],
    ['404 for everything that is asked', always(404, '<html>', { 'Content-Type': 'text/html' })],
    ['refusals by other codes', always(406)],
    ['bad requests without TLS behind them', always(400, 'no')],
    [
      'a server that allows reads of one path only',
      (request, response) =>
        void response.writeHead(request.url === '/api/v1/namespaces' ? 200 : 403, JSON_TYPE).end('{"items":[]}'),
    ],
    [
      'one that fails in some paths only',
      (request, response) => void response.writeHead(request.url?.startsWith('/apis/') === true ? 404 : 500).end('{}'),
    ],
    [
      'lists without a kind',
      (request, response) =>
        void response
          .writeHead(request.url?.startsWith('/apis/') === true ? 404 : 200, JSON_TYPE)
          .end('{"versions":["v1"]}'),
    ],
    [
      'YAML, whatever is asked for',
      (request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/yaml' })
          .end(`kind: APIResourceList\npath: ${request.url}\n`),
    ],
    [
      'bodies that are labelled wrongly',
      (request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(JSON.stringify({ kind: 'APIResourceList', path: request.url })),
    ],
  ])('%s', async (_, listener) => {
    expect(await saidOf(listener)).toBeUndefined();
  });

  it('a server that is busy at first', async () => {
    let asked = 0;
    expect(
      await saidOf(
        (_, response) =>
          void response
            .writeHead((asked += 1) === 1 ? 429 : 200, { ...JSON_TYPE, 'Retry-After': '0' })
            .end('{"resources":[]}'),
      ),
    ).toBeUndefined();
  });

  it('a slow server, and one under a path prefix', async () => {
    const slow: RequestListener = (request, response) =>
      void sleep(1_200).then(() => apiWithoutDiscovery(request, response));
    expect(await saidOf(slow)).toBeUndefined();
    const prefixed: RequestListener = (request, response) => {
      if (request.url === '/proxy/api/v1') response.writeHead(200, JSON_TYPE).end('{"resources":[]}');
      else response.writeHead(404).end();
    };
    expect((await said(`http://127.0.0.1:${await portOf(createHttpServer(prefixed))}/proxy/`)).line).toBeUndefined();
  });

  it('a server that responds at one path and hangs at the others', async () => {
    expect(
      await saidOf(
        (request, response) => (request.url === '/api/v1' ? void response.writeHead(500).end() : undefined),
        { timeoutMs: 600 },
      ),
    ).toBeUndefined();
  });
});
