import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { RawClient } from '../engine/raw-client.ts';
import { head, rawServer, type RawServer } from '../engine/raw-peers.fixture.ts';
import { exchangesOf, type LoggedExchange } from '../log/logged-exchange.ts';
import { type Recording, type RecordOptions, recordTraffic } from './record-traffic.ts';
import { ALL, pathGlob, pluralOf } from './selection.ts';

let folder: string;
let upstream: RawServer;
let recording: Recording;
let heard: (socket: Socket, soFar: string, piece: string) => void = () => undefined;
const MEGABYTE = 1024 * 1024;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-kept-'));
  upstream = await rawServer((socket, soFar, piece) => heard(socket, soFar, piece));
});

afterEach(async () => {
  await recording.close();
  await upstream[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const out = (): string => join(folder, 'log.jsonl');

async function start(more: Partial<RecordOptions> = {}): Promise<number> {
  const fail = (what: unknown): void => expect.unreachable(String(what));
  recording = await recordTraffic({
    upstream: { url: new URL(`http://127.0.0.1:${upstream.port}`) },
    host: '127.0.0.1',
    port: 0,
    out: out(),
    redact: true,
    onUnreachable: fail,
    onLogFailed: fail,
    ...more,
  });
  return Number(new URL(recording.url).port);
}

/** One exchange, and its lines in the log. */
async function exchanged(port: number, request: string, whole: (text: string) => boolean): Promise<LoggedExchange> {
  using client = new RawClient(port);
  client.send(request);
  await client.heard(whole);
  client.socket.end();
  await once(client.socket, 'close');
  await recording.close();
  const [exchange] = exchangesOf((await readExchangeLog(out())).lines);
  if (exchange === undefined) throw new Error('nothing was recorded');
  return exchange;
}

describe('the log of an exchange', () => {
  it('has trailers of both ways and the 1xx heads before the response', async () => {
    heard = (socket, soFar) => {
      if (soFar.endsWith('X-Up: 1\r\n\r\n'))
        socket.write(
          'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 9\r\n\r\n',
        );
    };
    const port = await start();
    const { request, response, body, end } = await exchanged(
      port,
      `${head('PUT /a', port, 'Transfer-Encoding: chunked')}2\r\n[]\r\n0\r\nX-Up: 1\r\n\r\n`,
      (text) => text.endsWith('X-Sum: 9\r\n\r\n'),
    );
    expect(request).toMatchObject({ body: { json: [] }, trailers: [['X-Up', '1']] });
    expect(response).toMatchObject({ status: 200, interim: [{ status: 103, headers: [['Link', '</a>']] }] });
    expect(body).toEqual({ json: {} });
    expect(end).toMatchObject({ reason: 'complete', trailers: [['X-Sum', '9']] });
  });

  it('notes an upgrade, and the number of bytes in the tunnel', async () => {
    heard = (socket, soFar, piece) =>
      socket.write(
        soFar === piece
          ? 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\nhi'
          : piece,
      );
    const port = await start();
    using client = new RawClient(port);
    client.send(head('POST /exec', port, 'Connection: Upgrade', 'Upgrade: SPDY/3.1', 'Content-Length: 0'));
    await client.heard((text) => text.endsWith('hi'));
    client.send('ping!');
    await client.heard((text) => text.endsWith('ping!'));
    client.socket.end();
    await once(client.socket, 'close');
    await recording.close();
    const [exchange] = exchangesOf((await readExchangeLog(out())).lines);
    expect(exchange).toMatchObject({
      response: { status: 101 },
      end: { reason: 'complete', tunnel: { sent: 5, received: 7 } },
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('has a %s body decoded, a large one in its side file', async (coding, pack) => {
    const plain = Buffer.from(`{"a":"${'b'.repeat(9 * MEGABYTE)}"}`);
    const packed = pack(plain);
    heard = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${packed.length}\r\n\r\n`);
      socket.write(packed);
    };
    const port = await start();
    const { body } = await exchanged(
      port,
      head('GET /a', port),
      (text) => text.length > packed.length && text.slice(text.indexOf('\r\n\r\n') + 4).length === packed.length,
    );
    expect(body).toMatchObject({ bytes: plain.length });
    expect(body !== undefined && (await bodyBytes(out(), body)).equals(plain)).toBe(true);
    expect(readdirSync(`${out()}.bodies`)).toEqual([body !== undefined && 'sha256' in body ? body.sha256 : '']);
  });

  it('keeps the received part of a cut body, and the bytes of a body that contradicts its coding', async () => {
    heard = (socket, soFar) => {
      if (soFar.startsWith('GET /odd'))
        socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain');
      else
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf of it', () =>
          setTimeout(() => socket.end(), 20),
        );
    };
    const port = await start();
    using odd = new RawClient(port);
    odd.send(head('GET /odd', port));
    await odd.heard((text) => text.endsWith('plain'));
    using cut = new RawClient(port);
    cut.send(head('GET /cut', port));
    await cut.heard(() => false);
    await recording.close();
    const exchanges = exchangesOf((await readExchangeLog(out())).lines);
    expect(exchanges.map(({ body, end }) => [body, end?.reason])).toEqual([
      [{ text: 'plain' }, 'complete'],
      [{ text: 'half of it' }, 'server-abort'],
    ]);
  });

  it.each([
    [
      'client-abort',
      'a client that disconnects in the middle of a response, which the server then ends properly',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n',
    ],
    ['complete', 'a client that says with its request that it sends no more', ''],
  ])('has the end %s of %s', async (reason, _, begun) => {
    heard = (socket) => {
      socket.write(begun);
      socket.on('end', () =>
        socket.write(begun === '' ? 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none' : '0\r\n\r\n'),
      );
    };
    const port = await start();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(head('GET /watch', port));
    if (begun !== '') await once(socket, 'data');
    socket.end();
    await once(socket.resume(), 'end');
    socket.destroy();
    await recording.close();
    const [exchange] = exchangesOf((await readExchangeLog(out())).lines);
    expect(exchange?.end?.reason).toBe(reason);
  });

  it('has no secret of a large body, wherever it stands in the body', async () => {
    const secret = Buffer.from('hunter2-hunter2').toString('base64');
    const list = JSON.stringify({
      kind: 'List',
      items: [
        { data: { p: secret }, kind: 'Secret' },
        { kind: 'ConfigMap', data: { x: 'y'.repeat(2 * MEGABYTE) } },
      ],
    });
    const late = `{"items":[{"data":{"p":"${secret}"},"x":"${'y'.repeat(10 * MEGABYTE)}","kind":"Secret"}]}`;
    const bodies = [list, late];
    heard = (socket) => {
      const body = bodies.shift() ?? '';
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    };
    const port = await start();
    for (const body of [list, late])
      expect((await (await fetch(`http://127.0.0.1:${port}/all`)).text()).length).toBe(body.length);
    await recording.close();
    const [redacted, hidden] = exchangesOf((await readExchangeLog(out())).lines).map(({ body }) => body);
    const kept = redacted === undefined ? '' : (await bodyBytes(out(), redacted)).toString();
    expect(kept.length).toBeGreaterThan(2 * MEGABYTE);
    expect(kept).not.toContain(secret);
    expect(hidden).toEqual({ text: expect.stringMatching(/^redacted-[0-9a-f]{16}$/) });
    expect(readdirSync(`${out()}.bodies`)).toHaveLength(1);
  });

  it('is missing for unselected requests, which are forwarded all the same', async () => {
    heard = (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    const selection = {
      ...ALL,
      paths: [pathGlob('/api/v1/**')],
      verbs: ['list', 'get'] as const,
      kinds: [pluralOf('ConfigMap')],
    };
    const port = await start({ selection });
    const paths = [
      '/api/v1/namespaces/a/configmaps',
      '/api/v1/namespaces/a/configmaps/c',
      '/api/v1/configmaps?watch=true',
      '/api/v1/namespaces/a/pods',
      '/apis/x/v1/namespaces/a/configmaps',
      '/api/v1/namespaces/a',
    ];
    for (const path of paths) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    await recording.close();
    expect(exchangesOf((await readExchangeLog(out())).lines).map(({ request }) => request.target)).toEqual(
      paths.slice(0, 2),
    );
  });
});
