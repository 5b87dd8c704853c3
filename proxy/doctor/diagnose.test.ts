import { once } from 'node:events';
import type { Server } from 'node:http';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'http-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';
import { DOCTOR_ROWS } from './rows.ts';

const server = createServer((request, response) => {
  if (request.url?.includes('watch=true') === true) return void response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
  request.resume();
  return void request.on('end', () => response.writeHead(request.url?.includes('absent') === true ? 404 : 200, { 'X-Twice': ['a', 'b'] }).end('{"kind":"APIVersions"}'));
});

async function listening(each: Server): Promise<URL> {
  each.listen(0, '127.0.0.1');
  await once(each, 'listening');
  return new URL(`http://127.0.0.1:${(each.address() as AddressInfo).port}`);
}

describe('the doctor', () => {
  let url: URL;
  beforeAll(async () => (url = await listening(server)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('finds no difference through the recording proxy', async () => {
    const findings = await diagnose({ url });
    expect(findings.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
    expect(findings.length).toBeGreaterThan(15);
  });

  it('finds where another proxy changes what passes', async () => {
    const rows = DOCTOR_ROWS.filter(({ name }) => ['an answer with its body', 'bytes of the path', 'case, order, duplicates of request headers'].includes(name));
    const other = async (upstream: URL): Promise<{ url: string } & AsyncDisposable> => {
      const package_ = createProxyServer({ target: upstream.href, agent: new Agent({ keepAlive: true }) });
      const front = createServer((request, response) => void package_.web(request, response).catch(() => response.destroy()));
      const { href } = await listening(front);
      return { url: href, [Symbol.asyncDispose]: async () => void (front.closeAllConnections(), front.close()) };
    };
    expect((await diagnose({ url }, other, rows)).map(({ row, verdict }) => [row, verdict])).toEqual([
      ['an answer with its body', 'differs'],
      ['bytes of the path', 'differs'],
      ['case, order, duplicates of request headers', 'differs'],
    ]);
  });

  it('says that a server cannot be reached', async () => {
    await expect(diagnose({ url: new URL('http://127.0.0.1:1') })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
