import { describe, expect, it } from 'vitest';
import { RawClient } from './raw-client.ts';
import { head, proxyBefore, rawServer } from './raw-peers.fixture.ts';

const REQUESTS = 50;

describe('pipelined requests', () => {
  it('get their responses in order, even if more of the next request arrives just when its turn comes', async () => {
    await using server = await rawServer((socket, _, piece) => {
      const body = /<\d+>$/.exec(piece)?.[0];
      if (body === undefined) return;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      sendMore();
    });
    await using proxy = await proxyBefore(server.port);
    using client = new RawClient(proxy.port);
    const bodies = Array.from({ length: REQUESTS }, (_, index) => `<${index}>`);
    const requests = bodies.map(
      (body, index) => `${head(`PUT /${index}`, proxy.port, `Content-Length: ${body.length}`)}${body}`,
    );
    // First one and a half requests, then always the second half of one and the first half of the next.
    const halves = requests.flatMap((request) => [request.slice(0, 30), request.slice(30)]);
    const pieces = [halves.splice(0, 3), ...Array.from({ length: REQUESTS }, () => halves.splice(0, 2))].map((each) =>
      each.join(''),
    );
    const sendMore = (): void => client.send(pieces.shift() ?? '');
    sendMore();
    const heard = await client.heard((text) => text.endsWith(`<${REQUESTS - 1}>`));
    expect(heard.match(/<\d+>/g)).toEqual(bodies);
  });
  it('all get a response, even if the client ends its side after the last one', async () => {
    await using server = await rawServer((socket, soFar) => {
      if (soFar.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
    await using proxy = await proxyBefore(server.port);
    using client = new RawClient(proxy.port);
    client.socket.end(Array.from({ length: 20 }, (_, index) => head(`GET /${index}`, proxy.port)).join(''));
    const heard = await client.heard(() => false);
    expect([heard.match(/200 OK/g)?.length, client.state]).toEqual([20, 'ended']);
  });

  it('each get a 502 if the upstream is absent', async () => {
    const gone = await rawServer(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using proxy = await proxyBefore(gone.port);
    using client = new RawClient(proxy.port);
    client.send(Array.from({ length: 3 }, (_, index) => head(`GET /${index}`, proxy.port)).join(''));
    const heard = await client.heard((text) => text.split('502 Bad Gateway').length > 3 && text.endsWith('}'));
    expect(heard.match(/502 Bad Gateway/g)).toHaveLength(3);
  });
});
