import * as fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { type Recording, recordTraffic } from '../record/record-traffic.ts';
import { RawClient } from './raw-client.ts';
import { head, rawServer, type RawServer } from './raw-peers.fixture.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const REQUEST =
  'PUT /api/x?a=b HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2]\r\n0\r\n\r\n';
const RESPONSE =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{}\n\r\n0\r\nX-Sum: 1\r\n\r\n';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-malformed-'));
const out = join(folder, 'log.jsonl');
let response = OK;
let upstream: RawServer;
let recording: Recording;
let port = 0;

beforeAll(async () => {
  upstream = await rawServer((socket) => void socket.end(response, 'latin1'));
  const fail = (error: unknown): void => expect.unreachable(String(error));
  recording = await recordTraffic({
    upstream: { url: new URL(`http://127.0.0.1:${upstream.port}`) },
    host: '127.0.0.1',
    port: 0,
    out,
    redact: true,
    onUnreachable: () => undefined,
    onLogFailed: fail,
  });
  port = Number(new URL(recording.url).port);
});

afterAll(async () => {
  await recording.close();
  await upstream[Symbol.asyncDispose]();
  const text = readFileSync(out, 'utf8');
  const { lines, torn } = await readExchangeLog(out);
  rmSync(folder, { recursive: true, force: true });
  expect(torn).toBeUndefined();
  expect(text.endsWith('}\n')).toBe(true);
  const ended = new Set(lines.filter(({ kind }) => kind === 'end').map(({ exchange }) => exchange));
  expect(lines.filter(({ kind }) => kind === 'request').every(({ exchange }) => ended.has(exchange))).toBe(true);
});

/** The response to these bytes alone, until the connection ends. */
async function heardOf(bytes: string): Promise<string> {
  using client = new RawClient(port);
  client.send(bytes);
  client.socket.end();
  return await client.heard(() => false);
}

/** A message with bytes changed, left out, doubled, or cut off: similar enough to HTTP to be partly parsed. */
const broken = (message: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat(message.length),
        fc.nat(6),
        fc.constantFrom(
          '',
          '\r',
          '\n',
          '\r\n',
          '\0',
          ' ',
          ':',
          'ÿ',
          '0',
          '-1',
          'ffffffffffffffff',
          'Content-Length: 3\r\n',
          '\r\n\r\n',
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((edits) =>
      edits.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), message),
    );

describe('bytes that are not HTTP', () => {
  it.each([
    ['no request line', 'hello\r\n\r\n'],
    ['a line that is not a header', 'GET / HTTP/1.1\r\nnonsense\r\n\r\n'],
    ['a folded field', 'GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n'],
    ['line ends without a carriage return', 'GET / HTTP/1.1\nHost: a\r\n\r\n'],
    ['two lengths', 'PUT / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length and chunks', 'PUT / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a coding that ends nowhere', 'PUT / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n'],
    ['a chunk without a size', 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ])('from a client, %s, get a 400 that names the mistake', async (_, bytes) => {
    response = '';
    expect(await heardOf(bytes)).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n.*Connection: close.*"message":"the proxy cannot read the request: /s,
    );
  });

  it('from a client, a head without an end, get a 431', async () => {
    expect(await heardOf(`GET / HTTP/1.1\r\nX: ${'a'.repeat(300_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['no status line', 'hello\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['nothing', ''],
  ])('from an upstream, %s, get a 502', async (_, bytes) => {
    response = bytes;
    using client = new RawClient(port);
    client.send(head('GET /', port));
    expect(await client.heard((text) => text.endsWith('}'))).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n.*cannot reach the upstream/s,
    );
  });

  it('never crash the proxy, nor leave an exchange open, from either side', async () => {
    await fc.assert(
      fc.asyncProperty(broken(REQUEST), broken(RESPONSE), async (request, answered) => {
        response = answered;
        await heardOf(request);
        response = OK;
        using client = new RawClient(port);
        client.send(head('GET /after', port, 'Connection: close'));
        expect(await client.heard((text) => text.endsWith('ok'))).toBe(OK);
      }),
      { numRuns: 150 },
    );
  });
});
