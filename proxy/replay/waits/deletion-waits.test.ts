import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { EventLine, RequestLine, ResponseLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { USUAL_LIMITS } from '../server/limits.ts';
import { DeletionWaits } from './deletion-waits.ts';

const NAMESPACE = '/api/v1/namespaces/n';

function recorded(method: string, status: number, target = NAMESPACE, items?: readonly unknown[]): LoggedExchange {
  const request = { method, target } as RequestLine;
  const body = items === undefined ? {} : { body: { json: { kind: 'NamespaceList', items } } };
  return {
    request,
    response: { status } as ResponseLine,
    events: [] as readonly EventLine[],
    ...body,
  } as LoggedExchange;
}

/** Short, for waits in vain. */
const SHORT_MS = 1000;

const BY_NAME = '/api/v1/namespaces?fieldSelector=metadata.name%3Dn&limit=500';

/**
 * The number of reads that a server with these statuses of the namespace, one after the other, gets before each of
 * these requests.
 */
function reads(statuses: readonly number[], ...exchanges: readonly LoggedExchange[]): Promise<number[]> {
  return readsWithin(USUAL_LIMITS.timeoutMs, statuses, exchanges);
}

/** The same, with that many milliseconds for a wait. */
async function readsWithin(
  timeoutMs: number,
  statuses: readonly number[],
  exchanges: readonly LoggedExchange[],
): Promise<number[]> {
  let read = 0;
  const server = createServer((_, response) => {
    const status = statuses[Math.min(read, statuses.length - 1)] ?? 404;
    read += 1;
    const terminating = { kind: 'Namespace', metadata: { name: 'n', deletionTimestamp: '2017-08-01T00:00:00Z' } };
    response.writeHead(status).end(JSON.stringify(status === 200 ? terminating : { kind: 'Status' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const waits = new DeletionWaits({ upstream: { url }, limits: { ...USUAL_LIMITS, timeoutMs } });
  const seen: number[] = [];
  try {
    for (const exchange of exchanges) {
      const before = read;
      await waits.before(exchange, exchange.request.target);
      await waits.beforeLeaving(exchange);
      seen.push(read - before);
    }
  } finally {
    server.close();
  }
  return seen;
}

describe('a read of an object that the recording shows to be gone', () => {
  it('waits while the server is deleting the object', async () => {
    expect(await reads([200, 200, 404], recorded('DELETE', 200), recorded('GET', 404))).toEqual([0, 3]);
  });

  it('waits if the read is a list by the name of the object', async () => {
    const [deletion, empty] = [recorded('DELETE', 200), recorded('GET', 200, BY_NAME, [])];
    expect(await reads([200, 200, 404], deletion, empty)).toEqual([0, 3]);
    expect(await reads([200], deletion, recorded('GET', 200, BY_NAME, [{}]))).toEqual([0, 0]);
    expect(await reads([200], deletion, recorded('GET', 200, '/api/v1/namespaces', []))).toEqual([0, 0]);
  });

  it('waits if the client leaves a watch that told the removal of the object', async () => {
    const watching = (target: string, type: string): LoggedExchange => {
      const event = { body: { json: { type, object: {} } } } as EventLine;
      return { ...recorded('GET', 200, target), id: 1, events: [event] };
    };
    const deletion = recorded('DELETE', 200);
    const watched = (target: string, type: string): Promise<number[]> =>
      reads([200, 200, 404], deletion, watching(target, type));
    expect(await watched(`${BY_NAME}&watch=true`, 'DELETED')).toEqual([0, 3]);
    expect(await watched('/api/v1/watch/namespaces/n', 'DELETED')).toEqual([0, 3]);
    expect(await watched(`${BY_NAME}&watch=true`, 'MODIFIED')).toEqual([0, 0]);
    expect(await watched('/api/v1/namespaces?watch=true', 'DELETED')).toEqual([0, 0]);
  });

  it('waits for a while only, and less each time', async () => {
    const exchanges = [recorded('DELETE', 200), recorded('GET', 404), recorded('GET', 404)];
    const [, first = 0, second = 0] = await readsWithin(SHORT_MS, [200], exchanges);
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(0);
  });

  it('does not wait if the recording shows the object, or did not delete it', async () => {
    expect(await reads([200], recorded('DELETE', 200), recorded('GET', 200))).toEqual([0, 0]);
    expect(await reads([200], recorded('GET', 404))).toEqual([0]);
  });
});
