import { once } from 'node:events';
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { grpcChannel, type GrpcChannel } from './grpc-channel.ts';

const ASKED = framed('ping');
const GRPC = { ':status': 200, 'content-type': 'application/grpc' };

function framed(text: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(Buffer.byteLength(text), 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** Responds with these bytes, in these chunks, and trailers. */
function respond(
  stream: ServerHttp2Stream,
  pieces: readonly Uint8Array[],
  trailers: Record<string, string> = { 'grpc-status': '0' },
): void {
  stream.respond(GRPC, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  for (const piece of pieces) stream.write(piece);
  stream.end();
}

interface Peer extends AsyncDisposable {
  readonly channel: GrpcChannel;
  /** Connections so far. */
  readonly sessions: readonly ServerHttp2Session[];
}

/** A gRPC server, and a channel to it with a short timeout. */
async function peer(serve: (stream: ServerHttp2Stream, path: string) => void, patienceMs = 5000): Promise<Peer> {
  const server: Http2Server = createServer();
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, { ':path': path = '' }) => {
    stream.on('error', () => undefined);
    serve(stream, path);
  });
  const url = await listening(server);
  const channel = grpcChannel(url, { patienceMs });
  return {
    channel,
    sessions,
    async [Symbol.asyncDispose]() {
      channel.close();
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listening(server: Server, scheme = 'http'): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a gRPC channel', () => {
  it('carries concurrent calls over one connection, however the bytes of their responses are split', async () => {
    await using at = await peer((stream, path) => {
      const [a, b] = [framed(path).subarray(0, 3), framed(path).subarray(3)];
      if (path === '/slow') setTimeout(() => respond(stream, [a, b]), 20);
      else respond(stream, [a, b]);
    });
    const responses = await Promise.all(['/slow', '/a', '/b'].map((path) => at.channel.call(path, ASKED)));
    expect(responses.map(String)).toEqual(['/slow', '/a', '/b']);
    expect(at.sessions).toHaveLength(1);
  });

  it('sends and receives messages that are larger than any window', async () => {
    await using at = await peer((stream) => {
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => respond(stream, [Buffer.concat(chunks)]));
    });
    const large = 'x'.repeat(9_000_000);
    expect((await at.channel.call('/echo', framed(large))).length).toBe(large.length);
  });

  it('lets a short call pass many long ones that wait for their readers', async () => {
    const held: ServerHttp2Stream[] = [];
    await using at = await peer((stream, path) => {
      if (path === '/long') held.push(stream);
      else respond(stream, [framed('well')]);
    });
    const long = framed('x'.repeat(2_000_000));
    const calls = Array.from({ length: 12 }, () => at.channel.call('/long', long));
    await expect.poll(() => held.length).toBe(calls.length);
    expect(String(await at.channel.call('/short', ASKED))).toBe('well');
    for (const stream of held) stream.on('end', () => respond(stream, [framed('well')])).resume();
    expect((await Promise.all(calls)).map(String)).toEqual(calls.map(() => 'well'));
  });

  it.each<[string, (stream: ServerHttp2Stream) => void, object]>([
    [
      'a status after the message',
      (stream) => respond(stream, [], { 'grpc-status': '11', 'grpc-message': '100%25 %C3%BC' }),
      { status: 11, message: '100% ü' },
    ],
    [
      'a status at once',
      (stream) => stream.respond({ ...GRPC, 'grpc-status': '14', 'grpc-message': 'no leader' }, { endStream: true }),
      { status: 14, message: 'no leader' },
    ],
    [
      'no message',
      (stream) => respond(stream, []),
      { status: undefined, message: expect.stringContaining('exactly one message') },
    ],
    [
      'a response that is not gRPC',
      (stream) => stream.respond({ ':status': 404 }, { endStream: true }),
      { status: undefined, message: expect.stringContaining('HTTP status 404') },
    ],
    ['a cut', (stream) => stream.session?.destroy(), { status: undefined, isUnsent: false }],
    ['a refusal to begin', (stream) => stream.close(7), { status: undefined, isUnsent: true }],
  ])('rejects a call whose response is %s', async (_, serve, expected) => {
    await using at = await peer(serve);
    await expect(at.channel.call('/x', ASKED)).rejects.toMatchObject({ code: 'ERR_GRPC', ...expected });
  });

  it('reports a call as unsent if no server listens, the channel is closed, or no CA signed the certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
    const secure = createSecureServer({ key, cert });
    const channels = [grpcChannel('http://127.0.0.1:1'), grpcChannel(await listening(secure, 'https'))];
    const [nobody, untrusted] = await Promise.all(
      channels.map((channel) => channel.call('/x', ASKED).catch((error: unknown) => error)),
    );
    expect(nobody).toMatchObject({
      code: 'ERR_GRPC',
      isUnsent: true,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(untrusted).toMatchObject({
      code: 'ERR_GRPC',
      isUnsent: true,
      message: expect.stringContaining('self-signed'),
    });
    for (const channel of channels) channel.close();
    await expect(channels[0]?.call('/x', ASKED)).rejects.toMatchObject({ isUnsent: true });
    await new Promise((resolve) => secure.close(resolve));
  });

  it('gives up a call without a response in time, and continues with the others', async () => {
    await using at = await peer((stream, path) => void (path === '/never' || respond(stream, [framed('well')])), 50);
    await expect(at.channel.call('/never', ASKED)).rejects.toMatchObject({
      isUnsent: false,
      message: expect.stringContaining('no response within 0.1 s'),
    });
    expect(String(await at.channel.call('/x', ASKED))).toBe('well');
  });

  it('makes a new connection after a cut, and if the other end has fallen silent without one', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => undefined));
    const channel = grpcChannel(await listening(silent), { patienceMs: 30 });
    const follow = channel.follow('/x', ASKED, new AbortController().signal)[Symbol.asyncIterator]();
    await expect(follow.next()).rejects.toMatchObject({
      code: 'ERR_GRPC',
      message: expect.stringContaining('the server sent nothing'),
    });
    channel.close();
    silent.close();
    let isCut = true;
    await using at = await peer(
      (stream) => void (isCut ? stream.session?.destroy() : respond(stream, [framed('well')])),
    );
    await expect(at.channel.call('/x', ASKED)).rejects.toMatchObject({ isUnsent: false });
    isCut = false;
    expect(String(await at.channel.call('/x', ASKED))).toBe('well');
    expect(at.sessions).toHaveLength(2);
  });

  it('keeps an idle stream open as long as the other end responds to pings', async () => {
    const later: (() => void)[] = [];
    await using at = await peer((stream) => {
      stream.respond(GRPC);
      later.push(() => stream.write(Buffer.concat([framed('a'), framed('b')])));
    }, 20);
    const pings = new Promise<void>((resolve) => {
      let count = 0;
      const seen = setInterval(
        () => at.sessions[0]?.on('ping', () => (count += 1) === 3 && resolve()) && clearInterval(seen),
        1,
      );
    });
    const stop = new AbortController();
    const delivered = at.channel.follow('/x', ASKED, stop.signal)[Symbol.asyncIterator]();
    const next = delivered.next();
    await pings;
    for (const deliver of later) deliver();
    expect((await next).value?.map(String)).toEqual(['a', 'b']);
    stop.abort();
    await expect(delivered.next()).rejects.toMatchObject({ code: 'ERR_GRPC' });
    expect(at.sessions).toHaveLength(1);
  });
});
