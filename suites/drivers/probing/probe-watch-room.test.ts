import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connect } from '../../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import { probeWatchRoom, type WatchRoom } from './probe-watch-room.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/**
 * The finding of the probe for a server that answers requests beside so many watches with that status, for some time, or
 * later.
 */
async function roomOf(most: number, status?: number, forMs = Infinity): Promise<WatchRoom | undefined> {
  let open = 0;
  const began = performance.now();
  const server = createServer(function serve(request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    if (open >= most && status === undefined) return void setTimeout(serve, 20, request, response);
    if (request.url?.includes('watch') !== true) return void response.end('{}');
    const isLimited = open >= most && performance.now() - began < forMs;
    if (status !== undefined && isLimited) return void response.writeHead(status, { 'retry-after': '1' }).end();
    open += 1;
    response.on('close', () => (open -= 1));
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 5_000 });
  closers.push(
    () => target.close(),
    () => server.close().closeAllConnections(),
  );
  const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
  const slot = { ns1: 'a', ns11: 'a1', ns2: 'b' };
  return probeWatchRoom({ target, recorder, run: 'p1', slot, timeoutMs: 5_000 }, 'configmaps');
}

it.each([429, 503])('counts the watches that a target leaves open before it returns %d', async (status) => {
  expect(await roomOf(8, status)).toEqual({ watches: 8 });
});

it('finds no limit of a target that keeps every watch, turns away every watch, or refuses them otherwise', async () => {
  expect(await roomOf(1_000, 429)).toBeUndefined();
  expect(await roomOf(0, 429)).toBeUndefined();
  expect(await roomOf(8, 404)).toBeUndefined();
});

it('counts the connections of a target whose watches leave none for other requests', async () => {
  expect(await roomOf(4)).toEqual({ watches: 2, connections: 4 });
});

it('finds no limit of a target that turns watches away for a moment', async () => {
  expect(await roomOf(8, 429, 1_000)).toBeUndefined();
});
