import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RawClient } from './raw-client.ts';
import { head, proxyBefore, rawServer, type RawServer, until } from './raw-peers.fixture.ts';

/** The same exchange direct and through the proxy: the observations of the client and the upstream for both. */
async function bothWays<Seen>(
  makeUpstream: () => Promise<RawServer>,
  exchange: (port: number, upstream: RawServer) => Promise<Seen>,
): Promise<{ direct: Seen; proxied: Seen }> {
  await using upstream = await makeUpstream();
  const direct = await exchange(upstream.port, upstream);
  await using proxy = await proxyBefore(upstream.port);
  const proxied = await exchange(proxy.port, upstream);
  return { direct, proxied };
}

/**
 * An upstream that responds to each whole head (all requests here are small) with the same bytes, and keeps the
 * received heads.
 */
function respondingWith(response: string, got: string[] = []): () => Promise<RawServer> {
  return () =>
    rawServer((socket, _, piece) => {
      got.push(piece);
      socket.write(response, 'latin1');
    });
}

/** The observations of both ends for one request and its response; `whole` says when the client has it all. */
async function observe(
  response: string,
  request: (port: number) => string,
  whole: (text: string) => boolean,
): Promise<{ direct: unknown; proxied: unknown }> {
  const got: string[] = [];
  return bothWays(respondingWith(response, got), async (port) => {
    got.length = 0;
    using client = new RawClient(port);
    client.send(request(port));
    const received = await client.heard(whole);
    return { received: received, upstreamGot: got.join('').replace(/^Host: .*\r\n/m, '') };
  });
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const endsWith =
  (end: string) =>
  (text: string): boolean =>
    text.endsWith(end);

describe('the proxy', () => {
  it.each([
    '/a//b',
    '/a/./b',
    '/a/../b',
    '/a%2Fb',
    '/a%2fb',
    '/"a"',
    '/a|b{c}',
    '/a?b=c?d&e=%20+x',
    '/?',
    '//',
    '/a;v=1',
  ])('keeps the bytes of the path %s', async (path) => {
    const { direct, proxied } = await observe(OK, (port) => head(`GET ${path}`, port), endsWith('ok'));
    expect(direct).toMatchObject({ upstreamGot: expect.stringContaining(`GET ${path} HTTP/1.1`) });
    expect(proxied).toEqual(direct);
  });

  it('keeps case, order and duplicates of request headers, and adds none', async () => {
    const lines = ['X-Trace-ID: 1', 'accept: application/json', 'X-Many: a', 'X-Many: b', 'Cookie: c=1', 'cookie2: x'];
    const { direct, proxied } = await observe(OK, (port) => head('GET /', port, ...lines), endsWith('ok'));
    expect(proxied).toEqual(direct);
  });

  it('keeps duplicate Connection headers of the client separate', async () => {
    const lines = ['X-Many: a', 'accept: application/json', 'Connection: keep-alive', 'x-many: b'];
    const { direct, proxied } = await observe(OK, (port) => head('GET /a//b', port, ...lines), endsWith('ok'));
    expect(direct).toMatchObject({ upstreamGot: ['GET /a//b HTTP/1.1', ...lines, '', ''].join('\r\n') });
    expect(proxied).toEqual(direct);
  });

  it.each([[[]], [['Connection: keep-alive']]])(
    'adds no framing to a POST without a body, with the headers %j',
    async (lines) => {
      const { direct, proxied } = await observe(OK, (port) => head('POST /', port, ...lines), endsWith('ok'));
      expect(proxied).toEqual(direct);
    },
  );

  it('forwards the head of a request before its body arrives', async () => {
    const { direct, proxied } = await observe(
      OK,
      (port) => head('POST /', port, 'Connection: keep-alive', 'Content-Length: 2'),
      endsWith('ok'),
    );
    expect(proxied).toEqual(direct);
  });

  it.each(['Connection: keep-alive', 'Accept: */*'])(
    'forwards heads that announce a trailer without sending one, beside %s',
    async (line) => {
      const { direct, proxied } = await observe(
        OK,
        (port) => head('GET /', port, line, 'Trailer: X-Sum'),
        endsWith('ok'),
      );
      expect(proxied).toEqual(direct);
    },
  );

  it('keeps case, order and duplicates of response headers, and adds none', async () => {
    const response =
      'HTTP/1.1 200 Fine\r\nX-b: 1\r\nSet-Cookie: a=1\r\ncontent-TYPE: application/json\r\nset-cookie: b=2\r\nX-b: 2\r\nContent-Length: 2\r\n\r\n{}';
    const { direct, proxied } = await observe(response, (port) => head('GET /', port), endsWith('{}'));
    expect(direct).toMatchObject({ received: response });
    expect(proxied).toEqual(direct);
  });

  it.each([
    ['a 204', 'HTTP/1.1 204 No Content\r\nX-Last: 1\r\n\r\n', 'GET', '1\r\n\r\n'],
    ['a 304', 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 7\r\n\r\n', 'GET', '7\r\n\r\n'],
    ['the response to a HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n', 'HEAD', '1234\r\n\r\n'],
    ['an empty body', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 'DELETE', '0\r\n\r\n'],
    ['an error', 'HTTP/1.1 409 Conflict\r\nContent-Length: 4\r\n\r\nnope', 'GET', 'nope'],
    [
      'a chunked body',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'GET',
      '0\r\n\r\n',
    ],
    [
      'a gzip body',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n\x1f\x8b\x08\x00\xff',
      'GET',
      '\xff',
    ],
    [
      'trailers',
      'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\n',
      'GET',
      'X-Sum: 9\r\n\r\n',
    ],
  ])('forwards %s', async (_, response, method, end) => {
    const { direct, proxied } = await observe(response, (port) => head(`${method} /`, port), endsWith(end));
    expect(direct).toMatchObject({ received: response });
    expect(proxied).toEqual(direct);
  });

  it('forwards early hints before the response', async () => {
    const response = `HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${OK}`;
    const { direct, proxied } = await observe(response, (port) => head('GET /', port), endsWith('ok'));
    expect(direct).toMatchObject({ received: response });
    expect(proxied).toEqual(direct);
  });

  it('lets the upstream decide on Expect: 100-continue', async () => {
    const makeUpstream = (): Promise<RawServer> =>
      rawServer((socket, soFar) => {
        if (soFar.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        if (soFar.endsWith('body'))
          socket.write(
            `HTTP/1.1 200 OK\r\nContent-Length: ${soFar.length}\r\nX-Expect: ${/expect: .*/i.exec(soFar)?.[0]}\r\n\r\n`,
          );
      });
    const { direct, proxied } = await bothWays(makeUpstream, async (port) => {
      using client = new RawClient(port);
      client.send(head('PUT /', port, 'Expect: 100-continue', 'Content-Length: 4'));
      const interim = await client.heard(endsWith('\r\n\r\n'));
      client.send('body');
      const received = await client.heard((text) => text.length > interim.length && text.endsWith('\r\n\r\n'));
      return { interim, expect: /X-Expect: (.*)/.exec(received)?.[1] };
    });
    expect(direct).toEqual({ interim: 'HTTP/1.1 100 Continue\r\n\r\n', expect: 'Expect: 100-continue' });
    expect(proxied).toEqual(direct);
  });

  it('lets the upstream refuse a body that waits for 100 Continue', async () => {
    const refusal = 'HTTP/1.1 417 Expectation Failed\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno';
    const { direct, proxied } = await observe(
      refusal,
      (port) => head('PUT /', port, 'Expect: 100-continue', 'Content-Length: 4'),
      endsWith('no'),
    );
    expect(direct).toMatchObject({ received: refusal });
    expect(proxied).toEqual(direct);
  });

  it('forwards request trailers', async () => {
    const got: string[] = [];
    const makeUpstream = (): Promise<RawServer> =>
      rawServer((socket, soFar) => {
        if (!soFar.endsWith('X-Sum: 9\r\n\r\n')) return;
        got.push(soFar.slice(soFar.indexOf('\r\n\r\n')));
        socket.write(OK);
      });
    await bothWays(makeUpstream, async (port) => {
      using client = new RawClient(port);
      client.send(
        `${head('POST /', port, 'Trailer: X-Sum', 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\n`,
      );
      await client.heard(endsWith('ok'));
    });
    expect(got).toEqual(['\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\n', '\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\n']);
  });

  it('delivers a DELETE with a chunked body as one request with its body', async () => {
    const requests: string[] = [];
    const upstream = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push(`${request.method} ${request.url} ${body}`);
        response.end('ok');
      });
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    await using proxy = await proxyBefore((upstream.address() as AddressInfo).port);
    using client = new RawClient(proxy.port);
    const body = '{"orphanDependents":true}GET /stolen HTTP/1.1\r\nHost: x\r\n\r\n';
    client.send(
      `${head('DELETE /x', proxy.port, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    await client.heard(endsWith('ok'));
    client.send(head('GET /after', proxy.port, 'Connection: close'));
    await client.heard(() => false);
    expect(requests).toEqual([`DELETE /x ${body}`, 'GET /after ']);
    upstream.closeAllConnections();
    upstream.close();
  });
});

describe('streams', () => {
  const WATCH_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

  it('forwards the head of an idle watch, and each event, before anything follows it', async () => {
    const makeUpstream = (): Promise<RawServer> =>
      rawServer((socket, _, piece) => {
        if (piece.startsWith('GET /event')) for (const open of upstreams) open.write('2\r\n{}\r\n');
        if (piece.startsWith('GET /watch')) {
          upstreams.add(socket);
          socket.once('close', () => upstreams.delete(socket));
          socket.write(WATCH_HEAD);
        } else socket.write(OK);
      });
    const upstreams = new Set<{ write(text: string): unknown }>();
    const { direct, proxied } = await bothWays(makeUpstream, async (port) => {
      using watcher = new RawClient(port);
      using writer = new RawClient(port);
      watcher.send(head('GET /watch', port));
      const idle = await watcher.heard(endsWith('\r\n\r\n'));
      writer.send(head('GET /event', port));
      const first = await watcher.heard(endsWith('{}\r\n'));
      return { idle, first };
    });
    expect(direct).toEqual({ idle: WATCH_HEAD, first: `${WATCH_HEAD}2\r\n{}\r\n` });
    expect(proxied).toEqual(direct);
  });

  it('closes the upstream connection when the client disconnects, 5000 times over', async () => {
    await using upstream = await rawServer((socket) => socket.write(WATCH_HEAD));
    await using proxy = await proxyBefore(upstream.port);
    for (let round = 0; round < 20; round += 1) {
      const clients = Array.from({ length: 250 }, () => new RawClient(proxy.port));
      for (const client of clients) client.send(head('GET /watch', proxy.port));
      await Promise.all(clients.map((client) => client.heard(endsWith('\r\n\r\n'))));
      expect(upstream.sockets.size).toBe(250);
      for (const client of clients) client.socket.resetAndDestroy();
      await until(() => upstream.sockets.size === 0);
    }
    expect(upstream.sockets.size).toBe(0);
  });

  it('closes an upstream connection that has received no response yet', async () => {
    await using upstream = await rawServer(() => undefined);
    await using proxy = await proxyBefore(upstream.port);
    const client = new RawClient(proxy.port);
    client.send(head('GET /slow', proxy.port));
    await until(() => upstream.sockets.size === 1);
    client.socket.destroy();
    await until(() => upstream.sockets.size === 0);
    expect(upstream.sockets.size).toBe(0);
  });

  it.each(['reset', 'fin'])('cuts the client when the upstream connection ends in mid-response by %s', async (how) => {
    const makeUpstream = (): Promise<RawServer> =>
      rawServer((socket) => {
        socket.write(`${WATCH_HEAD}2\r\n{}\r\n`, () =>
          setTimeout(() => (how === 'reset' ? socket.resetAndDestroy() : socket.end()), 20),
        );
      });
    const { direct, proxied } = await bothWays(makeUpstream, async (port) => {
      using client = new RawClient(port);
      client.send(head('GET /watch', port));
      const text = await client.heard(() => false);
      return { text, over: client.state !== 'open' };
    });
    expect(direct).toEqual({ text: `${WATCH_HEAD}2\r\n{}\r\n`, over: true });
    expect(proxied).toEqual(direct);
  });

  it('returns 502 with one clear line when the upstream resets before its response, or is absent', async () => {
    const upstream = await rawServer((socket) => socket.resetAndDestroy());
    await using proxy = await proxyBefore(upstream.port);
    const ask = async (): Promise<string> => {
      using client = new RawClient(proxy.port);
      client.send(head('POST /x', proxy.port, 'Content-Length: 2') + '{}');
      return await client.heard(endsWith('}'));
    };
    const reset = await ask();
    await upstream[Symbol.asyncDispose]();
    const absent = await ask();
    for (const text of [reset, absent]) {
      expect(text).toMatch(/^HTTP\/1\.1 502 /);
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({
        kind: 'Status',
        code: 502,
        message: expect.stringContaining(`cannot reach the upstream http://127.0.0.1:${upstream.port}`),
      });
    }
  });

  it('streams 64 MiB to a reader that stalls, without holding it in memory', async () => {
    const size = 64 * 1024 * 1024;
    let sent = 0;
    await using upstream = await rawServer((socket) => {
      const piece = Buffer.alloc(64 * 1024, 120);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      const pump = (): void => {
        while (sent < size) {
          sent += piece.length;
          if (!socket.write(piece)) return void socket.once('drain', pump);
        }
      };
      pump();
    });
    await using proxy = await proxyBefore(upstream.port);
    using client = new RawClient(proxy.port);
    client.send(head('GET /large', proxy.port));
    await client.heard((text) => text.length > 0);
    client.socket.pause();
    let before = -1;
    while (before !== sent) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(sent).toBeLessThan(size / 2);
    client.text = '';
    client.socket.removeAllListeners('data');
    let received = 0;
    client.socket.on('data', (bytes: Buffer) => (received += bytes.length));
    client.socket.resume();
    await until(() => sent === size && received > size / 2 && client.socket.bytesRead >= size);
    expect(client.socket.bytesRead).toBeGreaterThanOrEqual(size);
  });
});

describe('upgrades', () => {
  const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: X\r\nX-Case: 1\r\n\r\nhello';
  const echo = (): Promise<RawServer> =>
    rawServer((socket, soFar, piece) => {
      if (soFar === piece) socket.write(SWITCHED);
      else socket.write(`<${piece}>`, 'latin1');
    });

  it.each([
    [
      'a WebSocket',
      'GET',
      [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
      ],
    ],
    [
      'the SPDY of kubectl exec, a POST',
      'POST',
      ['Connection: Upgrade', 'Upgrade: SPDY/3.1', 'X-Stream-Protocol-Version: v4.channel.k8s.io', 'Content-Length: 0'],
    ],
  ])('tunnels %s both ways', async (_, method, lines) => {
    const { direct, proxied } = await bothWays(echo, async (port) => {
      using client = new RawClient(port);
      client.send(head(`${method} /exec`, port, ...lines));
      await client.heard(endsWith('hello'));
      client.send('\x00\xffping');
      return await client.heard(endsWith('>'));
    });
    expect(direct).toBe(`${SWITCHED}<\x00\xffping>`);
    expect(proxied).toEqual(direct);
  });

  it('forwards the response of an upstream that does not switch protocols', async () => {
    const refusal = 'HTTP/1.1 403 Forbidden\r\nX-Why: no\r\nContent-Length: 2\r\n\r\nno';
    const { direct, proxied } = await observe(
      refusal,
      (port) => head('GET /exec', port, 'Connection: Upgrade', 'Upgrade: websocket'),
      endsWith('no'),
    );
    expect(direct).toMatchObject({ received: refusal });
    expect(proxied).toEqual(direct);
  });

  it('closes the upstream connection when the client of a tunnel disconnects', async () => {
    await using upstream = await echo();
    await using proxy = await proxyBefore(upstream.port);
    const client = new RawClient(proxy.port);
    client.send(head('GET /exec', proxy.port, 'Connection: Upgrade', 'Upgrade: websocket'));
    await client.heard(endsWith('hello'));
    client.socket.resetAndDestroy();
    await until(() => upstream.sockets.size === 0);
    expect(upstream.sockets.size).toBe(0);
  });
});
