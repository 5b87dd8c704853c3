import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../../../shared/connection/self-signed.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

const connected = ({ url }: TestServer): Socket => connect(Number(new URL(url).port), '127.0.0.1');

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

interface WatchedServer {
  readonly server: TestServer;
  /** Resolves when requests of this many other connections are being served. */
  serves(count: number): Promise<void>;
}

async function watchedServer(): Promise<WatchedServer> {
  let served = 0;
  const server = await testServer({
    intercept: ({ path }) => {
      served += path === '/version' ? 0 : 1;
      return undefined;
    },
  });
  const before = (): number => served;
  return {
    server,
    async serves(count) {
      await expect.poll(before).toBe(count);
      await server.send('GET', '/version');
    },
  };
}

describe('a server that closes', () => {
  it('lets a reader receive all of a response that was already written', async () => {
    const { server, serves } = await watchedServer();
    for (let n = 0; n < 40; n += 1)
      await server.send('POST', MAPS, { metadata: { name: `m${n}` }, data: { blob: 'x'.repeat(900_000) } });
    const socket = connected(server);
    socket.pause();
    socket.write(`GET ${MAPS} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await serves(41);
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const text = await textOf(socket);
    await closed;
    const head = text.slice(0, text.indexOf('\r\n\r\n') + 4);
    expect(text.length - head.length).toBe(Number(/Content-Length: (\d+)/.exec(head)?.[1]));
  });

  it('finishes open requests, and announces the end of the connection', async () => {
    const { server, serves } = await watchedServer();
    const socket = connected(server);
    const body = JSON.stringify({ metadata: { name: 'late' } });
    socket.write(
      `POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await serves(1);
    const closed = server.close();
    socket.write(body.slice(5));
    const text = await textOf(socket);
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n/i);
    expect(text).toContain('"name":"late"');
  });

  it('closes idle connections at once', async () => {
    const { server, serves } = await watchedServer();
    const [idle, busy] = [connected(server), connected(server)];
    idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    busy.write(`POST ${MAPS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
    await serves(2);
    const closed = server.close();
    expect(await textOf(idle)).toMatch(/^HTTP\/1\.1 200 OK/);
    busy.write('}');
    expect(await textOf(busy)).toMatch(/^HTTP\/1\.1 422/);
    await closed;
  });

  it('does not wait for open TLS handshakes, and lets connected clients receive a response', async () => {
    const tls = await selfSigned('closing', '127.0.0.1');
    const server = await testServer({ tls });
    const [silent, spoken] = [
      connected(server),
      tlsConnect({ port: Number(new URL(server.url).port), host: '127.0.0.1', ca: tls.cert }),
    ];
    await Promise.all([once(silent, 'connect'), once(spoken, 'secureConnect')]);
    spoken.write(`GET ${MAPS}?watch=true HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(spoken, 'data');
    const ended = Promise.all([textOf(spoken), once(silent, 'close')]);
    await server.close();
    const [text] = await ended;
    expect(text).toMatch(/0\r\n\r\n$/);
  });
});
