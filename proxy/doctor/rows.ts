import { RawClient } from '../engine/raw-client.ts';
import { durationText } from '../replay/server/amounts.ts';
import { NoResponseError } from './no-response-error.ts';
import type { Relay } from './relay.ts';
import { wholeResponses } from './whole-responses.ts';

/** One way to the server: a port, the header lines that every request needs, and the relay just before the server. */
export interface ServerRoute {
  readonly port: number;
  /** Precedes every path. */
  readonly prefix: string;
  /** Lines of every head, such as credentials. */
  readonly lines: readonly string[];
  readonly relay: Relay;
  /** Time limit of prompt responses, in milliseconds. */
  readonly timeoutMs: number;
}

/** One possible mistake of a proxy: an exchange, and what its two ends observe. */
export interface FidelityRow {
  readonly name: string;
  /**
   * Resolves with the observations, which must be equal on every way. `undefined` if this server does not allow the
   * exchange. Rejects with a `NoResponseError` if it does not respond.
   */
  readonly seen: (way: ServerRoute) => Promise<unknown>;
}

/** The most bytes of a response that are read. */
const MOST_READ = 4 * 1024 * 1024;
const LEAVERS = 50;
const ABSENT = '/api/v1/namespaces/plumbline-doctor-absent/configmaps/absent';
const WATCH = '/api/v1/namespaces/default/configmaps?watch=true';

/** The rows that any server allows: none of them changes anything on it. */
export const DOCTOR_ROWS: readonly FidelityRow[] = [
  { name: 'a response with its body', seen: (way) => exchange(way, ['GET'], request(way, 'GET /api')) },
  { name: 'the response to a HEAD', seen: (way) => exchange(way, ['HEAD'], request(way, 'HEAD /api')) },
  { name: 'an error', seen: (way) => exchange(way, ['GET'], request(way, `GET ${ABSENT}`)) },
  {
    name: 'bytes of the path',
    seen: (way) =>
      each(
        ['/api//v1', '/api/./v1', '/api/%76%31', '/a%2Fb', '/a%2fb', '/"a"', '/a|b{c}', '/api?a=b+c%20d&&e'],
        (path) => exchange(way, ['GET'], request(way, `GET ${path}`)),
      ),
  },
  {
    name: 'case, order, duplicates of request headers',
    seen: (way) =>
      exchange(
        way,
        ['GET'],
        request(way, 'GET /api', 'x-MANY: a', 'Accept: application/json', 'X-Many: b', 'cookie: c=1', 'x-many: a'),
      ),
  },
  {
    name: 'a head of 16 KB',
    seen: (way) => exchange(way, ['GET'], request(way, 'GET /api', `X-Long: ${'a'.repeat(16_000)}`)),
  },
  {
    name: 'a compressed response',
    seen: (way) => exchange(way, ['GET'], request(way, 'GET /api', 'Accept-Encoding: gzip, deflate, br')),
  },
  {
    name: 'DELETE with a chunked body, then another request',
    seen: (way) =>
      exchange(
        way,
        ['DELETE', 'GET'],
        chunked(way, `DELETE ${ABSENT}`, '{"kind":"DeleteOptions","apiVersion":"v1"}') + request(way, 'GET /api'),
      ),
  },
  {
    name: 'trailers of a request',
    seen: (way) => exchange(way, ['PUT'], chunked(way, `PUT ${ABSENT}`, '{}', 'X-Sum: 9')),
  },
  { name: 'Expect: 100-continue', seen: expecting },
  {
    name: 'requests sent ahead of their responses',
    seen: (way) =>
      exchange(way, ['GET', 'GET', 'GET'], [1, 2, 3].map((index) => request(way, `GET /api?${index}`)).join('')),
  },
  {
    name: 'a connection that is to be closed',
    seen: (way) => exchange(way, [], request(way, 'GET /api', 'Connection: close')),
  },
  { name: 'HTTP/1.0', seen: (way) => exchange(way, [], request(way, 'GET /api').replace('HTTP/1.1', 'HTTP/1.0')) },
  {
    name: 'a request for a WebSocket',
    seen: (way) =>
      exchange(
        way,
        ['GET'],
        request(
          way,
          'GET /api',
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          'Sec-WebSocket-Version: 13',
        ),
      ),
  },
  {
    name: 'a request for SPDY, by POST',
    seen: (way) =>
      exchange(
        way,
        ['POST'],
        request(way, `POST ${ABSENT}/exec`, 'Connection: Upgrade', 'Upgrade: SPDY/3.1', 'Content-Length: 0'),
      ),
  },
  { name: 'the head of an idle watch at once', seen: idleWatch },
  { name: `${LEAVERS} clients that leave their watches`, seen: leaving },
  { name: 'a response that the server cuts by a reset', seen: (way) => cutShort(way, 'reset') },
  { name: 'a response that the server ends too early', seen: (way) => cutShort(way, 'end') },
];

async function each<Item>(items: readonly Item[], seen: (item: Item) => Promise<unknown>): Promise<unknown> {
  const all: unknown[] = [];
  for (const item of items) all.push(await seen(item));
  return all;
}

function request({ port, prefix, lines }: ServerRoute, line: string, ...more: readonly string[]): string {
  const [method, path] = line.split(' ');
  return [`${method} ${prefix}${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines, ...more, '', ''].join('\r\n');
}

function chunked(way: ServerRoute, line: string, body: string, ...trailers: readonly string[]): string {
  const head = request(
    way,
    line,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    ...trailers.map((trailer) => `Trailer: ${trailer.split(':')[0]}`),
  );
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n${trailers.map((trailer) => `${trailer}\r\n`).join('')}\r\n`;
}

/** Sends bytes and waits for the responses to these methods; without methods, for the end of the connection. */
async function exchange(way: ServerRoute, methods: readonly string[], bytes: string): Promise<unknown> {
  way.relay.reset();
  using client = new RawClient(way.port);
  client.send(bytes);
  const received = await within(
    way,
    client,
    (text) => methods.length > 0 && wholeResponses(text, methods) === methods.length,
  );
  if (received === '' && client.state === 'open')
    throw new NoResponseError(`${bytes.split(' HTTP/', 1)[0]}: no response within ${durationText(way.timeoutMs)}`);
  return {
    answered: steady(received),
    ended: methods.length === 0 ? client.state : 'not looked at',
    serverGot: steady(way.relay.sent()),
  };
}

async function expecting(way: ServerRoute): Promise<unknown> {
  way.relay.reset();
  using client = new RawClient(way.port);
  client.send(
    request(way, `PUT ${ABSENT}`, 'Expect: 100-continue', 'Content-Type: application/json', 'Content-Length: 2'),
  );
  const interim = await within(way, client, (text) => text.includes('\r\n\r\n'));
  if (interim.startsWith('HTTP/1.1 100 ')) client.send('{}');
  const received = await within(way, client, (text) => wholeResponses(text, ['PUT']) === 1);
  // A server may respond before it has the body.
  if (client.state === 'open' && interim.startsWith('HTTP/1.1 100 '))
    await until(way, () => way.relay.sent().endsWith('{}'));
  return { answered: steady(received), serverGot: steady(way.relay.sent()) };
}

async function idleWatch(way: ServerRoute): Promise<unknown> {
  way.relay.reset();
  using client = new RawClient(way.port);
  client.send(request(way, `GET ${WATCH}`));
  const text = await within(way, client, (heard) => heard.includes('\r\n\r\n'));
  const [head = ''] = text.split('\r\n\r\n');
  return head.startsWith('HTTP/1.1 200 ') || text === '' ? steady(head) : undefined;
}

async function leaving(way: ServerRoute): Promise<unknown> {
  way.relay.reset();
  const clients = Array.from({ length: LEAVERS }, () => new RawClient(way.port));
  for (const client of clients) client.send(request(way, `GET ${WATCH}`));
  await Promise.all(clients.map((client) => within(way, client, (text) => text.includes('\r\n\r\n'))));
  for (const client of clients) client.socket.resetAndDestroy();
  await until(way, () => way.relay.open.size === 0);
  return { connectionsLeftAtTheServer: way.relay.open.size };
}

/**
 * Servers that send whole responses before they can be cut do not offer this. The length of the body before the cut
 * is chance.
 */
async function cutShort(way: ServerRoute, how: 'reset' | 'end'): Promise<unknown> {
  const after = 60;
  way.relay.reset({ after, how });
  using client = new RawClient(way.port);
  client.send(request(way, `GET ${WATCH}`));
  await within(way, client, (text) => wholeResponses(text, ['GET']) === 1);
  way.relay.reset();
  if (wholeResponses(client.text, ['GET']) === 1) return undefined;
  const [head = ''] = client.text.split('\r\n\r\n');
  return { over: client.state === 'open' ? 'still open' : 'cut', answered: steady(head) };
}

/** Resolves when the condition holds, or after the time limit. */
async function until({ timeoutMs }: ServerRoute, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isSo() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * The bytes that a client has received when they are enough, when its connection has ended, or after the time limit.
 */
async function within(
  { timeoutMs }: ServerRoute,
  client: RawClient,
  enough: (text: string) => boolean,
): Promise<string> {
  const tooLong = setTimeout(() => client.socket.destroy(), timeoutMs);
  try {
    return await client.heard((text) => text.length > MOST_READ || enough(text));
  } finally {
    clearTimeout(tooLong);
  }
}

/** Without the parts that differ from one exchange, or address, to the next. */
function steady(text: string): string {
  return text.replaceAll(/^(date: ).*$/gim, '$1...').replaceAll(/^(host: ).*$/gim, '$1...');
}
