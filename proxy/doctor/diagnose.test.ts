import { once } from 'node:events';
import { Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProxyServer } from 'http-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProxy } from '../cli/run-proxy.fixture.ts';
import { diagnose } from './diagnose.ts';
import { DOCTOR_ROWS } from './rows.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const server = createServer((request, response) => {
  if (request.url?.includes('watch=true') === true)
    return void response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
  request.resume();
  return void request.on('end', () =>
    response
      .writeHead(request.url?.includes('absent') === true ? 404 : 200, { 'X-Twice': ['a', 'b'] })
      .end('{"kind":"APIVersions"}'),
  );
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
    const findings = await all(diagnose({ url }));
    expect(findings.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
    expect(findings.length).toBeGreaterThan(15);
  });

  it('reports each change that another proxy makes', async () => {
    const rows = DOCTOR_ROWS.filter(({ name }) =>
      ['a response with its body', 'bytes of the path', 'case, order, duplicates of request headers'].includes(name),
    );
    const other = async (upstream: URL): Promise<{ url: string } & AsyncDisposable> => {
      const package_ = createProxyServer({ target: upstream.href, agent: new Agent({ keepAlive: true }) });
      const front = createServer(
        (request, response) => void package_.web(request, response).catch(() => response.destroy()),
      );
      const { href } = await listening(front);
      return { url: href, [Symbol.asyncDispose]: async () => void (front.closeAllConnections(), front.close()) };
    };
    expect(
      (await all(diagnose({ url }, { startProxy: other, rows }))).map(({ row, verdict }) => [row, verdict]),
    ).toEqual([
      ['a response with its body', 'differs'],
      ['bytes of the path', 'differs'],
      ['case, order, duplicates of request headers', 'differs'],
    ]);
  });

  it('reports an unreachable server', async () => {
    await expect(all(diagnose({ url: new URL('http://127.0.0.1:1') }))).rejects.toMatchObject({
      code: 'ERR_UNREACHABLE',
      message: expect.stringMatching(/refuses connections \(ECONNREFUSED\)/),
    });
  });

  it('ends within a few timeouts if a server never responds or stops responding', async () => {
    const timeoutMs = 500;
    let responses = 0;
    const hanging = createServer((_, response) => {
      responses -= 1;
      if (responses >= 0) response.end('{}');
    });
    const target = { url: await listening(hanging) };
    const began = performance.now();
    await expect(all(diagnose(target, { timeoutMs }))).rejects.toMatchObject({
      code: 'ERR_UNREACHABLE',
      message: expect.stringMatching(/no complete response to GET \/api came within 500 ms/),
    });
    responses = 5;
    const found: unknown[] = [];
    const examined = (async () => {
      for await (const { verdict } of diagnose(target, { timeoutMs })) found.push(verdict);
    })();
    await expect(examined).rejects.toMatchObject({ code: 'ERR_UNREACHABLE' });
    expect(found.slice(-2)).toEqual(['no-answer', 'no-answer']);
    expect(found.length).toBeLessThan(6);
    expect(performance.now() - began).toBeLessThan(30 * timeoutMs);
    hanging.closeAllConnections();
    hanging.close();
  });

  it('prints its work and one error line on the command line, and exits 3', async () => {
    const hanging = createServer(() => undefined);
    const { href, origin } = await listening(hanging);
    expect(await runProxy('doctor', '--target', href, '--timeout', '500ms')).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^comparing \\d+ kinds of exchanges with ${origin}, directly and through the proxy\nerror: no response from ${origin}: .*--timeout sets how long to wait\\.\n$`,
        ),
      ),
    });
    hanging.closeAllConnections();
    hanging.close();
  });
});
