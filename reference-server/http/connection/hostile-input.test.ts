import { once } from 'node:events';
import { connect } from 'node:net';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('hostile input', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ maxBody: 64 * 1024 });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** Sends bytes unchanged; resolves with everything until the server hangs up. */
  async function raw(bytes: string | Buffer): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.write(bytes);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  const request = (line: string, body: Buffer, headers = ''): Buffer =>
    Buffer.concat([
      Buffer.from(
        `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n`,
      ),
      body,
    ]);

  it.each([
    ['bytes that are not a request', 'nonsense\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'an expectation that nobody knows',
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}`,
      417,
    ],
    ['a chunk of no size', `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ])('%s gets a Status in the response', async (_, bytes, code) => {
    const response = await raw(bytes);
    expect(response).toContain(`HTTP/1.1 ${code} `);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ kind: 'Status', code });
  });

  it.each([
    ['not UTF-8', Buffer.from('{"metadata":{"name":"\xff\xfe"}}', 'latin1'), 400],
    ['NUL bytes', Buffer.from('{"metadata":\0\0}'), 400],
    ['a body beyond the limit', Buffer.alloc(128 * 1024, ' '), 413],
  ])('a body that is %s is refused', async (_, body, code) => {
    expect(await raw(request(`POST ${MAPS}`, body))).toContain(`HTTP/1.1 ${code} `);
  });

  it('a body beyond the limit is refused before it is sent if the client waits for 100 Continue; a smaller one is requested', async () => {
    const asking = (size: number): string =>
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${size}\r\n\r\n`;
    expect(await raw(asking(128 * 1024))).toMatch(/^HTTP\/1\.1 413 /);
    const body = '{"metadata":{"name":"asked-first"}}';
    expect(await raw(`${asking(body.length)}${body}`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('a chunked body beyond the limit is refused while it arrives', async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const response = await raw(
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}0\r\n\r\n`,
    );
    expect(response).toContain('HTTP/1.1 413 ');
  });

  it.each([
    [
      'JSON',
      'application/json',
      `{"metadata":{"name":"m"},"data":{${Array.from({ length: 100_002 }, (_, n) => `"k${n}":""`).join()}}}`,
    ],
    ['YAML of many lines', 'application/yaml', `- a\n`.repeat(100_001)],
    ['YAML of many commas', 'application/yaml', `[${'a,'.repeat(100_001)}]`],
  ])('%s with more members than any object has is refused before it is parsed', async (_, type, text) => {
    await using large = await testServer({ maxBody: 4 * 1024 * 1024 });
    const { status, body } = await large.send('POST', MAPS, {}, { text, headers: { 'Content-Type': type } });
    expect([status, body.message]).toEqual([400, expect.stringContaining('100000')]);
  });

  it('a refusal with a hundred thousand causes lists only some', async () => {
    await using large = await testServer({ maxBody: 4 * 1024 * 1024 });
    const data = Object.fromEntries(Array.from({ length: 90_000 }, (_, n) => [`no key ${n}`, '']));
    const { status, body, text } = await large.send('POST', MAPS, { metadata: { name: 'm' }, data });
    expect([status, body.details?.causes?.length]).toEqual([422, 100]);
    expect(body.message).toContain('and 89900 more');
    expect(text.length).toBeLessThan(100_000);
  });

  it('hundreds of clients that never finish large bodies make room for each other, and block no other client', async () => {
    const port = Number(new URL(server.url).port);
    const refused: string[] = [];
    const slow = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => socket.destroy());
        socket.on('data', (chunk) => refused.push(String(chunk).slice(0, 12)));
        await once(socket, 'connect');
        socket.write(
          `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n${' '.repeat(60_000)}`,
        );
        return socket;
      }),
    );
    await expect.poll(() => refused.filter((line) => line === 'HTTP/1.1 429').length).toBeGreaterThanOrEqual(130);
    expect((await server.send('POST', MAPS, { metadata: { name: 'meanwhile' } })).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('a client that disconnects in the middle of a body leaves nothing behind', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"metadata":{"name":"half"`,
      () => socket.destroy(),
    );
    await once(socket, 'close');
    expect((await server.send('GET', `${MAPS}/half`)).status).toBe(404);
  });

  it.each([
    ['GET', '/api/v1/namespaces/default/pods/%zz', 400],
    ['GET', '/api/v1/namespaces/default/pods/%E0%A4', 400],
    ['GET', '/api/v1/namespaces/default%2Fkube/pods', 404],
    ['GET', '/api/v1//pods', 404],
    ['GET', '/api/v1/namespaces/../pods/x', 404],
    ['GET', '/apis/none/v1/things', 404],
    ['GET', '/api/v1/__proto__', 404],
    ['GET', '/constructor', 404],
    ['HEAD', '/api/v1/pods', 405],
    ['OPTIONS', '/api/v1/pods', 405],
    ['POST', '/api/v1/pods', 405],
    ['DELETE', '/api/v1', 405],
    ['PUT', MAPS, 405],
  ])('%s %s returns %i', async (method, path, code) => {
    const response = await raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response).toContain(`HTTP/1.1 ${code} `);
    expect(/^Allow: /m.test(response)).toBe(code === 405);
  });

  it.each([
    ['http://x/api/v1/namespaces/default', '"name":"default"'],
    ['HTTPS://x:1/api/v1/namespaces?limit=1', '"kind":"NamespaceList"'],
    ['http://x', '"paths":'],
    ['http://x?pretty=true', '"paths":'],
  ])('a request for the absolute URL %s is a request for its path', async (url, delivered) => {
    const response = await raw(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response).toContain('HTTP/1.1 200 ');
    expect(response.replaceAll(' ', '')).toContain(delivered);
  });

  it.each([
    '2017-02-30T00:00:00Z',
    '2017-02-29T00:00:00Z',
    '2017-01-01T24:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    '2017-13-01T00:00:00Z',
  ])('%s is refused as a time: it does not exist, or its year does not have four digits', async (time) => {
    const event = { metadata: { generateName: 'e-' }, involvedObject: { namespace: 'default' }, firstTimestamp: time };
    expect((await server.send('POST', '/api/v1/namespaces/default/events', event)).status).toBe(400);
  });

  it.each([
    ['2016-02-29T23:59:59-23:59', '2016-03-01T23:58:59Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['0001-01-01T00:00:00+14:00', '0000-12-31T10:00:00Z'],
  ])('%s is kept as %s', async (sent, kept) => {
    const event = { metadata: { generateName: 'e-' }, involvedObject: { namespace: 'default' }, firstTimestamp: sent };
    expect(JSON.parse((await server.send('POST', '/api/v1/namespaces/default/events', event)).text)).toMatchObject({
      firstTimestamp: kept,
    });
  });

  it('a trailing slash and percent-encoding lead to the same resource', async () => {
    expect((await server.send('GET', '/api/v1/namespaces/')).status).toBe(200);
    expect((await server.send('GET', '/api/v1/namespaces/%64efault')).body.metadata.name).toBe('default');
  });

  it('hundreds of clients that never finish their requests block no other client', async () => {
    const port = Number(new URL(server.url).port);
    const idle = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => socket.destroy());
        await once(socket, 'connect');
        socket.write(
          n % 2 === 0
            ? 'GET /api/v1/pods HTTP/1.1\r\nHost: x\r\nX-'
            : `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
        );
        return socket;
      }),
    );
    expect((await server.send('GET', '/api/v1/namespaces')).body.items.length).toBeGreaterThan(0);
    for (const socket of idle) socket.destroy();
  });

  it.each([
    ['a name', { metadata: { name: 'a\0b' } }],
    ['a label', { metadata: { name: 'n', labels: { a: 'b\0' } } }],
    ['a key of data', { metadata: { name: 'n' }, data: { 'a\0': 'b' } }],
  ])('a NUL in %s is refused with 422', async (_, body) => {
    expect((await server.send('POST', MAPS, body)).status).toBe(422);
  });

  it.each([
    [
      'application/json',
      '{"metadata":{"name":"halves"},"data":{"a":"x\\ud800","b":"\\udc00\\u0041","c":"\\ud83d\\ude00","d":"\\\\ud800"}}',
    ],
    [
      'application/yaml',
      'metadata: {name: halves}\ndata:\n  a: "x\\ud800"\n  b: "\\udc00\\u0041"\n  c: "\\ud83d\\ude00"\n  d: \\ud800\n',
    ],
  ])('lone surrogates in %s are the replacement character in every media type', async (type, text) => {
    const path = `${MAPS}/halves`;
    const made = await server.send('POST', MAPS, {}, { text, headers: { 'Content-Type': type } });
    expect(made.body.data).toEqual({ a: 'x\ufffd', b: '\ufffdA', c: '\u{1f600}', d: '\\ud800' });
    const [yaml, protobuf] = await Promise.all(
      ['application/yaml', PROTOBUF_TYPE].map(async (Accept) =>
        (await fetch(`${server.url}${path}`, { headers: { Accept } })).text(),
      ),
    );
    expect(load(yaml ?? '')).toMatchObject({ data: made.body.data });
    for (const value of Object.values(made.body.data ?? {})) expect(protobuf).toContain(value);
    await server.send('DELETE', path);
  });

  it('a client that does not read a long response is cut', async () => {
    await using stalling = await testServer({ stalledMs: 4000, maxBody: 2 ** 20 });
    for (let n = 0; n < 16; n += 1)
      await stalling.send('POST', MAPS, { metadata: { name: `m${n}` }, data: { blob: 'x'.repeat(900_000) } });
    const socket = connect(Number(new URL(stalling.url).port), '127.0.0.1');
    socket.write(`GET ${MAPS} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 9000));
    let taken = 0;
    await new Promise((resolve) =>
      socket
        .on('data', (chunk) => (taken += chunk.length))
        .on('error', resolve)
        .on('close', resolve),
    );
    expect(taken).toBeLessThan(16 * 900_000);
  });

  it('lists of tens of thousands of items are compared in linear time', async () => {
    await using large = await testServer({ maxBody: 16 * 1024 * 1024 });
    const many = <T>(item: (n: number) => T): T[] => Array.from({ length: 40_000 }, (_, n) => item(n));
    const label = { metadata: { labels: { a: 'b' } } };
    const merge = { headers: { 'Content-Type': 'application/merge-patch+json' } };
    await large.send('POST', MAPS, { metadata: { name: 'held', finalizers: many((n) => `example.com/${n}`) } });
    expect((await large.send('PATCH', `${MAPS}/held`, label, merge)).status).toBe(200);
    const spec = {
      containers: [{ name: 'c', image: 'i' }],
      tolerations: many((n) => ({ key: `k${n}`, operator: 'Exists' })),
    };
    await large.send('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'tolerant' }, spec });
    const reversed = { spec: { tolerations: spec.tolerations.toReversed() } };
    expect((await large.send('PATCH', '/api/v1/namespaces/default/pods/tolerant', reversed, merge)).status).toBe(200);
  });

  it('the server still responds after all that', async () => {
    expect((await server.send('GET', '/healthz')).text).toBe('ok');
  });
});
