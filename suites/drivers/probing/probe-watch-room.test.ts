import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connect } from '../../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import { probeWatchRoom } from './probe-watch-room.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The finding of the probe for a server that answers watches beside so many open ones with that status. */
async function roomOf(most: number, status = 429): Promise<number | undefined> {
  let open = 0;
  const server = createServer((_, response) => {
    if (open >= most) return void response.writeHead(status, { 'retry-after': '1' }).end();
    open += 1;
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
  expect(await roomOf(8, status)).toBe(8);
});

it('finds no limit of a target that keeps every watch, turns away every watch, or refuses them otherwise', async () => {
  expect(await roomOf(1_000)).toBeUndefined();
  expect(await roomOf(0)).toBeUndefined();
  expect(await roomOf(8, 404)).toBeUndefined();
});
