import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pause } from '../ways.ts';
import type { HostileTarget } from './hostile-target.ts';
import { accepting, handling, bending } from './serve.ts';

const GIB = 1024 ** 3;
const CHUNK = Buffer.alloc(64 * 1024, 'a');
const DRIP_MS = 1000;

/**
 * Servers whose responses are too long, too slow, or endless. They are written as fast as the client reads, never
 * held in memory.
 */
export const ENDLESS: readonly HostileTarget[] = [
  {
    name: 'body-of-4-gib',
    summary: 'Returns 200 and a ConfigMapList of 4 GiB to every request',
    startAlone: handling(streaming(() => listOf(4 * GIB), { 'content-length': 4 * GIB })),
  },
  {
    name: 'body-drips',
    summary: 'Returns 200 and a body that grows by one byte a second and never ends to every request',
    startAlone: handling(streaming(drips, {})),
  },
  {
    name: 'header-never-ends',
    summary: 'Sends a header that never ends to every request',
    startAlone: accepting(sendEndlessHeader),
  },
  {
    name: 'watch-line-never-ends',
    summary: 'Sends each watch one event that never ends, without a newline; all else is right',
    startInFront: bending(() => ({
      stream: (request) =>
        request.call?.watching === true ? endless('{"type":"ADDED","object":{"metadata":{"name":"') : undefined,
    })),
  },
];

function streaming(
  bytes: () => Iterable<Buffer> | AsyncIterable<Buffer>,
  headers: Readonly<Record<string, number>>,
): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    pipeline(Readable.from(bytes()), response).catch(() => response.destroy());
  };
}

/** A JSON list without items, as long as requested. */
function* listOf(bytes: number): Iterable<Buffer> {
  const head = Buffer.from(
    '{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[],"padding":"',
  );
  const tail = Buffer.from('"}');
  yield head;
  for (let left = bytes - head.length - tail.length; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
  yield tail;
}

async function* drips(): AsyncIterable<Buffer> {
  yield Buffer.from('{');
  for (;;) {
    await pause(DRIP_MS);
    yield Buffer.from(' ');
  }
}

function* endless(start: string): Iterable<Buffer> {
  yield Buffer.from(start);
  for (;;) yield CHUNK;
}

function sendEndlessHeader(socket: Socket): void {
  socket.resume().once('data', () => {
    pipeline(Readable.from(endless('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Endless: ')), socket).catch(
      () => socket.destroy(),
    );
  });
}
