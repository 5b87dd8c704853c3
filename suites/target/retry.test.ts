import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { connect } from './connect.ts';
import { ExchangeRecorder, ObservationOrder } from './recorder.ts';
import { pauseBeforeAgain } from './retry.ts';
import type { Target } from './target.ts';

const closers: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server that sends those responses first, then 200; and the methods that it received. */
async function busyServer(
  ...refusals: readonly (readonly [status: number, headers: OutgoingHttpHeaders])[]
): Promise<{ target: Target; got: string[] }> {
  const got: string[] = [];
  const server = createServer((request, response) => {
    const [status, headers] = refusals[got.length] ?? [200, {}];
    got.push(request.method ?? '');
    response.writeHead(status, headers).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 5_000 });
  closers.push(
    () => void server.close(),
    () => target.close(),
  );
  return { target, got };
}

async function answerTo(method: string, target: Target): Promise<number | undefined> {
  const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
  return (
    await target.request({ method, target: '/api/v1/pods', ...(method === 'GET' ? {} : { body: '{}' }) }, recorder)
  ).status;
}

const SOON = { 'Retry-After': '0' };

describe('a busy target', () => {
  it.each(['GET', 'POST'])('gets a %s again that it did not execute', async (method) => {
    const { target, got } = await busyServer([429, SOON], [429, SOON]);
    expect(await answerTo(method, target)).toBe(200);
    expect(got).toEqual([method, method, method]);
  });

  it('gets a read again that it may serve later', async () => {
    const { target, got } = await busyServer([503, SOON]);
    expect(await answerTo('GET', target)).toBe(200);
    expect(got).toHaveLength(2);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('never gets a %s again that it may have executed', async (method) => {
    const { target, got } = await busyServer([503, SOON]);
    expect(await answerTo(method, target)).toBe(503);
    expect(got).toEqual([method]);
  });

  it('gets no read again without Retry-After', async () => {
    const { target, got } = await busyServer([503, {}]);
    expect(await answerTo('GET', target)).toBe(503);
    expect(got).toHaveLength(1);
  });

  it('gets a request only a few times', async () => {
    const { target, got } = await busyServer(...Array.from({ length: 50 }, () => [429, SOON] as const));
    expect(await answerTo('GET', target)).toBe(429);
    expect(got).toHaveLength(6);
  });
});

describe('the wait that a response asks for', () => {
  function waitFor(...headers: (readonly [string, string])[]): number | undefined {
    const lines: HappeningLine[] = [{ kind: 'response', n: 1, t: 1, exchange: 7, status: 429, headers }];
    return pauseBeforeAgain('PUT', 7, lines, 10_000);
  }

  it('is given in seconds, and a second by default', () => {
    expect(waitFor(['retry-after', '3'])).toBe(3_000);
    expect(waitFor()).toBe(1_000);
    expect(waitFor(['Retry-After', 'soon'])).toBe(1_000);
  });

  it('is never longer than the response timeout', () => {
    expect(waitFor(['Retry-After', '3600'])).toBe(10_000);
    expect(waitFor(['Retry-After', new Date(Date.now() + 3_600_000).toUTCString()])).toBe(10_000);
  });

  it('is none if the given date has passed', () => {
    expect(waitFor(['Retry-After', 'Wed, 21 Oct 2015 07:28:00 GMT'])).toBe(0);
  });
});
