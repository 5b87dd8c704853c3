import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listeningUrl } from '../../shared/process/listening-line.ts';
import { runProxy } from '../cli/run-proxy.fixture.ts';
import { until } from '../engine/raw-peers.fixture.ts';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { type ExchangeLog, readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { type Recording, recordTraffic } from './record-traffic.ts';

let folder: string;
let upstream: Server;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let recording: Recording | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-record-'));
  upstream = createServer((request, response) => respond(request, response));
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});

afterEach(async () => {
  await recording?.close();
  recording = undefined;
  upstream.closeAllConnections();
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});

const upstreamUrl = (): string => `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const out = (): string => join(folder, 'log.jsonl');

function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('absent');
  return value;
}

async function start(): Promise<string> {
  const failed = (line: unknown): void => expect.unreachable(String(line));
  recording = await recordTraffic({
    upstream: { url: new URL(upstreamUrl()) },
    host: '127.0.0.1',
    port: 0,
    out: out(),
    redact: true,
    onUnreachable: () => undefined,
    onLogFailed: failed,
  });
  return recording.url;
}

async function stop(): Promise<ExchangeLog> {
  await recording?.close();
  return readExchangeLog(out());
}

describe('recording', () => {
  it('writes each exchange with heads, bodies and ends, in a private file', async () => {
    respond = (incoming, response) =>
      void incoming
        .on('data', () => undefined)
        .on('end', () => response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"b":2}\n'));
    const url = await start();
    const response = await fetch(`${url}/api/v1/x?a=b`, { method: 'POST', body: '{"a":1}' });
    expect(await response.text()).toBe('{"b":2}\n');
    const log = await stop();
    expect(log.header).toMatchObject({ format: 1, redaction: 'default', upstream: `${upstreamUrl()}/` });
    expect(log.lines).toMatchObject([
      {
        kind: 'request',
        n: 1,
        exchange: 1,
        connection: 1,
        method: 'POST',
        target: '/api/v1/x?a=b',
        body: { json: { a: 1 } },
      },
      { kind: 'response', n: 2, exchange: 1, status: 201 },
      { kind: 'body', n: 3, exchange: 1, body: { json: { b: 2 }, newline: true } },
      { kind: 'end', n: 4, exchange: 1, reason: 'complete' },
    ]);
    expect((await stat(out())).mode & 0o777).toBe(0o600);
  });

  it('forwards each watch event before the next one exists, and logs each as its own line', async () => {
    let watch: ServerResponse | undefined;
    respond = (_, response) => {
      watch = response.writeHead(200, { 'Content-Type': 'application/json' });
      watch.flushHeaders();
    };
    const url = await start();
    const response = await fetch(`${url}/api/v1/watch/pods`);
    const reader = present(response.body).getReader();
    for (let index = 0; index < 3; index += 1) {
      watch?.write(`{"type":"ADDED","object":{"i":${index}}}\n`);
      expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(
        `{"type":"ADDED","object":{"i":${index}}}\n`,
      );
    }
    watch?.write('{"type":"MODIFIED",\n "object":{"i":3}}\n');
    await reader.read();
    watch?.write('{"type":"ADD', () => setTimeout(() => watch?.destroy(), 20));
    await expect(reader.read().then(() => reader.read())).rejects.toThrow();
    const [exchange] = exchangesOf((await stop()).lines);
    expect(exchange?.events.map(({ index, body }) => [index, body])).toEqual([
      [0, { json: { type: 'ADDED', object: { i: 0 } }, newline: true }],
      [1, { json: { type: 'ADDED', object: { i: 1 } }, newline: true }],
      [2, { json: { type: 'ADDED', object: { i: 2 } }, newline: true }],
      [3, { text: '{"type":"MODIFIED",\n "object":{"i":3}}\n' }],
      [4, { text: '{"type":"ADD' }],
    ]);
    expect(exchange?.end).toMatchObject({ reason: 'server-abort' });
  });

  it('distinguishes a disconnected client from a stopped proxy', async () => {
    respond = (_, response) => response.writeHead(200).flushHeaders();
    const url = await start();
    const leaving = request(`${url}/a?watch=true`).on('error', () => undefined);
    leaving.on('response', () => leaving.destroy()).end();
    await once(leaving, 'close');
    const staying = request(`${url}/b?watch=1`).on('error', () => undefined);
    staying.end();
    await once(staying, 'response');
    const ends = exchangesOf((await stop()).lines).map(({ request, end }) => [request.target, end?.reason]);
    expect(ends).toEqual([
      ['/a?watch=true', 'client-abort'],
      ['/b?watch=1', 'proxy-stop'],
    ]);
  });

  it('undoes content codings in the log and leaves them on the wire', async () => {
    const packed = gzipSync('{"packed":true}');
    respond = (_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }).end(packed);
    const url = await start();
    const received: Buffer[] = [];
    const asked = request(url).end();
    const [incoming] = (await once(asked, 'response')) as [IncomingMessage];
    for await (const chunk of incoming) received.push(chunk as Buffer);
    expect(Buffer.concat(received)).toEqual(packed);
    expect(exchangesOf((await stop()).lines)[0]?.body).toEqual({ json: { packed: true } });
  });

  it('keeps a large body in a file beside the log, with its hash', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'ab');
    respond = (_, response) => response.writeHead(200).end(large);
    const url = await start();
    const received = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(received.equals(large)).toBe(true);
    const [exchange] = exchangesOf((await stop()).lines);
    expect(exchange?.body).toMatchObject({
      file: `log.jsonl.bodies/${createHash('sha256').update(large).digest('hex')}`,
      bytes: large.length,
    });
    expect((await bodyBytes(out(), present(exchange?.body))).equals(large)).toBe(true);
  });

  it('records an upstream that gave no response as an error with its reason', async () => {
    respond = (incoming) => void incoming.socket.destroy();
    const url = await start();
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(502);
    expect(exchangesOf((await stop()).lines)[0]).toMatchObject({
      response: undefined,
      end: { reason: 'error', detail: expect.stringContaining('cannot reach the upstream') },
    });
  });

  it('puts the lines of an exchange that ended before a request began before that request', async () => {
    respond = (_, response) => response.end('{}');
    const url = await start();
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 4 }, async () => (await fetch(`${url}/round/${round}`)).text()));
    const { lines } = await stop();
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1));
    const exchanges = exchangesOf(lines);
    for (let round = 1; round < 20; round += 1) {
      const of = (which: number): typeof exchanges =>
        exchanges.filter(({ request }) => request.target === `/round/${which}`);
      const lastEnd = Math.max(...of(round - 1).map(({ end }) => end?.n ?? Number.POSITIVE_INFINITY));
      expect(lastEnd).toBeLessThan(Math.min(...of(round).map(({ request }) => request.n)));
    }
  });

  it('leaves a readable log when it is killed at any moment', async () => {
    let watch: ServerResponse | undefined;
    respond = (incoming, response) => {
      if (incoming.url?.includes('watch') !== true) return void response.end('{"ok":true}');
      watch = response.writeHead(200);
      watch.flushHeaders();
    };
    const child = spawn(
      process.execPath,
      ['proxy/cli/quick-start.mjs', 'record', '--target', upstreamUrl(), '--port', '0', '--out', out()],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const url = present(await listeningUrl(child.stdout));
    const watching = await fetch(`${url}/x?watch=true`);
    for (let index = 0; index < 10; index += 1) {
      await (await fetch(`${url}/${index}`)).text();
      watch?.write(`{"i":${index}}\n`);
    }
    await until(() => watch?.writableLength === 0);
    let text = '';
    while (!text.includes('"json":{"i":9}')) text = await readFile(out(), 'utf8');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await watching.body?.cancel().catch(() => undefined);
    const exchanges = exchangesOf((await readExchangeLog(out())).lines);
    expect(exchanges.filter(({ end }) => end?.reason === 'complete')).toHaveLength(10);
    expect(exchanges.find(({ events }) => events.length > 0)?.events).toHaveLength(10);
  });
});

describe('the command line', () => {
  it('refuses a path that cannot be written before it listens', async () => {
    const { code, stderr, stdout } = await runProxy(
      'record',
      '--target',
      'http://127.0.0.1:1',
      '--out',
      join(folder, 'absent', 'x.jsonl'),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: cannot write .*; choose another --out\n$/);
  });

  it('refuses an invalid URL in one line', async () => {
    const { code, stderr } = await runProxy('record', '--target', 'nonsense', '--out', out());
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .*nonsense.*http:\/\/127\.0\.0\.1:8001/);
  });
});
