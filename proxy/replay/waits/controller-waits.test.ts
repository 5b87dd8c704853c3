import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { USUAL_LIMITS } from '../server/limits.ts';
import { ControllerWaits } from './controller-waits.ts';

const PODS = '/api/v1/namespaces/n/pods';
const OWNED = { metadata: { uid: 'u1', ownerReferences: [{ uid: 'u0', controller: true }] } };
const OF_A_CLIENT = { metadata: { uid: 'u2' } };

/**
 * The number of reads that a server gets before a list, recorded with some items, when it shows others at each read:
 * with that many milliseconds for a wait.
 */
async function reads(
  recorded: readonly object[],
  shown: readonly object[][],
  { path = PODS, timeoutMs = USUAL_LIMITS.timeoutMs } = {},
): Promise<number> {
  let read = 0;
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ items: shown[Math.min(read, shown.length - 1)] }));
    read += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const waits = new ControllerWaits({ upstream: { url }, limits: { ...USUAL_LIMITS, timeoutMs } });
  const exchange = { request: { method: 'GET', target: path }, body: { json: { items: recorded } } };
  try {
    await waits.before(exchange as unknown as LoggedExchange, path);
    return read;
  } finally {
    server.close();
  }
}

describe('a list that the recording shows with objects of controllers', () => {
  it('waits until the controllers of the server have made one', async () => {
    expect(await reads([OWNED, OWNED], [[], [OF_A_CLIENT], [OWNED]])).toBe(3);
    expect(await reads([OF_A_CLIENT], [[], [OF_A_CLIENT]], { path: '/api/v1/endpoints' })).toBe(2);
  });

  it('waits for a while only', async () => {
    expect(await reads([OWNED], [[]], { timeoutMs: 300 })).toBeGreaterThan(1);
  });

  it('does not wait if clients made all objects', async () => {
    expect(await reads([OF_A_CLIENT], [[]])).toBe(0);
  });
});
