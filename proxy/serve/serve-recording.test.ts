import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HappeningLine, HeaderPair, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { entryOf, envelopeOf, messageOf } from '../../shared/protobuf/protobuf-messages.fixture.ts';
import { type ServeMode, type ServeOptions, serveRecording, type RecordingServer } from './serve-recording.ts';
import { openIndexedLog } from '../log/indexed-log.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Recorded {
  readonly method?: string;
  readonly target: string;
  readonly sent?: LoggedBody;
  readonly status?: number;
  readonly headers?: readonly HeaderPair[];
  readonly accept?: string;
  readonly body?: LoggedBody;
  readonly events?: readonly unknown[];
  readonly trailers?: readonly HeaderPair[];
  readonly end?: 'complete' | 'client-abort' | 'server-abort' | 'proxy-stop';
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const JSON_TYPE: HeaderPair = ['Content-Type', 'application/json'];
let made = 0;

/** Writes a recording of successive exchanges, ten milliseconds for each line. */
async function recordingOf(exchanges: readonly Recorded[]): Promise<string> {
  made += 1;
  const path = join(folder, `recording-${made}.jsonl`);
  const lines: HappeningLine[] = [];
  const add = (line: Record<string, unknown>): void =>
    void lines.push({ n: lines.length + 1, t: lines.length * 10, ...line } as unknown as HappeningLine);
  for (const [index, each] of exchanges.entries()) {
    const exchange = index + 1;
    add({
      kind: 'request',
      exchange,
      method: each.method ?? 'GET',
      target: each.target,
      headers: each.accept === undefined ? [] : [['Accept', each.accept]],
      ...(each.sent === undefined ? {} : { body: each.sent }),
    });
    if (each.status === 0) {
      add({ kind: 'end', exchange, reason: 'error', detail: 'ECONNREFUSED' });
      continue;
    }
    add({ kind: 'response', exchange, status: each.status ?? 200, headers: each.headers ?? [JSON_TYPE] });
    if (each.body !== undefined) add({ kind: 'body', exchange, body: each.body });
    for (const [at, event] of (each.events ?? []).entries())
      add({ kind: 'event', exchange, index: at, body: { json: event, newline: true } });
    add({
      kind: 'end',
      exchange,
      reason: each.end ?? 'complete',
      ...(each.trailers === undefined ? {} : { trailers: each.trailers }),
    });
  }
  await writeFile(
    path,
    [{ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' }, ...lines]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  return path;
}

async function serving<Result>(
  path: string,
  mode: ServeMode,
  use: (url: string, serving: RecordingServer, said: readonly string[]) => Promise<Result>,
  options: Partial<ServeOptions> = {},
): Promise<Result> {
  const said: string[] = [];
  const running = await serveRecording(await openIndexedLog(path), {
    host: '127.0.0.1',
    port: 0,
    mode,
    speed: 'instant',
    holdEvents: false,
    onMiss: (line) => said.push(line),
    ...options,
  });
  try {
    return await use(running.url, running, said);
  } finally {
    await running.close();
  }
}

async function json(url: string, init?: RequestInit): Promise<unknown> {
  return (await fetch(url, init)).json();
}

function map(name: string, version: string, k = '1'): { readonly [member: string]: unknown } {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: version },
    data: { k },
  };
}

describe('matching by the content of requests', () => {
  it('serves the responses to the same request in turn, and then repeats the last', async () => {
    const path = await recordingOf([
      { target: `${MAPS}/a`, body: { json: map('a', '1') } },
      { target: `${MAPS}/a`, body: { json: map('a', '2') } },
    ]);
    const versions = await serving(path, 'matching', async (url) => {
      const found: unknown[] = [];
      for (let time = 0; time < 3; time += 1)
        found.push(
          ((await json(`${url}${MAPS}/a`)) as { metadata: { resourceVersion: string } }).metadata.resourceVersion,
        );
      return found;
    });
    expect(versions).toEqual(['1', '2', '2']);
  });

  it('treats requests as equal that differ in order, escapes, timeout and the spelling of their body', async () => {
    const path = await recordingOf([
      { target: `${MAPS}?limit=5&labelSelector=a%3Db%2Cc+in+(x,y)&timeoutSeconds=7`, body: { json: { ok: 1 } } },
      {
        method: 'POST',
        target: MAPS,
        sent: { json: { metadata: { name: 'a', labels: { x: '1' } } } },
        status: 201,
        body: { json: { ok: 2 } },
      },
    ]);
    await serving(path, 'matching', async (url) => {
      expect(
        await json(
          `${url}/api/v1/namespaces/%64efault/configmaps/?timeoutSeconds=9&labelSelector=c+in+(x,y),a=b&limit=5`,
        ),
      ).toEqual({ ok: 1 });
      expect(
        await json(`${url}${MAPS}`, {
          method: 'POST',
          headers: { 'content-type': 'application/yaml' },
          body: 'metadata:\n  labels: {x: "1"}\n  name: a\n',
        }),
      ).toEqual({ ok: 2 });
    });
  });

  it('compares bodies in protobuf field by field, with any secret where one was redacted', async () => {
    const secret = (name: string, value: string): Buffer =>
      envelopeOf('v1', 'Secret', messageOf([1, messageOf([1, name])], [2, entryOf('k', value)]));
    const target = '/api/v1/namespaces/default/secrets';
    const recorded = secret('a', 'redacted-0123456789abcdef').toString('base64');
    const path = await recordingOf([
      { method: 'POST', target, sent: { base64: recorded }, status: 201, body: { json: { ok: 1 } } },
    ]);
    await serving(path, 'matching', async (url, _, said) => {
      const post = async (body: Buffer): Promise<number> =>
        (await fetch(url + target, { method: 'POST', body: new Uint8Array(body) })).status;
      expect(await post(secret('a', 'hush'))).toBe(201);
      expect(await post(secret('b', 'hush'))).toBe(501);
      expect(said.join('\n')).toContain('recorded "a", sent "b"');
    });
  });

  it('chooses among responses in several media types by the Accept header', async () => {
    const path = await recordingOf([
      { target: MAPS, accept: 'application/json', body: { json: { form: 'json' } } },
      {
        target: MAPS,
        accept: 'application/yaml',
        headers: [['Content-Type', 'application/yaml']],
        body: { text: 'form: yaml\n' },
      },
    ]);
    await serving(path, 'matching', async (url) => {
      expect(await (await fetch(`${url}${MAPS}`, { headers: { accept: 'application/yaml' } })).text()).toBe(
        'form: yaml\n',
      );
      expect(await json(`${url}${MAPS}`, { headers: { accept: 'application/json' } })).toEqual({ form: 'json' });
    });
  });

  it('responds to unrecorded requests with 501, the nearest exchange and the differences, and counts them', async () => {
    const path = await recordingOf([
      { target: MAPS, body: { json: {} } },
      {
        method: 'POST',
        target: MAPS,
        sent: { json: { metadata: { name: 'a' }, data: { k: '1' } } },
        status: 201,
        body: { json: {} },
      },
    ]);
    await serving(path, 'matching', async (url, { usage }, said) => {
      const response = await fetch(`${url}${MAPS}`, {
        method: 'POST',
        body: '{"metadata":{"name":"a"},"data":{"k":"2","__proto__":"x"}}',
      });
      expect(response.status).toBe(501);
      const why = `nearest is exchange 2, POST ${MAPS}: body at $.data.k: recorded "1", sent "2"; body at $.data.__proto__: recorded nothing, sent "x"`;
      expect(await response.json()).toMatchObject({
        kind: 'Status',
        reason: 'NotRecorded',
        code: 501,
        message: expect.stringContaining(why),
      });
      expect(said).toEqual([expect.stringContaining(why)]);
      expect((await fetch(`${url}${MAPS}?watch=true`)).status).toBe(501);
      expect(said[1]).toContain(`nearest is exchange 1, GET ${MAPS}: query watch: recorded nothing, sent "true"`);
      expect(usage()).toMatchObject({ requests: 2, recorded: 0, missed: said, unused: [{ id: 1 }, { id: 2 }] });
    });
  });

  it('responds to requests that cannot be compared, and continues', async () => {
    const path = await recordingOf([
      { method: 'POST', target: MAPS, sent: { json: { a: 1 } }, body: { json: { ok: 1 } } },
    ]);
    await serving(path, 'matching', async (url) => {
      const deep = '['.repeat(200_000) + ']'.repeat(200_000);
      expect((await fetch(`${url}${MAPS}`, { method: 'POST', body: deep })).status).toBeGreaterThanOrEqual(500);
      expect(
        (await fetch(`${url}${MAPS}?%zz=%`, { method: 'POST', body: '{"__proto__":1,"constructor":2}' })).status,
      ).toBe(501);
      expect(await json(`${url}${MAPS}`, { method: 'POST', body: '{"a":1}' })).toEqual({ ok: 1 });
    });
  });

  it('sends the recorded bytes: status, headers in their case, coded bodies, bytes that are not text, body files', async () => {
    const large = Buffer.alloc(3_000_000, 'large ');
    const path = await recordingOf([
      {
        target: '/gzip',
        headers: [
          ['Content-Type', 'text/plain'],
          ['Content-Encoding', 'gzip'],
          ['Content-Length', '3'],
        ],
        body: { text: 'decoded' },
      },
      {
        target: '/bytes',
        status: 202,
        headers: [
          ['X-Odd-Case', 'a'],
          ['X-Odd-Case', 'b'],
          ['Transfer-Encoding', 'chunked'],
          ['Connection', 'close'],
        ],
        body: { base64: Buffer.from([0, 255, 128]).toString('base64') },
      },
      {
        target: '/large',
        headers: [['Content-Length', String(large.length)]],
        body: { file: `large.bodies/1`, sha256: createHash('sha256').update(large).digest('hex'), bytes: large.length },
      },
      {
        target: '/large-gzip',
        headers: [['Content-Encoding', 'gzip']],
        body: { file: `large.bodies/1`, sha256: createHash('sha256').update(large).digest('hex'), bytes: large.length },
      },
      {
        method: 'POST',
        target: '/sent-large',
        sent: { file: `large.bodies/1`, sha256: createHash('sha256').update(large).digest('hex'), bytes: large.length },
        status: 201,
      },
      { method: 'HEAD', target: '/head', headers: [['Content-Length', '77']] },
    ]);
    await mkdir(join(folder, 'large.bodies'));
    await writeFile(join(folder, 'large.bodies', '1'), large);
    await serving(path, 'matching', async (url) => {
      expect(await (await fetch(`${url}/gzip`)).text()).toBe('decoded');
      const plain = await fetch(`${url}/gzip`, { headers: { 'accept-encoding': 'identity' } });
      expect([plain.headers.get('content-encoding'), plain.headers.get('content-length'), await plain.text()]).toEqual([
        null,
        '7',
        'decoded',
      ]);
      const raw = await rawResponse(`${url}/bytes`);
      expect([
        raw.status,
        raw.headers.filter((_, index) => index % 2 === 0).filter((name) => name === 'X-Odd-Case').length,
        [...raw.body],
      ]).toEqual([202, 2, [0, 255, 128]]);
      expect(Buffer.from(await (await fetch(`${url}/large`)).arrayBuffer()).equals(large)).toBe(true);
      expect((await (await fetch(`${url}/large-gzip`)).arrayBuffer()).byteLength).toBe(large.length);
      expect((await fetch(`${url}/sent-large`, { method: 'POST', body: large })).status).toBe(201);
      expect((await fetch(`${url}/head`, { method: 'HEAD' })).headers.get('content-length')).toBe('77');
    });
  });

  it("returns a client's own secrets if the recording has them redacted", async () => {
    const token = `redacted-${'ab12'.repeat(4)}`;
    const redacted = Buffer.from(token).toString('base64');
    const secret = (k: string): LoggedBody => ({ json: { kind: 'Secret', metadata: { name: 's' }, data: { k } } });
    const path = await recordingOf([
      {
        method: 'POST',
        target: '/api/v1/namespaces/default/secrets',
        sent: { json: { kind: 'Secret', metadata: { name: 's' }, stringData: { k: token } } },
        status: 201,
        body: secret(redacted),
      },
    ]);
    const response = await serving(path, 'matching', (url) =>
      json(`${url}/api/v1/namespaces/default/secrets`, {
        method: 'POST',
        body: JSON.stringify({ kind: 'Secret', metadata: { name: 's' }, stringData: { k: 'hush' } }),
      }),
    );
    expect(response).toMatchObject({ data: { k: Buffer.from('hush').toString('base64') } });
  });
});

/** A response with its headers as sent. */
function rawResponse(url: string): Promise<{
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly trailers: readonly string[];
  readonly body: Buffer;
}> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({
        status: response.statusCode,
        headers: response.rawHeaders,
        trailers: response.rawTrailers,
        body: Buffer.concat(chunks),
      });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

describe('serving watches', () => {
  const events = [
    { type: 'ADDED', object: map('a', '1') },
    { type: 'DELETED', object: map('a', '2') },
  ];

  it('ends them as recorded: properly, by a cut, or not at all', async () => {
    const path = await recordingOf([
      { target: `${MAPS}?watch=true&resourceVersion=1`, events },
      { target: `${MAPS}?watch=true&resourceVersion=2`, events, end: 'server-abort' },
      { target: `${MAPS}?watch=true&resourceVersion=3`, events, end: 'client-abort' },
    ]);
    await serving(path, 'matching', async (url) => {
      const whole = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      expect(await (await fetch(`${url}${MAPS}?watch=true&resourceVersion=1`)).text()).toBe(whole);
      await expect((await fetch(`${url}${MAPS}?watch=true&resourceVersion=2`)).text()).rejects.toThrow('terminated');
      const open = (await fetch(`${url}${MAPS}?watch=true&resourceVersion=3`)).body?.getReader();
      let seen = '';
      while (seen.length < whole.length) seen += Buffer.from((await open?.read())?.value ?? []).toString();
      expect(seen).toBe(whole);
      expect(await Promise.race([open?.read(), Promise.resolve('nothing yet')])).toBe('nothing yet');
      await open?.cancel();
    });
  });

  it('delivers events at their recorded times, not before', async () => {
    const path = await recordingOf([
      { target: `${MAPS}?watch=true`, events },
      { target: '/version', body: { json: {} } },
    ]);
    await serving(
      path,
      'matching',
      async (url) => {
        const watch = (await fetch(`${url}${MAPS}?watch=true`)).body?.getReader();
        const first = watch?.read();
        expect(await Promise.race([first, json(`${url}/version`).then(() => 'not yet')])).toBe('not yet');
        expect(Buffer.from((await first)?.value ?? []).toString()).toContain('"ADDED"');
        await watch?.cancel();
      },
      { speed: 0.01 },
    );
  });

  it('holds an event back until the write that came before it, in recorded order', async () => {
    const path = await recordingOf([{ target: '/none' }]);
    const at = (n: number, exchange: number, line: Record<string, unknown>): string =>
      JSON.stringify({ n, t: n, exchange, ...line });
    const lines = [
      JSON.stringify({ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' }),
      at(1, 1, { kind: 'request', method: 'GET', target: `${MAPS}?watch=true`, headers: [] }),
      at(2, 1, { kind: 'response', status: 200, headers: [JSON_TYPE] }),
      at(3, 2, {
        kind: 'request',
        method: 'POST',
        target: MAPS,
        headers: [],
        body: { json: { metadata: { name: 'a' } } },
      }),
      at(4, 1, { kind: 'event', index: 0, body: { json: events[0], newline: true } }),
      at(5, 2, { kind: 'response', status: 201, headers: [JSON_TYPE] }),
      at(6, 2, { kind: 'end', reason: 'complete' }),
    ];
    await writeFile(path, `${lines.join('\n')}\n{"kind":"event","n":7,"t":`);
    expect((await readExchangeLog(path)).torn).toContain('the last line is cut');
    await serving(path, 'strict', async (url) => {
      const watch = (await fetch(`${url}${MAPS}?watch=true`)).body?.getReader();
      const first = watch?.read();
      expect(await Promise.race([first, json(`${url}/version`).then(() => 'still held')])).toBe('still held');
      await fetch(`${url}${MAPS}`, { method: 'POST', body: '{"metadata":{"name":"a"}}' }).then((response) =>
        response.arrayBuffer(),
      );
      expect(Buffer.from((await first)?.value ?? []).toString()).toContain('"ADDED"');
      await watch?.cancel();
    });
  });
});

describe('the end of a served response', () => {
  it('is an error if the recording ends before it, and the client does not wait', async () => {
    const path = await recordingOf([]);
    const request = { kind: 'request', n: 1, t: 1, exchange: 1, method: 'GET', target: '/a', headers: [] };
    await writeFile(
      path,
      `{"kind":"header","format":1,"tool":"test","startedAt":"2026-01-01T00:00:00.000Z"}\n${JSON.stringify(request)}\n{"kind":"respon`,
    );
    for (const mode of ['strict', 'matching'] as const) {
      await serving(path, mode, async (url, _, said) => {
        expect((await fetch(`${url}/a`)).status).toBe(501);
        expect(said).toEqual([
          expect.stringContaining(
            'nearest is exchange 1, GET /a: its response is not in the recording, which ends before it or has a gap there',
          ),
        ]);
      });
    }
  });

  it('has the recorded trailers, or is the response of the proxy if the recorded server sent none', async () => {
    const path = await recordingOf([
      {
        target: '/trailed',
        headers: [
          ['Transfer-Encoding', 'chunked'],
          ['Trailer', 'X-Sum'],
        ],
        body: { text: 'body' },
        trailers: [['X-Sum', '4']],
      },
      { target: '/down', status: 0 },
    ]);
    await serving(path, 'matching', async (url) => {
      expect((await rawResponse(`${url}/trailed`)).trailers).toEqual(['X-Sum', '4']);
      const down = await fetch(`${url}/down`);
      expect([down.status, await down.json()]).toEqual([
        502,
        expect.objectContaining({ message: 'the recorded server gave no response: ECONNREFUSED' }),
      ]);
    });
  });
});

describe('serving in recorded order', () => {
  it('accepts concurrent requests in either order, and lets an early request wait for its turn', async () => {
    const at = (n: number, exchange: number, line: Record<string, unknown>): HappeningLine =>
      ({ n, t: n, exchange, ...line }) as unknown as HappeningLine;
    const lines = [
      at(1, 1, { kind: 'request', method: 'GET', target: '/a', headers: [] }),
      at(2, 2, { kind: 'request', method: 'GET', target: '/b', headers: [] }),
      at(3, 1, { kind: 'response', status: 200, headers: [] }),
      at(4, 2, { kind: 'response', status: 200, headers: [] }),
      at(5, 1, { kind: 'end', reason: 'complete' }),
      at(6, 2, { kind: 'end', reason: 'complete' }),
      at(7, 3, { kind: 'request', method: 'GET', target: '/c', headers: [] }),
      at(8, 3, { kind: 'response', status: 200, headers: [] }),
      at(9, 3, { kind: 'end', reason: 'complete' }),
    ];
    const path = await recordingOf([]);
    await writeFile(
      path,
      [{ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' }, ...lines]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    const statuses = await serving(path, 'strict', async (url) => {
      const status = async (target: string): Promise<number> => (await fetch(`${url}${target}`)).status;
      return [await status('/c'), await status('/b'), await Promise.all([status('/c'), status('/a')])];
    });
    expect(statuses).toEqual([501, 200, [200, 200]]);
  });

  it('serves each exchange once and in its turn, and names the one that is due', async () => {
    const path = await recordingOf([
      { target: '/a', body: { json: { a: 1 } } },
      { target: '/b', body: { json: { b: 1 } } },
    ]);
    await serving(path, 'strict', async (url, _, said) => {
      expect((await fetch(`${url}/b`)).status).toBe(501);
      expect(await json(`${url}/a`)).toEqual({ a: 1 });
      expect(await json(`${url}/b`)).toEqual({ b: 1 });
      expect((await fetch(`${url}/a`)).status).toBe(501);
      expect(said).toEqual([
        expect.stringContaining('it is not its turn; due is exchange 1, GET /a'),
        expect.stringContaining('it was asked for before; the recording is at its end'),
      ]);
    });
  });
});

describe('serving the state of a recording', () => {
  const recording = (): Promise<string> =>
    recordingOf([
      {
        target: MAPS,
        body: {
          json: {
            kind: 'ConfigMapList',
            apiVersion: 'v1',
            metadata: { resourceVersion: '3' },
            items: [map('a', '2'), map('b', '3')],
          },
        },
      },
      {
        method: 'POST',
        target: MAPS,
        sent: { json: { metadata: { name: 'c' }, data: { k: '1' } } },
        status: 201,
        body: { json: map('c', '4') },
      },
      { target: '/version', body: { json: { minor: '7' } } },
      {
        target: `${MAPS}?watch=true&resourceVersion=4`,
        events: [{ type: 'MODIFIED', object: map('c', '5', 'by itself') }],
        end: 'client-abort',
      },
    ]);
  const names = async (url: string, query = ''): Promise<unknown> =>
    ((await json(`${url}${MAPS}${query}`)) as { items: { metadata: { name: string } }[] }).items.map(
      ({ metadata }) => metadata.name,
    );

  it('shows writes in reads, lists and watches, with recorded results if they were recorded', async () => {
    await serving(await recording(), 'stateful', async (url, { usage }) => {
      expect(await names(url)).toEqual(['a', 'b']);
      const watch = (await fetch(`${url}${MAPS}?watch=true&resourceVersion=3`)).body?.getReader();
      expect(
        await json(`${url}${MAPS}`, { method: 'POST', body: '{"metadata":{"name":"c"},"data":{"k":"1"}}' }),
      ).toEqual(map('c', '4'));
      expect(
        await json(`${url}${MAPS}/b`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/merge-patch+json' },
          body: '{"data":{"k":null,"m":"2"},"metadata":{"labels":{"x":"y"}}}',
        }),
      ).toMatchObject({ metadata: { uid: 'uid-b', labels: { x: 'y' } }, data: { m: '2' } });
      expect((await fetch(`${url}${MAPS}/a`, { method: 'DELETE' })).status).toBe(200);
      expect((await fetch(`${url}${MAPS}/a`)).status).toBe(404);
      expect(await names(url)).toEqual(['b', 'c']);
      expect(await names(url, '?labelSelector=x%20in%20(y,z)')).toEqual(['b']);
      expect((await fetch(`${url}${MAPS}`, { method: 'POST', body: '{"metadata":{"name":"c"}}' })).status).toBe(409);
      const stale = { ...map('b', '3', 'stale') };
      expect((await fetch(`${url}${MAPS}/b`, { method: 'PUT', body: JSON.stringify(stale) })).status).toBe(409);
      let seen = '';
      while (seen.split('\n').length < 5) seen += Buffer.from((await watch?.read())?.value ?? []).toString();
      expect(
        seen
          .split('\n')
          .slice(0, 4)
          .map((line) => JSON.parse(line) as { type: string; object: { metadata: { name: string } } })
          .map(({ type, object }) => `${type} ${object.metadata.name}`)
          .sort(),
      ).toEqual(['ADDED c', 'DELETED a', 'MODIFIED b', 'MODIFIED c']);
      await watch?.cancel();
      expect(((await json(`${url}${MAPS}/c`)) as { data: unknown }).data).toEqual({ k: 'by itself' });
      expect(await json(`${url}/version`)).toEqual({ minor: '7' });
      expect(usage().missed).toEqual([]);
    });
  });

  it('computes unrecorded results in the same way, and applies each kind of patch by its own rules', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    await serving(await recording(), 'stateful', async (url) => {
      const post = (name: object): Promise<unknown> =>
        json(`${url}${pods}`, {
          method: 'POST',
          body: JSON.stringify({ metadata: name, spec: { containers: [{ name: 'c', image: 'i:1' }] } }),
        });
      const patch = (type: string, body: unknown): Promise<unknown> =>
        json(`${url}${pods}/p`, {
          method: 'PATCH',
          headers: { 'content-type': `application/${type}+json` },
          body: JSON.stringify(body),
        });
      expect(await post({ generateName: 'p-' })).toMatchObject({
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name: expect.stringMatching(/^p-.{5}$/), namespace: 'default', uid: expect.any(String) as unknown },
      });
      await post({ name: 'p' });
      expect(
        await patch('strategic-merge-patch', { spec: { containers: [{ name: 'd', image: 'i:2' }] } }),
      ).toMatchObject({ spec: { containers: [{ name: 'c' }, { name: 'd' }] } });
      expect(
        await patch('json-patch', [
          { op: 'replace', path: '/spec/containers/1/image', value: 'i:3' },
          { op: 'add', path: '/metadata/labels', value: { 'a/b': '1' } },
        ]),
      ).toMatchObject({
        metadata: { labels: { 'a/b': '1' } },
        spec: { containers: [{ image: 'i:1' }, { image: 'i:3' }] },
      });
      expect(
        await patch('json-patch', [{ op: 'test', path: '/spec/containers/0/image', value: 'other' }]),
      ).toMatchObject({
        code: 422,
        message: 'operation 0 of the patch: the value at /spec/containers/0/image is another',
      });
      expect(await patch('merge-patch', { spec: { containers: [{ name: 'only', image: 'i:4' }] } })).toMatchObject({
        spec: { containers: [{ name: 'only' }] },
      });
    });
  });

  it('shows one object in each group version that serves it, keeps the status apart, and lets a graceful delete take its time', async () => {
    const apps = '/apis/apps/v1beta1/namespaces/default/deployments';
    const extensions = '/apis/extensions/v1beta1/namespaces/default/deployments';
    const pod = (version: string, more: object = {}): unknown => ({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'p', namespace: 'default', uid: 'u', resourceVersion: version, ...more },
    });
    const dying = pod('8', { deletionTimestamp: '2026-01-01T00:00:30Z' });
    const path = await recordingOf([
      { target: '/api/v1/namespaces/default/pods/p', body: { json: pod('7') } },
      { method: 'DELETE', target: '/api/v1/namespaces/default/pods/p', body: { json: dying } },
      { target: '/api/v1/namespaces/default/pods/p', body: { json: dying } },
      {
        target: '/api/v1/namespaces/default/pods?watch=true&resourceVersion=8',
        events: [{ type: 'DELETED', object: dying }],
      },
    ]);
    await serving(path, 'stateful', async (url) => {
      const send = (method: string, target: string, body: unknown): Promise<unknown> =>
        json(`${url}${target}`, { method, body: JSON.stringify(body) });
      const made = (await send('POST', apps, { metadata: { name: 'd' }, spec: { replicas: 1 } })) as {
        metadata: object;
      };
      expect(await json(`${url}${extensions}/d`)).toMatchObject({
        apiVersion: 'extensions/v1beta1',
        metadata: made.metadata,
        spec: { replicas: 1 },
      });
      expect(
        await send('PUT', `${extensions}/d/status`, {
          metadata: { name: 'd' },
          spec: { replicas: 9 },
          status: { replicas: 1 },
        }),
      ).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 1 } });
      expect(
        await send('PUT', `${apps}/d`, { metadata: { name: 'd' }, spec: { replicas: 2 }, status: { replicas: 7 } }),
      ).toMatchObject({ apiVersion: 'apps/v1beta1', spec: { replicas: 2 }, status: { replicas: 1 } });

      const watch = (await fetch(`${url}/api/v1/namespaces/default/pods?watch=true`)).body?.getReader();
      expect(await send('DELETE', '/api/v1/namespaces/default/pods/p', undefined)).toEqual(dying);
      let seen = '';
      while (seen.split('\n').length < 4) seen += Buffer.from((await watch?.read())?.value ?? []).toString();
      expect(
        seen
          .split('\n')
          .slice(0, 3)
          .map((line) => (JSON.parse(line) as { type: string }).type),
      ).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
      await watch?.cancel();
      expect((await fetch(`${url}/api/v1/namespaces/default/pods/p`)).status).toBe(404);
    });
  });
});
