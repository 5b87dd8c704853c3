import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

describe('pipelined requests', () => {
  let served: string[] = [];
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({
      intercept: ({ path }) => {
        served.push(path);
        return undefined;
      },
    });
    for (let n = 0; n < 16; n += 1)
      await server.send('POST', MAPS, { metadata: { name: `m${n}` }, data: { blob: 'x'.repeat(900_000) } });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const port = (): number => Number(new URL(server.url).port);
  const post = (name: string): string => {
    const body = JSON.stringify({ metadata: { name } });
    return `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  it('are served in their order, each after the effects of those before it', async () => {
    const socket = connect(port(), '127.0.0.1');
    const names = Array.from({ length: 100 }, (_, n) => `in-turn-${n}`);
    socket.write(names.map((name) => `${post(name)}GET ${MAPS}/${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect([...text.matchAll(/"name":"(in-turn-\d+)"/g)].map(([, name]) => name)).toEqual(
      names.flatMap((name) => [name, name]),
    );
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(201);
  });

  it('all get a response, however many they are, if the client reads the responses', async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(6000));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(6001);
  });

  it('are served as any other if each asks for an unknown protocol', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on('warning', note);
    const socket = connect(port(), '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'.repeat(30));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    process.off('warning', note);
    expect([text.match(/HTTP\/1\.1 200 OK/g)?.length, warnings]).toEqual([31, []]);
  });

  it('are not served while the client does not read the response before them, nor after it has disconnected', async () => {
    served = [];
    const socket = connect(port(), '127.0.0.1');
    socket.pause();
    socket.write(`GET ${MAPS} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(500));
    await expect.poll(() => served.length).toBe(1);
    await server.send('GET', '/version');
    socket.destroy();
    await server.send('GET', '/version');
    expect(served).toEqual([MAPS, '/version', '/version']);
  });

  it('are not kept for a client that sends thousands of them and waits', async () => {
    served = [];
    const socket = connect(port(), '127.0.0.1');
    let left = 0;
    socket.on('error', () => socket.destroy());
    socket.pause();
    const flood = `GET ${MAPS} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1000);
    const send = (): void => {
      while (left < 1000 && socket.write(flood)) left += 1;
    };
    socket.on('drain', send);
    send();
    await expect.poll(() => served.length).toBe(1);
    await server.send('GET', '/version');
    expect(left).toBeLessThan(1000);
    socket.destroy();
  });
});
