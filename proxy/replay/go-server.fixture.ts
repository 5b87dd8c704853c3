import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** The upstream's error message with the versions that it keeps. */
const TOO_OLD = /revision (\d+) is no longer kept; the oldest is (\d+)/;
const LAST_CHUNK = '0\r\n\r\n';

export interface GoServer extends AsyncDisposable {
  readonly url: URL;
}

/** Changes one response body before it is sent. */
export type BendBody = (target: string, body: string) => string;

/**
 * A proxy that adds habits of Go servers: it ends a watch properly when the client hangs up, randomises the order of
 * maps and groups, and shows addresses of values in messages. Every connection carries one request.
 */
export async function goServer(upstream: URL, bend: BendBody = asGoDoes): Promise<GoServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    void serve(socket, upstream, bend).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(socket: Socket, upstream: URL, bend: BendBody): Promise<void> {
  const { method, target, headers, body } = await readRequest(socket);
  const sent = request(new URL(target, upstream), {
    method,
    headers: { ...headers, host: upstream.host },
    agent: false,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (isWatch(target)) return stream(socket, response);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = bend(target, Buffer.concat(chunks).toString('utf8'));
  socket.end(`${headOf(response)}Content-Length: ${Buffer.byteLength(text)}${HEAD_END}${text}`);
}

/** Forwards a stream. The client leaves by ending its side; nobody reads the bytes sent after that. */
function stream(socket: Socket, response: IncomingMessage): void {
  socket.write(`${headOf(response)}Transfer-Encoding: chunked${HEAD_END}`);
  const end = (): void => void (socket.writableEnded || socket.end(LAST_CHUNK));
  response.on('data', (bytes: Buffer) => {
    const chunk = bytes.toString('latin1').replace(TOO_OLD, '$1 ($2)');
    if (socket.writable) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`, 'latin1');
  });
  response.on('end', end).on('error', end);
  socket.on('end', () => {
    end();
    response.destroy();
  });
}

function headOf({ statusCode = 502, headers }: IncomingMessage): string {
  return `HTTP/1.1 ${statusCode} Status\r\nContent-Type: ${headers['content-type'] ?? 'text/plain'}\r\nConnection: close\r\n`;
}

function isWatch(target: string): boolean {
  return target.includes('watch=true');
}

interface GoRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function readRequest(socket: Socket): Promise<GoRequest> {
  let bytes = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    bytes = Buffer.concat([bytes, chunk]);
  };
  while (!bytes.includes(HEAD_END)) await more();
  const end = bytes.indexOf(HEAD_END);
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const start = end + HEAD_END.length;
  const length = Number(headers['content-length'] ?? 0);
  while (bytes.length < start + length) await more();
  const [method = 'GET', target = '/'] = first.split(' ');
  return { method, target, headers, body: bytes.subarray(start, start + length) };
}

/**
 * Randomises the order of groups in `/apis`, and adds a value with its address and a map in random order to the
 * message of a refusal.
 */
function asGoDoes(target: string, body: string): string {
  if (target === '/apis') {
    const list = JSON.parse(body) as { groups: object[] };
    return JSON.stringify({ ...list, groups: anyOrder(list.groups) });
  }
  return body.replace(
    /("message": ?")([^"]*)/,
    (_, before: string, message: string) => `${before}${message}: ${dump()}`,
  );
}

function dump(): string {
  const address = (0xc420000000 + Math.floor(Math.random() * 0xffff)).toString(16);
  const labels = anyOrder(['a:1', 'b:2', 'c:3']).join(', ');
  return `v1.DeleteOptions{GracePeriodSeconds:(*int64)(0x${address}), Labels:map[string]int{${labels}}}`;
}

function anyOrder<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
