import { createHash } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrafficDifference } from '../diff/values/difference.ts';
import { compareReplay } from './comparison-session.ts';
import { LineSpool, openStoredLog } from './sending/stored-lines.ts';

/** As JSON, zeros take six times as much. */
const BYTES = 90 * 1024 * 1024;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-odd-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A recording of requests, each with an empty 200 response. */
async function recordingOf(...requests: readonly object[]): Promise<string> {
  const path = join(folder, 'odd.jsonl');
  const lines = requests.flatMap((request, index) => {
    const at = (n: number): object => ({ n: 3 * index + n, t: index, exchange: index + 1 });
    return [
      { kind: 'request', ...at(1), method: 'GET', target: '/x', headers: [], ...request },
      { kind: 'response', ...at(2), status: 200, headers: [] },
      { kind: 'end', ...at(3), reason: 'complete' },
    ];
  });
  await writeFile(
    path,
    [{ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' }, ...lines]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  return path;
}

/** The probe of a replay for unresponsive servers, and a response to it. */
const PROBE = 'GET /version ';
const ALIVE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** The differences from a server that sends `response` to each request but the probe, and closes the connection. */
async function differencesFrom(response: string | Buffer, path: string): Promise<readonly TrafficDifference[]> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => socket.end(bytes.toString('latin1').startsWith(PROBE) ? ALIVE : response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const log = await openStoredLog(path);
  try {
    const session = await compareReplay(
      log,
      { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) },
      {},
    );
    session.close();
    return session.comparison.differences;
  } finally {
    log.close();
    server.close();
  }
}

describe('a replay', () => {
  it('reports each request that cannot be sent or gets no response, and continues', async () => {
    const path = await recordingOf(
      { target: '/a path' },
      { method: 'G T' },
      { headers: [['A', 'b\u0001c']] },
      { headers: [['__proto__', 'x']], body: { json: JSON.parse('{"__proto__":1}') as unknown } },
      { target: '/%zz' },
    );
    const found = await differencesFrom('', path);
    expect(found.map(({ exchange, actual }) => [exchange, /^no response \(\S.*\)$/.test(actual)])).toEqual(
      [1, 2, 3, 4, 5].map((id) => [id, true]),
    );
  });

  it('sends a body in chunks if the recorded client did', async () => {
    const framings: string[][] = [];
    const server = createHttpServer((request, response) => {
      const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
      if (request.method === 'PUT') framings.push([coding ?? '', length ?? '']);
      request.resume().on('end', () => response.writeHead(200).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const put = { method: 'PUT', body: { json: {} } };
    const log = await openStoredLog(await recordingOf(put, { ...put, headers: [['transfer-encoding', 'Chunked']] }));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    (await compareReplay(log, { url }, {})).close();
    log.close();
    server.close();
    expect(framings).toEqual([
      ['', '2'],
      ['Chunked', ''],
    ]);
  });

  it('reports responses that are not HTTP', async () => {
    expect(await differencesFrom('NOPE\r\n\r\n', await recordingOf({}, {}))).toHaveLength(2);
  });

  it('decodes a content coding that a server uses unasked, as a recorder does', async () => {
    const path = await recordingOf({});
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replace(
        '{"kind":"end","n":3',
        '{"kind":"body","n":3,"t":0,"exchange":1,"body":{"json":{"a":1}}}\n{"kind":"end","n":4',
      ),
    );
    const body = gzipSync('{"a":1}');
    const found = await differencesFrom(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`),
        body,
      ]),
      path,
    );
    expect(found).toEqual([]);
  });

  it('compares responses that nest too deep for a comparison as text', async () => {
    const deep = '['.repeat(100_000);
    const found = await differencesFrom(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${2 * deep.length}\r\n\r\n${deep}${']'.repeat(deep.length)}`,
      await recordingOf({}),
    );
    expect(found.map(({ kind }) => kind)).toEqual(['extra']);
  });
});

describe('bodies that are larger than the longest string', () => {
  it('are sent, and the rest of their exchanges is compared', async () => {
    const large = Buffer.alloc(BYTES);
    const sha256 = createHash('sha256').update(large).digest('hex');
    const body = { file: `bodies/${sha256}`, sha256, bytes: BYTES };
    await mkdir(join(folder, 'bodies'));
    await writeFile(join(folder, body.file), large);
    const received: number[] = [];
    const server = createHttpServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => {
        received.push(bytes);
        response.writeHead(200, { 'Content-Length': BYTES }).end(large);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const path = join(folder, 'large.jsonl');
    const at = (n: number): object => ({ n, t: n, exchange: 1 });
    const lines = [
      { kind: 'request', ...at(1), method: 'PUT', target: '/x', headers: [], body },
      { kind: 'response', ...at(2), status: 201, headers: [] },
      { kind: 'body', ...at(3), body },
      { kind: 'end', ...at(4), reason: 'complete' },
    ];
    await writeFile(
      path,
      [{ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' }, ...lines]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    const log = await openStoredLog(path);
    const { comparison, close } = await compareReplay(
      log,
      { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) },
      {},
    );
    close();
    log.close();
    server.close();
    expect([received, comparison.differences.map(({ kind, field }) => [kind, field]), comparison.opaque]).toEqual([
      [BYTES],
      [['status', 'status']],
      1,
    ]);
  });
});

describe('lines whose bodies are on disk', () => {
  it('are complete when they are read and when they are written', async () => {
    const spool = new LineSpool();
    spool.append({ kind: 'body', n: 1, t: 0, exchange: 1, body: { json: { k: 'a\u2028b' } } });
    spool.append({ kind: 'end', n: 2, t: 0, exchange: 1, reason: 'complete' });
    expect(spool.lines.map((line) => ('body' in line ? line.body : undefined))).toEqual([
      { json: { k: 'a\u2028b' } },
      undefined,
    ]);
    expect(JSON.parse(JSON.stringify(spool.lines))).toEqual([
      { kind: 'body', n: 1, t: 0, exchange: 1, body: { json: { k: 'a\u2028b' } } },
      { kind: 'end', n: 2, t: 0, exchange: 1, reason: 'complete' },
    ]);
    spool.close();
  });
});
