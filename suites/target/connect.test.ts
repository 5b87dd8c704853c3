import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { CHUNKED } from '../../shared/exchange-log/chunked-header.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import { historyOf } from '../oracle/exchanges/history-of.ts';
import { at } from '../oracle/json.ts';
import { connect } from './connect.ts';
import { ExchangeRecorder, ObservationOrder } from './recorder.ts';
import type { Target } from './target.ts';

const closers: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type RespondTo = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A server whose responses each test writes by hand, and a target that points at it. */
async function serving(
  handler: RespondTo,
  options: { timeoutMs?: number; maxBodyBytes?: number; prefix?: string } = {},
): Promise<Target> {
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  const { prefix = '', ...limits } = options;
  return reaching(`http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`, limits);
}

function reaching(url: string, limits: { timeoutMs?: number; maxBodyBytes?: number } = {}): Target {
  const target = connect({ url, token: 'hush', timeoutMs: 60_000, ...limits });
  closers.push(() => target.close());
  return target;
}

function recorder(): ExchangeRecorder {
  return new ExchangeRecorder({ run: 'p1', rule: 'watch/x', case: 'p1-1' }, new ObservationOrder());
}

const kinds = (lines: readonly HappeningLine[]): string[] => lines.map(({ kind }) => kind);
const GET = { method: 'GET', target: '/api/v1/pods' };
const WATCH = { method: 'GET', target: '/api/v1/pods?watch=true' };

describe('a request to a target', () => {
  it('meets no connection that the server is about to close because it is idle', async () => {
    const sockets: unknown[] = [];
    const target = await serving((request, response) => {
      sockets.push(request.socket);
      response.writeHead(200, { connection: 'keep-alive', 'content-type': 'application/json' }).end('{}');
    });
    await target.request(GET, recorder());
    await target.request(GET, recorder());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await target.request(GET, recorder());
    expect(sockets.slice(0, 2)).not.toContain(sockets[2]);
  });

  it.each([[[CHUNKED], 'chunked', undefined] as const, [[], undefined, '9'] as const])(
    'with the headers %j has its body with this coding: %s, and this length: %s',
    async (headers, coding, length) => {
      const target = await serving((request, response) => {
        const { 'transfer-encoding': sentCoding, 'content-length': sentLength } = request.headers;
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () =>
          response.end(JSON.stringify([sentCoding, sentLength, Buffer.concat(chunks).toString('utf8')])),
        );
      });
      const call = { method: 'POST', target: '/api/v1/pods', headers, body: '{"ü":1}\n' };
      const own = recorder();
      expect((await target.request(call, own)).body?.text).toBe(JSON.stringify([coding, length, call.body]));
      const [sent] = own.lines;
      expect(sent?.kind === 'request' && headerValue(sent.headers, 'transfer-encoding')).toBe(coding);
    },
  );

  it('has a connection of its own once a request was lost', async () => {
    const sockets: unknown[] = [];
    let drops = false;
    const target = await serving((request, response) => {
      sockets.push(request.socket);
      if (drops) request.socket.destroy();
      else response.end('{}');
    });
    const several = async (): Promise<number> => {
      sockets.length = 0;
      for (let sent = 0; sent < 5; sent += 1) {
        await target.request(GET, recorder());
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return new Set(sockets).size;
    };
    expect(await several()).toBeLessThan(5);
    drops = true;
    expect((await target.request(GET, recorder())).status).toBeUndefined();
    drops = false;
    expect(await several()).toBe(5);
  });

  it('is recorded with its response, its tags and without its credentials', async () => {
    let authorization: string | undefined;
    const target = await serving((request, response) => {
      ({ authorization } = request.headers);
      response
        .setHeader('X-Odd-Case', 'kept')
        .writeHead(201, { 'Content-Type': 'application/json' })
        .end('{"kind":"Pod"}\n');
    });
    const record = recorder();
    const response = await target.request(
      { ...GET, method: 'POST', headers: [['Content-Type', 'application/json']], body: '{}' },
      record,
    );
    expect(response).toMatchObject({ status: 201, failure: undefined });
    expect(response.body?.value).toEqual({ kind: 'Pod' });
    expect(kinds(record.lines)).toEqual(['request', 'response', 'body', 'end']);
    const [exchange] = historyOf(record.lines).exchanges;
    expect(exchange?.request.headers.get('x-plumbline-case')).toBe('p1-1');
    expect(exchange?.request.headers.get('user-agent')).toMatch(/^plumbline\/\d/);
    expect(exchange?.request.headers.get('authorization')).toBe('Bearer redacted');
    expect(authorization).toBe('Bearer hush');
    expect(record.lines[1]).toMatchObject({ headers: expect.arrayContaining([['X-Odd-Case', 'kept']]) as unknown });
    expect(JSON.stringify(record.lines)).not.toContain('hush');
  });

  it('goes under the path of the base URL, which the record leaves out', async () => {
    let seen = '';
    const target = await serving(
      (request, response) => {
        seen = request.url ?? '';
        response.end();
      },
      { prefix: '/clusters/c1/' },
    );
    const record = recorder();
    await target.request(GET, record);
    expect(seen).toBe('/clusters/c1/api/v1/pods');
    expect(record.lines[0]).toMatchObject({ target: '/api/v1/pods' });
  });

  it('has no body line if the response has no body', async () => {
    const target = await serving((_, response) => void response.writeHead(204).end());
    const record = recorder();
    expect(await target.request(GET, record)).toMatchObject({ status: 204, body: undefined, failure: undefined });
    expect(kinds(record.lines)).toEqual(['request', 'response', 'end']);
  });

  it('takes a body of many megabytes whole', async () => {
    const text = JSON.stringify({ data: 'x'.repeat(20_000_000) });
    const target = await serving(
      (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text),
    );
    const response = await target.request(GET, recorder());
    expect(response.body?.text.length).toBe(text.length);
  });

  it('keeps bytes that are not text', async () => {
    const bytes = Buffer.from([0x6b, 0x38, 0x73, 0x00, 0xff, 0xfe]);
    const target = await serving(
      (_, response) =>
        void response.writeHead(200, { 'Content-Type': 'application/vnd.kubernetes.protobuf' }).end(bytes),
    );
    const record = recorder();
    await target.request(GET, record);
    const body = historyOf(record.lines).exchanges[0]?.response?.body;
    expect(body?.bytes).toEqual(bytes);
    expect(body?.value).toBeUndefined();
  });

  it('reports a connection that is reset before the response, and does not throw', async () => {
    const target = await serving((request) => void request.socket.destroy());
    const record = recorder();
    const response = await target.request(GET, record);
    expect(response).toMatchObject({ status: undefined, body: undefined });
    expect(record.lines.at(-1)).toMatchObject({ kind: 'end', reason: 'error', detail: response.failure });
  });

  it('reports a connection that is reset during the response', async () => {
    const target = await serving((request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"half":');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const record = recorder();
    expect(await target.request(GET, record)).toMatchObject({ status: 200, failure: expect.any(String) as unknown });
    expect(kinds(record.lines)).toEqual(['request', 'response', 'body', 'end']);
    expect(record.lines.at(-1)).toMatchObject({ reason: 'server-abort' });
  });

  it('reports a response that is not HTTP', async () => {
    const server = createTcpServer((socket) => socket.write('SSH-2.0-nothing\r\n', () => socket.destroySoon()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => new Promise((done) => server.close(done)));
    const target = reaching(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect((await target.request(GET, recorder())).status).toBeUndefined();
  });

  it('reports a target on which no server listens', async () => {
    const record = recorder();
    const response = await reaching('http://127.0.0.1:1').request(GET, record);
    expect(response.failure).toContain('ECONNREFUSED');
    expect(kinds(record.lines)).toEqual(['request', 'end']);
  });

  it('gives up on a missing response, and on one that only trickles', async () => {
    const target = await serving(
      (request, response) => {
        if (request.url === GET.target) return;
        response.writeHead(200);
        const trickle = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(trickle));
      },
      { timeoutMs: 150 },
    );
    expect((await target.request(GET, recorder())).failure).toBe('no response within 150 ms');
    expect((await target.request({ ...GET, target: '/trickle' }, recorder())).failure).toBe(
      'no complete response within 150 ms',
    );
  });

  it('may take a multiple of the timeout, if it says so', async () => {
    const target = await serving((_, response) => void setTimeout(() => response.end('{}'), 300), { timeoutMs: 100 });
    expect((await target.request(GET, recorder())).failure).toBe('no response within 100 ms');
    expect((await target.request({ ...GET, slowness: 50 }, recorder())).status).toBe(200);
  });

  it('can be sent next to hundreds of others', async () => {
    const target = await serving((request, response) => void response.end(request.url));
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => target.request({ method: 'GET', target: `/${index}` }, recorder())),
    );
    expect(responses.map(({ body }) => body?.text)).toEqual(responses.map((_, index) => `/${index}`));
    expect(target.requests).toBe(300);
  });
});

describe('a watch on a target', () => {
  const event = (name: string): string => JSON.stringify({ type: 'ADDED', object: { metadata: { name } } });

  it('finds the frames however the bytes are cut, also within a character', async () => {
    const bytes = Buffer.from(`${event('a')}\n${event('Zoë-✓-😀')}\r\n\n${event('c')}`, 'utf8');
    const target = await serving((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      let sent = 0;
      const next = (): void => {
        if (sent === bytes.length) return void response.end();
        response.write(bytes.subarray(sent, ++sent), () => setImmediate(next));
      };
      next();
    });
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    expect(await watch.waitFor(({ ended }) => ended, 5000)).toBe(true);
    expect(watch.events.map(({ object }) => object)).toEqual([
      { metadata: { name: 'a' } },
      { metadata: { name: 'Zoë-✓-😀' } },
      { metadata: { name: 'c' } },
    ]);
    expect(historyOf(record.lines).exchanges[0]).toMatchObject({
      events: [{ type: 'ADDED' }, { type: 'ADDED' }, { type: 'ADDED' }],
      end: { reason: 'complete' },
    });
  });

  it('finds frames in protobuf by their length', async () => {
    const frames = ['a\nb', '\n', 'c'].map((text) => Buffer.from([0, 0, 0, text.length, ...Buffer.from(text)]));
    const target = await serving((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/vnd.kubernetes.protobuf;stream=watch' });
      response.end(Buffer.concat(frames));
    });
    const watch = await target.stream(WATCH, recorder());
    expect(await watch.waitFor(({ ended }) => ended, 5000)).toBe(true);
    expect(watch.events.map(({ bytes }) => bytes)).toEqual(frames);
  });

  it('is given up once it begins with no JSON object, and keeps those bytes', async () => {
    const begun = Buffer.from([0x1f, 0x8b, 0x08, 0x00]);
    const target = await serving((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write(begun);
    });
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    expect(await watch.waitFor(({ ended }) => ended, 20_000)).toBe(true);
    expect(watch.events.map(({ bytes }) => bytes)).toEqual([begun]);
    expect(historyOf(record.lines).exchanges[0]).toMatchObject({ end: { reason: 'client-abort' } });
  });

  it('finds several frames in one chunk', async () => {
    const target = await serving((_, response) => void response.end(`${event('a')}\n${event('b')}\n${event('c')}\n`));
    const watch = await target.stream(WATCH, recorder());
    expect(await watch.waitFor(({ events }) => events.length === 3, 5000)).toBe(true);
  });

  it('shows its status while it is idle, and is not cut by the response timeout', async () => {
    const target = await serving(
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
        setTimeout(() => response.write(`${event('late')}\n`), 1_500);
      },
      { timeoutMs: 1_000 },
    );
    const watch = await target.stream(WATCH, recorder());
    expect(await watch.waitFor(({ status }) => status === 200, 5000)).toBe(true);
    expect(watch.events).toEqual([]);
    expect(await watch.waitFor(({ events }) => events.length === 1, 5000)).toBe(true);
  });

  it('is given up if no head comes in time', async () => {
    const target = await serving(() => undefined, { timeoutMs: 100 });
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    expect(await watch.waitFor(({ ended }) => ended, 5000)).toBe(true);
    expect(record.lines.at(-1)).toMatchObject({ kind: 'end', reason: 'error' });
  });

  it('ends as closed by the client when it is closed, and records nothing after that', async () => {
    let hungUp: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (hungUp = resolve));
    const target = await serving((_, response) => {
      response.writeHead(200).write(`${event('a')}\n`);
      const flood = setInterval(() => response.write(`${event('b')}\n`), 1);
      response.on('close', () => (clearInterval(flood), hungUp()));
    });
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    await watch.waitFor(({ events }) => events.length > 0, 5000);
    watch.close();
    const recorded = record.lines.length;
    await gone;
    expect(record.lines.length).toBe(recorded);
    expect(record.lines.at(-1)).toMatchObject({ kind: 'end', reason: 'client-abort' });
  });

  it.each<[what: string, sent: string, reason: string]>([
    ['is closed by the client, if its events together are', `${event('a')}\n${event('b')}\n`, 'client-abort'],
    ['fails, if an event is', event('a'.repeat(200)).slice(0, -2), 'error'],
  ])('%s larger than the limit', async (_, sent, reason) => {
    const target = await serving((__, response) => void response.writeHead(200).write(sent), { maxBodyBytes: 80 });
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    expect(await watch.waitFor(({ ended }) => ended, 5000)).toBe(true);
    expect(record.lines.at(-1)).toMatchObject({ reason, detail: 'the stream is larger than 80 bytes (--max-body)' });
  });

  it('can be closed before its response', async () => {
    const target = await serving(() => undefined);
    const record = recorder();
    (await target.stream(WATCH, record)).close();
    expect(kinds(record.lines)).toEqual(['request', 'end']);
  });

  it('reports a server that cuts it within a frame, and makes no event of the partial frame', async () => {
    const target = await serving((request, response) => {
      response.writeHead(200).write(`${event('a')}\n{"type":"ADDED","obj`);
      setTimeout(() => request.socket.destroy(), 20);
    });
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    await watch.waitFor(({ ended }) => ended, 5000);
    expect(watch.events.length).toBe(1);
    expect(record.lines.at(-1)).toMatchObject({
      reason: 'server-abort',
      detail: expect.stringContaining('in mid-frame') as unknown,
    });
  });

  it('records a refusal as a response with a body', async () => {
    const target = await serving(
      (_, response) => void response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"kind":"Status"}\n'),
    );
    const record = recorder();
    const watch = await target.stream(WATCH, record);
    await watch.waitFor(({ ended }) => ended, 5000);
    expect(kinds(record.lines)).toEqual(['request', 'response', 'body', 'end']);
    expect(historyOf(record.lines).exchanges[0]?.response?.body?.value).toEqual({ kind: 'Status' });
  });

  it('can be left unread, which blocks the server, and be read on from there without a loss', async () => {
    const frames = 1500;
    let waited = false;
    const frame = (index: number): string =>
      `${JSON.stringify({ type: 'ADDED', object: { index, filling: 'x'.repeat(8192) } })}\n`;
    const target = await serving(async (_, response) => {
      response.writeHead(200).flushHeaders();
      for (let index = 0; index < frames; index += 1) {
        if (response.write(frame(index))) continue;
        waited ||= await Promise.race([
          once(response, 'drain').then(() => false),
          new Promise<boolean>((settle) => setTimeout(() => settle(true), 200)),
        ]);
        if (response.writableNeedDrain) await once(response, 'drain');
      }
    });
    const watch = await target.stream(WATCH, recorder());
    await watch.waitFor(({ events }) => events.length > 0, 5000);
    watch.stall();
    await expect.poll(() => waited).toBe(true);
    expect(watch.events.length).toBeLessThan(frames);
    watch.resume();
    expect(await watch.waitFor(({ events }) => events.length === frames, 20_000)).toBe(true);
    expect(watch.events.map(({ object }) => at(object, 'index'))).toEqual(
      Array.from({ length: frames }, (_, index) => index),
    );
  });

  it('stops waiting when the time is up or the stream has ended', async () => {
    const target = await serving(
      (request, response) =>
        void (request.url === WATCH.target ? response.writeHead(200).flushHeaders() : response.end()),
    );
    const open = await target.stream(WATCH, recorder());
    expect(await open.waitFor(({ events }) => events.length > 0, 30)).toBe(false);
    const ended = await target.stream({ ...WATCH, target: '/ends' }, recorder());
    expect(await ended.waitFor(({ events }) => events.length > 0, 60_000)).toBe(false);
  });
});
