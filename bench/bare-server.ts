import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The floor of the platform: a `node:http` server that only reads a request and responds with so many bytes of JSON,
 * as the query's `bytes` says. `GET /watch` stays open; every POST sends each open watch one line of that length.
 * `GET /stream` sends so many bytes in chunks, as fast as they are taken.
 */
const BODIES = new Map<number, Buffer>();
const watchers = new Set<ServerResponse>();

function bodyOf(bytes: number): Buffer {
  const known = BODIES.get(bytes);
  if (known !== undefined) return known;
  const body = Buffer.from(`${jsonOf(bytes - 1)}\n`);
  BODIES.set(bytes, body);
  return body;
}

/** JSON with the structure of an API object and a text of so many bytes; a short one is all padding. */
function jsonOf(bytes: number): string {
  const labels: Record<string, string> = {};
  const object = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'pod', labels },
    status: { ready: true, restarts: 3 },
  };
  let length = JSON.stringify(object).length;
  for (let index = 0; length < bytes - 60; index += 1) {
    labels[`label-${index}`] = `value-${index}`;
    length += `"label-${index}":"value-${index}",`.length;
  }
  const text = JSON.stringify(object);
  return text.length + 8 <= bytes
    ? `${text.slice(0, -1)},"x":"${'x'.repeat(bytes - text.length - 7)}"}`
    : 'x'.repeat(Math.max(0, bytes));
}

/** A megabyte at a time. */
function stream(response: ServerResponse, bytes: number): void {
  const piece = Buffer.alloc(Math.min(bytes, 1024 * 1024), 'x');
  let left = bytes;
  const pump = (): void => {
    while (left > 0) {
      left -= piece.length;
      if (!response.write(piece)) return void response.once('drain', pump);
    }
    response.end();
  };
  pump();
}

const server = createServer((request, response) => {
  const url = request.url ?? '/';
  response.setHeader('Content-Type', 'application/json');
  if (url.startsWith('/watch')) {
    response.flushHeaders();
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
    return;
  }
  if (url.startsWith('/stream')) return stream(response, Number(/bytes=(\d+)/.exec(url)?.[1] ?? 0));
  request.resume();
  const body = bodyOf(Number(/bytes=(\d+)/.exec(url)?.[1] ?? 2));
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
