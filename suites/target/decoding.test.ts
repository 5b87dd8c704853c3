import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import { ExchangeRecorder, ObservationOrder } from './recorder.ts';
import type { Target } from './target.ts';

const OBJECT = { kind: 'Pod', metadata: { name: 'a', annotations: { long: 'x'.repeat(100_000) } } };
const TEXT = JSON.stringify(OBJECT);
const JSON_HEADER = { 'content-type': 'application/json' } as const;

let close: () => Promise<unknown> = async () => undefined;

afterEach(() => close());

/** A server that responds so, and a target that points at it. */
async function serving(respond: (response: ServerResponse) => void): Promise<Target> {
  const server = createServer((_, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 60_000 });
  close = async () => {
    await target.close();
    server.closeAllConnections();
    server.close();
  };
  return target;
}

const recorder = (): ExchangeRecorder =>
  new ExchangeRecorder({ run: 'p1', rule: 'get/x', case: 'p1-1' }, new ObservationOrder());

describe('a response with a content coding', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ])('%s is read as what was coded, in a success and in an error', async (coding, bytes) => {
    let status = 200;
    const target = await serving((response) =>
      response.writeHead(status, { ...JSON_HEADER, 'content-encoding': coding }).end(bytes),
    );
    for (status of [200, 404]) {
      const response = await target.request({ method: 'GET', target: '/api/v1/pods/a' }, recorder());
      expect([response.status, response.failure, response.body?.value]).toEqual([status, undefined, OBJECT]);
    }
  });

  it.each([
    ['is not of that coding', 'gzip', Buffer.from(TEXT)],
    ['has a coding that nobody asked for', 'snappy', Buffer.from(TEXT)],
    ['lacks its last bytes', 'gzip', gzipSync(TEXT).subarray(0, -6)],
  ])('that %s is an incomplete response, with the bytes as evidence', async (_, coding, bytes) => {
    const target = await serving((response) =>
      response.writeHead(200, { ...JSON_HEADER, 'content-encoding': coding }).end(bytes),
    );
    const record = recorder();
    const response = await target.request({ method: 'GET', target: '/api/v1/pods/a' }, record);
    expect(response.failure).toBe(`Content-Encoding says ${coding}, and the body cannot be decoded`);
    expect(record.lines.map(({ kind }) => kind)).toEqual(['request', 'response', 'body', 'end']);
  });

  it.each(['gzip', 'identity'])('%s without a body is complete', async (coding) => {
    const target = await serving((response) => response.writeHead(404, { 'content-encoding': coding }).end());
    const response = await target.request({ method: 'GET', target: '/api/v1/pods/a' }, recorder());
    expect([response.status, response.failure]).toEqual([404, undefined]);
  });

  it('that is malformed after its beginning is an incomplete response', async () => {
    const bytes = gzipSync(Buffer.concat([Buffer.from(TEXT), Buffer.from(TEXT)]), { level: 0 });
    bytes.fill(0xff, 70_000, 70_400);
    const target = await serving((response) =>
      response.writeHead(200, { ...JSON_HEADER, 'content-encoding': 'gzip' }).end(bytes),
    );
    const record = recorder();
    const response = await target.request({ method: 'GET', target: '/api/v1/pods/a' }, record);
    expect(response.failure).toMatch(/cannot be decoded/);
    expect(record.lines.at(-1)).toMatchObject({ kind: 'end', reason: 'server-abort' });
  });

  it('that is cut is an incomplete response', async () => {
    const bytes = gzipSync(TEXT, { level: 0 });
    const target = await serving((response) => {
      response.writeHead(200, { ...JSON_HEADER, 'content-encoding': 'gzip', 'content-length': bytes.length });
      response.write(bytes.subarray(0, 50_000), () => response.destroy());
    });
    const record = recorder();
    const response = await target.request({ method: 'GET', target: '/api/v1/pods/a' }, record);
    expect(record.lines.at(-1)).toMatchObject({ kind: 'end', reason: 'server-abort' });
    expect(TEXT.startsWith(response.body?.text ?? '')).toBe(true);
    expect(response.body?.text.length).toBeGreaterThan(10_000);
  });

  it('that is a watch keeps the events before the connection is lost', async () => {
    const coded = createGzip({ flush: constants.Z_SYNC_FLUSH });
    const target = await serving((response) => {
      response.writeHead(200, { ...JSON_HEADER, 'content-encoding': 'gzip' });
      coded.on('data', (bytes: Buffer) => response.write(bytes, () => response.destroy()));
      coded.write('{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n');
    });
    const watch = await target.stream({ method: 'GET', target: '/api/v1/pods?watch=true' }, recorder());
    expect(await watch.waitFor(({ ended }) => ended, 60_000)).toBe(true);
    expect(watch.events).toHaveLength(1);
  });

  it('that is a watch is read event by event, as they are flushed', async () => {
    const coded = createGzip({ flush: constants.Z_SYNC_FLUSH });
    const target = await serving((response) => {
      response.writeHead(200, { ...JSON_HEADER, 'content-encoding': 'gzip' });
      coded.pipe(response);
    });
    const watch = await target.stream({ method: 'GET', target: '/api/v1/pods?watch=true' }, recorder());
    for (let count = 1; count <= 3; count += 1) {
      coded.write(`{"type":"ADDED","object":{"metadata":{"name":"a${count}"}}}\n`);
      expect(await watch.waitFor(({ events }) => events.length === count, 60_000)).toBe(true);
    }
    coded.end();
    expect(await watch.waitFor(({ ended }) => ended, 60_000)).toBe(true);
  });
});
