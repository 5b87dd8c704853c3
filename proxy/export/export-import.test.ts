import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GapLine,
  type HappeningLine,
  loggedBody,
  type LogHeader,
} from '../../shared/exchange-log/exchange-log.ts';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { openIndexedLog } from '../log/indexed-log.ts';
import { writeNewLog } from '../log/write-new-log.ts';
import { writeWhole } from '../log/write-whole.ts';
import { serveRecording } from '../serve/serve-recording.ts';
import { curlScript } from './curl-script.ts';
import { harText } from './export-har.ts';
import { harFault } from './har-shape.ts';
import { importHar } from './import-har.ts';

const RECORDINGS = ['fixtures/traffic/client-node.jsonl', 'fixtures/traffic/kubectl.jsonl'];
const HEADER: LogHeader = {
  kind: 'header',
  format: 1,
  tool: 'test',
  startedAt: '2026-01-01T00:00:00.000Z',
  upstream: 'http://127.0.0.1:8001/',
  namespaces: { scratch: 'default' },
};

let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-har-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function fresh(ending: string): string {
  made += 1;
  return join(folder, `${made}.${ending}`);
}

async function exported(recording: string): Promise<string> {
  const path = fresh('har');
  const log = await openIndexedLog(recording);
  await writeWhole(path, harText(log));
  log.close();
  return path;
}

async function scripted(recording: string): Promise<string> {
  const path = fresh('sh');
  const log = await openIndexedLog(recording);
  await writeWhole(path, curlScript(log));
  log.close();
  return path;
}

/** A log with difficult content: bytes that are no text, quotes, header bytes beyond ASCII, a missing end. */
function oddLines(body: Buffer): HappeningLine[] {
  return [
    {
      kind: 'request',
      n: 1,
      t: 0.5,
      exchange: 1,
      connection: 1,
      method: 'POST',
      target: "/api/v1/it's/$(reboot)/`x`?a=b'c&d=%20\\",
      headers: [
        ['X-Empty', ''],
        ['X-Quote', `'"$HOME\\ \u00e9`],
        ['Cookie', 'a=1; b'],
      ],
      body: loggedBody(body),
      trailers: [['X-Sum', '1']],
    },
    {
      kind: 'response',
      n: 2,
      t: 1,
      exchange: 1,
      status: 201,
      headers: [['Content-Type', 'application/octet-stream']],
      interim: [{ status: 103, headers: [['Link', '</a>']] }],
    },
    { kind: 'body', n: 3, t: 2, exchange: 1, body: loggedBody(Buffer.from([0, 1, 255])) },
    {
      kind: 'end',
      n: 4,
      t: 2,
      exchange: 1,
      reason: 'server-abort',
      detail: 'cut',
      trailers: [['X-End', '2']],
      tunnel: { sent: 1, received: 2 },
    },
    { kind: 'request', n: 5, t: 3, exchange: 2, method: 'GET', target: '/left/open', headers: [] },
  ];
}

async function written(lines: readonly (HappeningLine | GapLine)[]): Promise<string> {
  const path = fresh('jsonl');
  await writeNewLog(path, HEADER, lines);
  return path;
}

describe('HAR', () => {
  it('is imported as it was exported, whatever the recording holds', async () => {
    for (const path of RECORDINGS) {
      const log = await readExchangeLog(path);
      const { header, lines } = await importHar(await exported(path));
      expect(header).toEqual(log.header);
      expect(lines).toEqual(log.lines);
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const lines = oddLines(Buffer.from(bytes));
        expect((await importHar(await exported(await written(lines)))).lines).toEqual(lines);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps bodies that are written in pieces, wherever a piece ends', async () => {
    for (const body of [
      Buffer.from(`x${'\u00e9\u{1f600}"'.repeat(300_000)}`),
      Buffer.alloc(2_500_001, Buffer.from([255, 0, 1, 7, 9])),
    ]) {
      const lines = oddLines(body).map((line) => (line.kind === 'body' ? { ...line, body: loggedBody(body) } : line));
      expect((await importHar(await exported(await written(lines)))).lines).toEqual(lines);
    }
  });

  it('keeps the gaps of the recording in both directions', async () => {
    const gap: GapLine = { kind: 'gap', n: 3, t: 2, lost: '4 lines', reason: 'ENOSPC: no space left on device, write' };
    const [request] = oddLines(Buffer.from('x'));
    const path = await written([...(request === undefined ? [] : [request]), gap]);
    expect((await importHar(await exported(path))).gaps).toEqual([gap]);
  });

  it('is valid HAR, with each watch event and its time beside the stream', async () => {
    const har = JSON.parse(await readFile(await exported(RECORDINGS[0] ?? ''), 'utf8')) as {
      log: { entries: { _events?: { t: number; text: string }[]; response: { content: { text: string } } }[] };
    };
    const filled = structuredClone(har);
    expect(harFault(filled)).toBeUndefined();
    expect(filled).toEqual(har);
    const [watch] = har.log.entries;
    expect(watch?._events).toHaveLength(6);
    expect(watch?._events?.map(({ text }) => text).join('')).toBe(watch?.response.content.text);
  });

  it('of another tool becomes a log in the order of its times, which can be served', async () => {
    const entry = (at: number, url: string, text: string): object => ({
      startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, at)).toISOString(),
      time: 5,
      request: {
        method: 'GET',
        url,
        httpVersion: 'h2',
        cookies: [],
        headers: [{ name: ':path', value: '/' }],
        queryString: [],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 200,
        statusText: '',
        httpVersion: 'h2',
        cookies: [],
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { size: text.length, mimeType: 'application/json', text },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: -1, wait: 4, receive: 1 },
    });
    const path = fresh('har');
    const entries = [
      entry(10, 'https://server.example/b?x=1', '{"b":1}'),
      entry(0, 'https://server.example/a', '{"a":1}'),
      entry(
        20,
        'https://server.example/api/v1/pods?watch=true',
        '{"type":"ADDED","object":{}}\n{"type":"DELETED","object":{}}\n',
      ),
    ];
    await writeFile(
      path,
      `\uFEFF${JSON.stringify({ log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries } })}`,
    );
    const out = fresh('jsonl');
    const { header, lines } = await importHar(path);
    await writeNewLog(out, header, lines);
    const log = await readExchangeLog(out);
    expect(log.header).toMatchObject({
      tool: 'browser 1',
      startedAt: '2026-01-01T00:00:00.000Z',
      upstream: 'https://server.example',
    });
    expect(log.lines.map((line) => `${line.exchange} ${line.kind}`)).toEqual([
      '2 request',
      '2 response',
      '2 body',
      '2 end',
      '1 request',
      '1 response',
      '1 body',
      '1 end',
      '3 request',
      '3 response',
      '3 event',
      '3 event',
      '3 end',
    ]);
    const serving = await serveRecording(await openIndexedLog(out), {
      host: '127.0.0.1',
      port: 0,
      mode: 'strict',
      speed: 'instant',
      holdEvents: false,
      onMiss: () => undefined,
    });
    expect([
      await (await fetch(`${serving.url}/a`)).json(),
      await (await fetch(`${serving.url}/b?x=1`)).json(),
    ]).toEqual([{ a: 1 }, { b: 1 }]);
    await serving.close();
  });

  it('of a browser may lack unimportant members, and may have entries that reached no server', async () => {
    const entry = (url: string): object => ({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      request: {
        method: 'GET',
        url,
        headers: [
          { name: ':authority', value: 'server.example' },
          { name: ':path', value: '/' },
        ],
      },
      response: { status: 200, headers: [], content: { text: '{"a":1}' } },
      timings: { wait: null },
    });
    const path = fresh('har');
    await writeFile(
      path,
      JSON.stringify({
        log: {
          entries: [
            entry('data:image/png;base64,AAAA'),
            entry('https://server.example/a'),
            entry('chrome-extension://x/y.js'),
          ],
        },
      }),
    );
    const { lines, leftOut } = await importHar(path);
    expect(leftOut).toBe(2);
    expect(lines).toMatchObject([
      { kind: 'request', target: '/a', headers: [['Host', 'server.example']] },
      { kind: 'response', status: 200, t: 0 },
      { kind: 'body', body: { json: { a: 1 } } },
      { kind: 'end', reason: 'complete' },
    ]);
  });

  it('that is broken is refused in one line that names the place, and leaves nothing behind', async () => {
    const whole = JSON.parse(await readFile(await exported(RECORDINGS[0] ?? ''), 'utf8')) as unknown;
    const path = fresh('har');
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom(-1, 1e308, '__proto__', { __proto__: 1 }, 'http://[', '2026-13-99T99:99:99Z'),
        ),
        async (place, value) => {
          await writeFile(path, JSON.stringify(replacedAt(whole, place, value)));
          const unclear = await importHar(path).then(
            () => undefined,
            (error: NodeJS.ErrnoException) =>
              error.code === 'ERR_HAR' && !error.message.includes('\n') ? undefined : error,
          );
          expect(unclear).toBeUndefined();
        },
      ),
      { numRuns: 150 },
    );
    for (const text of [
      '',
      '[',
      'null',
      '{"log":null}',
      '{"log":{"version":"1.2","creator":{"name":"a","version":"b"},"entries":[{}]}}',
      '['.repeat(100_000),
    ]) {
      await writeFile(path, text);
      await expect(importHar(path)).rejects.toMatchObject({
        code: 'ERR_HAR',
        message: expect.stringContaining(path) as unknown,
      });
    }
  });
});

/** A copy with another value in one of its places, in depth-first order. */
function replacedAt(value: unknown, place: number, other: unknown): unknown {
  const places: { readonly of: Record<string, unknown>; readonly member: string }[] = [];
  const copy = structuredClone(value);
  const visit = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const member of Object.keys(inner)) {
      places.push({ of: inner as Record<string, unknown>, member });
      visit((inner as Record<string, unknown>)[member]);
    }
  };
  visit(copy);
  const chosen = places[place % places.length];
  if (chosen !== undefined) chosen.of[chosen.member] = other;
  return copy;
}

const hasCurl = spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;

describe.runIf(hasCurl)('the curl script', () => {
  it('sends every request of a recording unchanged to a server of that recording', async () => {
    for (const path of RECORDINGS) {
      const serving = await serveRecording(await openIndexedLog(path), {
        host: '127.0.0.1',
        port: 0,
        mode: 'matching',
        speed: 'instant',
        holdEvents: false,
        onMiss: () => undefined,
      });
      const script = await scripted(path);
      const { code } = await shell(script, serving.url);
      const { missed, unused } = serving.usage();
      await serving.close();
      expect({ code, missed, unused }).toEqual({ code: 0, missed: [], unused: [] });
    }
  });

  it('protects every byte of a body, a path or a header from the shell', async () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const body of [
      everyByte,
      Buffer.concat(Array.from({ length: 600 }, () => everyByte)),
      Buffer.from('\u00e9'.repeat(50_000) + 'x'),
      Buffer.from(`it's "quoted" $(reboot) \`x\` \\n %s\n`),
    ]) {
      const response = await written(
        oddLines(body)
          .map((line) => (line.kind === 'end' ? ({ ...line, reason: 'complete' } as const) : line))
          .filter(({ exchange }) => exchange === 1),
      );
      const missed: string[] = [];
      const serving = await serveRecording(await openIndexedLog(response), {
        host: '127.0.0.1',
        port: 0,
        mode: 'strict',
        speed: 'instant',
        holdEvents: false,
        onMiss: (line) => missed.push(line),
      });
      const script = await scripted(response);
      await shell(script, serving.url);
      expect({ missed, unused: serving.usage().unused }).toEqual({ missed: [], unused: [] });
      await serving.close();
    }
  });

  it('sends a body in chunks if the recorded client did', async () => {
    const codings: unknown[] = [];
    const server = createServer((request, response) => {
      codings.push(request.headers['transfer-encoding']);
      request.resume().on('end', () => response.end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const [request] = oddLines(Buffer.from('{}'));
    if (request?.kind !== 'request') throw new Error('the first line is no request');
    const recording = await written([
      request,
      { ...request, n: 2, exchange: 2, headers: [...request.headers, ['transfer-encoding', 'Chunked']] },
    ]);
    await shell(await scripted(recording), `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    expect(codings).toEqual([undefined, 'Chunked']);
  });
});

async function shell(script: string, server: string): Promise<{ readonly code: unknown }> {
  const child = spawn('sh', [script, server], { stdio: ['ignore', 'ignore', 'ignore'] });
  const [code] = (await once(child, 'close')) as [unknown];
  return { code };
}
