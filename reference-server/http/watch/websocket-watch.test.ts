import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { objectFromBytes } from '../../protobuf/object-bytes.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('a watch over WebSocket', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ history: 20 });
    await server.send('POST', MAPS, { metadata: { name: 'a' } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const open = (path: string, headers: Record<string, string> = {}, protocols: string[] = []): WebSocket =>
    new WebSocket(`${server.url.replace('http', 'ws')}${path}`, protocols, { headers });

  async function next(socket: WebSocket): Promise<{ readonly bytes: Buffer; readonly binary: boolean }> {
    const [data, binary] = (await once(socket, 'message')) as [RawData, boolean];
    return { bytes: data as Buffer, binary };
  }

  it.each([`${MAPS}?watch=true`, '/api/v1/watch/namespaces/default/configmaps'])(
    '%s delivers each event in a text message',
    async (path) => {
      const socket = open(path);
      const { bytes, binary } = await next(socket);
      expect([binary, JSON.parse(bytes.toString())]).toEqual([
        false,
        { type: 'ADDED', object: expect.objectContaining({ kind: 'ConfigMap' }) as unknown },
      ]);
      const coming = next(socket);
      await server.send(
        'PATCH',
        `${MAPS}/a`,
        { data: { k: path } },
        { headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
      expect(JSON.parse((await coming).bytes.toString())).toMatchObject({
        type: 'MODIFIED',
        object: { data: { k: path } },
      });
      socket.close();
    },
  );

  it('delivers each event in a binary message in protobuf, and accepts the subprotocol', async () => {
    const socket = open(`${MAPS}?watch=true`, { Accept: 'application/vnd.kubernetes.protobuf' }, ['v1.example']);
    const { bytes, binary } = await next(socket);
    expect([binary, socket.protocol, bytes.subarray(2, 7).toString()]).toEqual([true, 'v1.example', 'ADDED']);
    expect(objectFromBytes(bytes.subarray(bytes.indexOf('k8s\0')), 'core/v1.ConfigMap')).toMatchObject({
      metadata: { name: 'a' },
    });
    socket.close();
  });

  it('ends by itself after timeoutSeconds, and after an error', async () => {
    const timed = open(`${MAPS}?watch=true&timeoutSeconds=1`);
    expect((await once(timed, 'close'))[0]).toBe(1000);
    for (let i = 0; i < 30; i += 1)
      await server.send(
        'PATCH',
        `${MAPS}/a`,
        { data: { i: String(i) } },
        { headers: { 'Content-Type': 'application/merge-patch+json' } },
      );
    const late = open(`${MAPS}?watch=true&resourceVersion=1`);
    const closed = once(late, 'close');
    expect(JSON.parse((await next(late)).bytes.toString())).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    expect((await closed)[0]).toBe(1000);
  });

  it('continues after timeoutSeconds in kubernetes-1.7', async () => {
    await using old = await testServer({ dialect: KUBERNETES_1_7 });
    const socket = new WebSocket(`${old.url.replace('http', 'ws')}${MAPS}?watch=true&timeoutSeconds=-1`);
    await once(socket, 'open');
    const coming = next(socket);
    await fetch(`${old.url}${MAPS}?watch=true&timeoutSeconds=1`).then((response) => response.text());
    await old.send('POST', MAPS, { metadata: { name: 'later' } });
    expect(JSON.parse((await coming).bytes.toString())).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'later' } },
    });
    socket.close();
  });

  it.each([
    [`${MAPS}?watch=true&resourceVersion=x`, 400],
    ['/api/v1/nothing?watch=true', 404],
    [MAPS, 200],
  ])('of %s is refused without an upgrade, %i', async (path, status) => {
    const [, response] = (await once(
      open(path).on('error', () => undefined),
      'unexpected-response',
    )) as [unknown, { readonly statusCode: number; destroy(): void }];
    expect(response.statusCode).toBe(status);
    response.destroy();
  });

  it('does not keep a request for another protocol from its response, nor the next request on its connection', async () => {
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const body = '{"metadata":{"name":"h2c"}}';
    socket.write(
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAA\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    socket.write(`${body.slice(5)}GET ${MAPS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('does not keep a chunked body or a body that is too long from its response', async () => {
    const asking = `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\nContent-Type: application/json\r\n`;
    const first = '{"metadata":{"name":"no name"}';
    const sent = [
      `${asking}Transfer-Encoding: chunked\r\n\r\n${first.length.toString(16)}\r\n${first}\r\n1\r\n}\r\n0\r\n\r\n`,
      `${asking}Content-Length: ${4 * 1024 * 1024}\r\n\r\n${'x'.repeat(4 * 1024 * 1024)}`,
    ];
    const { port, hostname } = new URL(server.url);
    const responses = await Promise.all(
      sent.map(async (bytes) => {
        const socket = connect(Number(port), hostname);
        socket.write(bytes);
        for await (const chunk of socket) {
          socket.destroy();
          return String(chunk).slice(0, 12);
        }
        return undefined;
      }),
    );
    expect(responses).toEqual(['HTTP/1.1 422', 'HTTP/1.1 413']);
  });
});
