import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The floor of the platform: a `node:http` server that does nothing but read a request and answer with so many bytes as the query's
 * `bytes` says. `GET /watch` stays open; every POST sends each open watch one line of that length.
 */
const BODIES = new Map<number, Buffer>();
const watchers = new Set<ServerResponse>();

function bodyOf(bytes: number): Buffer {
  const known = BODIES.get(bytes);
  if (known !== undefined) return known;
  const body = Buffer.alloc(bytes, 'x');
  body[bytes - 1] = 0x0a;
  BODIES.set(bytes, body);
  return body;
}

const server = createServer((request, response) => {
  const url = request.url ?? '/';
  const body = bodyOf(Number(/bytes=(\d+)/.exec(url)?.[1] ?? 2));
  response.setHeader('Content-Type', 'application/json');
  if (url.startsWith('/watch')) {
    response.flushHeaders();
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
    return;
  }
  request.resume();
  request.on('end', () => {
    if (request.method === 'POST') for (const watcher of watchers) watcher.write(body);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});
