import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startProxyServer } from './proxy-server.ts';
import { RawClient } from './raw-client.ts';
import { head, proxyBefore, rawServer, until } from './raw-peers.fixture.ts';
import { NO_TAPS } from './taps.ts';

const PIECE = 1000;
const BYTES = 12_000 * PIECE;
const HEAD = `HTTP/1.1 200 OK\r\nContent-Length: ${BYTES}\r\n\r\n`;

describe('the read buffer that responses share', () => {
  it('is not reused while its bytes wait for a slow client', async () => {
    const body = randomBytes(BYTES);
    let sent = 0;
    await using server = await rawServer((socket) => {
      socket.write(HEAD);
      // Small reads, so the first waiting bytes at the proxy do not hold back later ones.
      const pump = (): void => {
        socket.write(body.subarray(sent, sent + PIECE));
        sent += PIECE;
        if (sent < BYTES) setImmediate(pump);
      };
      pump();
    });
    await using proxy = await proxyBefore(server.port);
    using client = new RawClient(proxy.port);
    const received: Buffer[] = [];
    client.socket.removeAllListeners('data').on('data', (bytes: Buffer) => received.push(bytes));
    client.socket.pause();
    client.send(head('GET /large', proxy.port));
    await until(() => sent === BYTES);
    client.socket.resume();
    await until(() => client.socket.bytesRead === HEAD.length + BYTES);
    expect(Buffer.concat(received).subarray(HEAD.length).equals(body)).toBe(true);
  });

  it('holds no part of a head that arrives in pieces', async () => {
    const pieces = [
      'HTTP/1.1 103 Early',
      ' Hints\r\nLink: </a>\r\n',
      '\r\nHTTP/1.1 20',
      '0 OK\r\nX-Long-Name: and a val',
      'ue\r\nContent-Length: 2\r',
      '\n\r',
      '\nok',
    ];
    await using server = await rawServer((socket) => {
      const next = (): void => {
        const piece = pieces.shift();
        if (piece === undefined) return;
        // Each alone on the wire, so each is read by itself.
        socket.write(piece, () => setTimeout(next, 5));
      };
      next();
    });
    const sent = pieces.join('');
    await using proxy = await proxyBefore(server.port);
    using client = new RawClient(proxy.port);
    client.send(head('GET /pieces', proxy.port));
    expect(await client.heard((text) => text.endsWith('ok'))).toBe(sent);
  });

  it('is also used on a connection to the second address of a name', async () => {
    await using server = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    const proxy = await startProxyServer({
      upstream: { url: new URL(`http://localhost:${server.port}`) },
      tapsFor: () => NO_TAPS,
      host: '127.0.0.1',
      port: 0,
    });
    const port = Number(new URL(proxy.url).port);
    using client = new RawClient(port);
    client.send(head('GET /named', port));
    expect(await client.heard((text) => text.endsWith('ok'))).toBe('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    await proxy.close();
  });
});
