import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxyServer } from './proxy-server.ts';
import { NO_TAPS } from './taps.ts';
import type { Upstream } from './upstream.ts';

const hasOpenssl = spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0;

/** A self-signed certificate for 127.0.0.1. */
function certificate(folder: string, name: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  );
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

describe.runIf(hasOpenssl)('an https upstream', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tls-'));
  let server: Server;
  let authority: string;
  let client: { cert: string; key: string };

  beforeAll(async () => {
    const own = certificate(folder, 'server');
    client = certificate(folder, 'client');
    authority = own.cert;
    server = createServer(
      { ...own, ca: [client.cert], requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { authorized } = request.socket as TLSSocket;
        response.end(JSON.stringify({ authorized, token: request.headers.authorization ?? 'none', path: request.url }));
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function through(
    options: Omit<Upstream, 'url'>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/base/`);
    const proxy = await startProxyServer({
      upstream: { url, ...options },
      tapsFor: () => NO_TAPS,
      host: '127.0.0.1',
      port: 0,
    });
    try {
      const response = await fetch(`${proxy.url}/api?x=1`, { headers });
      return { status: response.status, body: await response.json() };
    } finally {
      await proxy.close();
    }
  }

  it('is trusted by its CA, and gets the requests of the client under its base path', async () => {
    const { body } = await through({ ca: authority }, { Authorization: 'Bearer mine' });
    expect(body).toEqual({ authorized: false, token: 'Bearer mine', path: '/base/api?x=1' });
  });

  it('gets the given client certificate and token', async () => {
    const { body } = await through(
      { ca: authority, ...client, authorization: 'Bearer given' },
      { Authorization: 'Bearer mine' },
    );
    expect(body).toMatchObject({ authorized: true, token: 'Bearer given' });
  });

  it('is refused with a clear 502 if no CA signed its certificate, unless verification is off', async () => {
    const refused = await through({});
    expect(refused).toMatchObject({
      status: 502,
      body: { message: expect.stringMatching(/cannot reach the upstream https:.*self-signed certificate/) },
    });
    expect(await through({ insecureSkipTlsVerify: true })).toMatchObject({ status: 200 });
  });
});
