import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import { connectionSettings } from './connection-settings.ts';
import type { TargetOptions } from './options.ts';
import { ExchangeRecorder, ObservationOrder } from './recorder.ts';

const tls = (name: string): string => fileURLToPath(new URL(`tls-for-tests/${name}`, import.meta.url));
const base64 = (name: string): string => readFileSync(tls(name)).toString('base64');

let folder = '';
let url = '';
const server = createServer({
  cert: readFileSync(tls('server.crt')),
  key: readFileSync(tls('server.key')),
  ca: readFileSync(tls('ca.crt')),
  requestCert: true,
  rejectUnauthorized: false,
});
server.on('request', (request, response) => {
  const { authorized } = request.socket as TLSSocket;
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ certified: authorized, authorization: request.headers.authorization ?? null }));
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The server's side of a connection with these options, or the reason why none was made. */
async function seen(options: TargetOptions): Promise<unknown> {
  const target = connect({ timeoutMs: 5000, ...options });
  const response = await target.request(
    { method: 'GET', target: '/' },
    new ExchangeRecorder({ run: 'p' }, new ObservationOrder()),
  );
  await target.close();
  return response.body?.value ?? response.failure;
}

function kubeconfig(
  user: string,
  cluster = `server: ${url}\n    certificate-authority-data: ${base64('ca.crt')}`,
): string {
  return file(
    `config-${Math.random()}`,
    `apiVersion: v1
kind: Config
current-context: main
contexts:
- name: main
  context: {cluster: c, user: u}
- name: lost
  context: {cluster: gone, user: u}
clusters:
- name: c
  cluster:
    ${cluster}
users:
- name: u
  user: ${user}
`,
  );
}

describe('a connection over TLS', () => {
  it('is refused if no CA vouches for the server', async () => {
    expect(await seen({ url })).toMatch(/certificate/i);
  });

  it('trusts the given authority, and shows the given client certificate', async () => {
    expect(await seen({ url, ca: tls('ca.crt') })).toEqual({ certified: false, authorization: null });
    expect(await seen({ url, ca: tls('ca.crt'), cert: tls('client.crt'), key: tls('client.key') })).toEqual({
      certified: true,
      authorization: null,
    });
  });

  it('trusts any certificate on demand', async () => {
    expect(await seen({ url, insecureSkipTlsVerify: true })).toEqual({ certified: false, authorization: null });
  });
});

describe('a kubeconfig', () => {
  it('gives server, authority and inline client certificate', async () => {
    const path = kubeconfig(
      `{client-certificate-data: ${base64('client.crt')}, client-key-data: ${base64('client.key')}}`,
    );
    expect(await seen({ kubeconfig: path })).toEqual({ certified: true, authorization: null });
  });

  it('gives a token, a token file beside it, or name and password', async () => {
    file('token', 'from-file\n');
    expect(await seen({ kubeconfig: kubeconfig('{token: abc}') })).toMatchObject({ authorization: 'Bearer abc' });
    expect(await seen({ kubeconfig: kubeconfig('{tokenFile: token}') })).toMatchObject({
      authorization: 'Bearer from-file',
    });
    expect(await seen({ kubeconfig: kubeconfig('{username: me, password: "s:t"}') })).toMatchObject({
      authorization: `Basic ${Buffer.from('me:s:t').toString('base64')}`,
    });
  });

  it('may be overruled by flags', async () => {
    expect(await seen({ kubeconfig: kubeconfig('{token: abc}'), token: 'mine' })).toMatchObject({
      authorization: 'Bearer mine',
    });
    expect(connectionSettings({ kubeconfig: kubeconfig('{}'), url: 'http://127.0.0.1:1/x' })).toMatchObject({
      origin: 'http://127.0.0.1:1',
      prefix: '/x',
    });
  });

  it.each([
    [
      'a plugin',
      (): TargetOptions => ({ kubeconfig: kubeconfig('{exec: {command: aws}}') }),
      'unsupported-kubeconfig',
      /exec.*--token/,
    ],
    [
      'an auth provider',
      (): TargetOptions => ({ kubeconfig: kubeconfig('{auth-provider: {name: gcp}}') }),
      'unsupported-kubeconfig',
      /auth-provider/,
    ],
    [
      'a context that it does not have',
      (): TargetOptions => ({ kubeconfig: kubeconfig('{}'), context: 'other' }),
      'bad-kubeconfig',
      /no context 'other'; it has contexts main, lost/,
    ],
    [
      'a cluster that it does not have',
      (): TargetOptions => ({ kubeconfig: kubeconfig('{}'), context: 'lost' }),
      'bad-kubeconfig',
      /no cluster 'gone'/,
    ],
    ['no server', (): TargetOptions => ({ kubeconfig: kubeconfig('{}', 'x: y') }), 'bad-kubeconfig', /no server/],
    [
      'half a client certificate',
      (): TargetOptions => ({ kubeconfig: kubeconfig('{client-key-data: YQ==}') }),
      'bad-kubeconfig',
      /key without its certificate/,
    ],
    [
      'no context chosen',
      (): TargetOptions => ({ kubeconfig: file('bare', 'kind: Config\n') }),
      'bad-kubeconfig',
      /no current-context; name one with --context/,
    ],
    ['no YAML', (): TargetOptions => ({ kubeconfig: file('odd', 'a: b: c') }), 'bad-kubeconfig', /is not YAML/],
    ['no map', (): TargetOptions => ({ kubeconfig: file('list', '[]') }), 'bad-kubeconfig', /is not a kubeconfig/],
    [
      'no file',
      (): TargetOptions => ({ kubeconfig: join(folder, 'none') }),
      'unreadable-file',
      /there is no such file/,
    ],
  ])('with %s is a clear error', (_, options, code, message) => {
    expect(() => connectionSettings(options())).toThrow(
      expect.objectContaining({
        name: 'TargetError',
        code,
        message: expect.stringMatching(message) as unknown,
      }) as Error,
    );
  });
});

describe('contradictory options', () => {
  it.each([
    [{}, 'no-url', /--target/],
    [{ url: 'ftp://x' }, 'bad-url', /http:\/\/127/],
    [{ url: 'http://' }, 'bad-url', /not an http/],
    [{ url: 'http://u:p@x/' }, 'bad-url', /--token/],
    [{ url: 'http://x/?a=b' }, 'bad-url', /query/],
    [{ url: 'http://x', token: 'a\nb' }, 'bad-option', /token/],
    [{ url: 'http://x', token: 'a', tokenFile: 'b' }, 'bad-option', /one of them/],
    [{ url: 'http://x', cert: 'a' }, 'bad-option', /both --cert and --key/],
    [{ url: 'http://x', ca: tls('README.md') }, 'unreadable-file', /PEM/],
    [{ url: 'http://x', tokenFile: '/no/such/file' }, 'unreadable-file', /--token-file/],
    [{ url: 'http://x', headers: [['Accept', 'text/html']] }, 'bad-header', /Accept/],
    [{ url: 'http://x', headers: [['X-A', 'a\r\nB: c']] }, 'bad-header', /X-A/],
    [{ url: 'http://x', timeoutMs: 0 }, 'bad-option', /--timeout/],
    [{ url: 'http://x', qps: Number.NaN }, 'bad-option', /--qps/],
  ] as const)('are one clear line: %j', (options, code, message) => {
    let thrown: unknown;
    try {
      connectionSettings(options);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'TargetError', code, message: expect.stringMatching(message) as unknown });
    expect((thrown as Error).message).not.toContain('\n');
  });

  it('do not include a URL without a scheme', () => {
    expect(connectionSettings({ url: '127.0.0.1:8001/' })).toMatchObject({
      origin: 'http://127.0.0.1:8001',
      prefix: '',
    });
  });
});
