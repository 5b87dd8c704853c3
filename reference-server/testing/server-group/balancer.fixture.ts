import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Headers of one connection, which are not forwarded. */
const OF_A_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'te',
  'trailer',
]);

/** A load balancer between clients and servers that share a store. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Gives each request to the next of the servers in turn, whichever connection it came on. A server that cannot be
 * connected to is skipped, because nothing was sent to it. If a server breaks off after that, the client's
 * connection is broken off too: whether the request was served is not known.
 * A worked example: of three servers the second is killed. Request 1 goes to the first, 2 to the third, 3 to the
 * third, 4 to the first; a watch that the second had open ends in the middle.
 * @param servers base URLs, fetched at each request
 */
export async function startBalancer(servers: () => readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((request, response) => {
    const first = turn++;
    const all = servers();
    const rotated = all.map((_, index) => all[(first + index) % all.length] ?? '');
    void spread(request, response, rotated, agent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

async function spread(
  request: IncomingMessage,
  response: ServerResponse,
  servers: readonly string[],
  agent: Agent,
): Promise<void> {
  try {
    forward(request, await bodyOf(request), response, servers, agent);
  } catch {
    // The client disconnected while it was sending.
    response.destroy();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends the request to the first reachable server, and forwards its response as it comes. */
function forward(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  [server, ...others]: readonly string[],
  agent: Agent,
): void {
  if (server === undefined) {
    response.writeHead(503).end('no server can be reached');
    return;
  }
  const headers = { ...passedOn(request.headers), 'content-length': body.length };
  const sent: ClientRequest = send(server + (request.url ?? '/'), { method: request.method ?? 'GET', headers, agent });
  response.on('close', () => sent.destroy());
  sent.on('response', (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode ?? 502, passedOn(upstreamResponse.headers));
    response.flushHeaders();
    upstreamResponse.on('error', () => response.destroy());
    upstreamResponse.pipe(response);
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(request, body, response, others, agent);
    else response.destroy();
  });
  sent.end(body);
}

function passedOn(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name)));
}
