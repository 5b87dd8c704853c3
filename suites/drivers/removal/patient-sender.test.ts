import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connect } from '../../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import { PatientSender } from './patient-sender.ts';
import { outcome, send } from './removal.ts';

const PODS = '/api/v1/namespaces/a/pods';
const TIMEOUT_MS = 200;

const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());

/** A server that responds to only some requests, and the requests that it received. */
async function serverThat(
  responds: (method: string) => boolean,
): Promise<{ readonly url: string; readonly seen: string[] } & AsyncDisposable> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (responds(request.method ?? '')) response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

describe('a patient sender', () => {
  it('stops sending an operation that gets no response, and continues with others', async () => {
    await using server = await serverThat((method) => method !== 'DELETE');
    const target = connect({ url: server.url, timeoutMs: TIMEOUT_MS });
    const sender = new PatientSender(target);
    const deletes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(sender, recorder(), 'DELETE', `${PODS}/${index}`)),
    );
    const sent = target.requests;
    expect(sent).toBeLessThan(deletes.length / 4);
    expect(deletes.slice(0, 1).map(outcome)).toEqual([expect.stringMatching(/^got no response/)]);
    expect(deletes.slice(sent).map(outcome)).toEqual(
      Array.from(
        { length: deletes.length - sent },
        () => 'was not sent: the server does not respond to DELETE of pods',
      ),
    );
    expect((await send(sender, recorder(), 'GET', PODS)).status).toBe(200);
    await target.close();
  });

  it('repeats a request whose connection ended without a response', async () => {
    let received = 0;
    const server = createServer((request, response) => {
      received += 1;
      if (received === 1) request.socket.destroy();
      else response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const target = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 60_000 });
    expect((await send(new PatientSender(target), recorder(), 'DELETE', `${PODS}/a`)).status).toBe(200);
    await target.close();
    await new Promise((done) => server.close(done));
  });

  it('stops sending to a server that never responds', async () => {
    const target = connect({ url: 'http://127.0.0.1:1', timeoutMs: TIMEOUT_MS });
    const sender = new PatientSender(target);
    for (const kind of ['secrets', 'services', 'configmaps', 'events', 'pods'])
      await send(sender, recorder(), 'GET', `/api/v1/namespaces/a/${kind}`);
    expect(target.requests).toBe(3);
    expect(outcome(await send(sender, recorder(), 'GET', PODS))).toBe(
      'was not sent: the server has stopped responding',
    );
    await target.close();
  });

  it('waits for nothing once it has been stopped', async () => {
    await using server = await serverThat(() => false);
    const target = connect({ url: server.url, timeoutMs: 60_000 });
    const end = new AbortController();
    const sending = send(new PatientSender(target, end.signal), recorder(), 'DELETE', `${PODS}/a`);
    await expect.poll(() => server.seen.length).toBe(1);
    end.abort();
    expect(outcome(await sending)).toBe('got no response (no response before the time for clearing was up)');
    await target.close();
  });
});
