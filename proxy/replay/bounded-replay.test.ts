import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { runProxy } from '../cli/run-proxy.fixture.ts';
import { compareReplay, type ComparisonSession } from './comparison-session.ts';
import type { ReplayOptions } from './replay-log.ts';
import { openStoredLog } from './sending/stored-lines.ts';

/** Two watches and twelve other requests of a real client. */
const RECORDING = 'fixtures/traffic/client-node.jsonl';
const TIMEOUT_MS = 1000;
const LIMITS = { timeoutMs: TIMEOUT_MS, maxBody: 1024 * 1024 };
/** Half of the requests of the recording: a replay that gives up makes fewer connections, including its own probes. */
const HALF = 7;
const SLOW = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-bounded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Hostile extends AsyncDisposable {
  readonly url: URL;
  /** The number of connections to it so far. */
  readonly connections: () => number;
}

async function listening(server: Server): Promise<Hostile> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server that sends `first` on each connection after the request, and then `more` again and again. */
function saying(first: string, more?: { readonly text: string; readonly everyMs: number }): Promise<Hostile> {
  return listening(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write(first);
        if (more === undefined) return;
        const timer = setInterval(() => socket.write(more.text), more.everyMs);
        socket.once('close', () => clearInterval(timer));
      });
    }),
  );
}

function respondingWith(listener: RequestListener): Promise<Hostile> {
  return listening(createHttpServer(listener));
}

async function replayed(path: string, { url }: Hostile, options: ReplayOptions = {}): Promise<ComparisonSession> {
  const log = await openStoredLog(path);
  try {
    const session = await compareReplay(log, { url }, { limits: LIMITS, ...options });
    session.close();
    return session;
  } finally {
    log.close();
  }
}

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Servers without a usable response, with the message about each. */
const SILENT: readonly (readonly [name: string, start: () => Promise<Hostile>, says: RegExp])[] = [
  [
    'accepts and says nothing',
    () => saying(''),
    /^no response from http:\S+: it accepts connections, but no complete response to GET \/version came within 1 s\. .*--timeout/,
  ],
  [
    'drips a header',
    () => saying('HTTP/1.1 200 OK\r\nX: ', { text: 'a', everyMs: 100 }),
    /no complete response to GET \/version came within 1 s/,
  ],
  [
    'drips a body',
    () => saying(`${JSON_HEAD}Content-Length: 100000\r\n\r\n`, { text: ' ', everyMs: 100 }),
    /no complete response to GET \/version came within 1 s/,
  ],
  [
    'sends a header without end',
    () => saying(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}`, { text: 'a'.repeat(1000), everyMs: 10 }),
    /it sends a header without end/,
  ],
  [
    'closes every connection',
    () => listening(createServer((socket) => socket.once('data', () => socket.destroy()))),
    /it closes connections .*If it speaks TLS, give https:/,
  ],
  ['speaks another protocol', () => saying('220 smtp ready\r\n'), /it does not speak HTTP/],
];

describe('a replay to a server that never responds', () => {
  it.each(SILENT)(
    'and %s ends after the first requests and reports the reason',
    { timeout: SLOW },
    async (_, start, says) => {
      await using server = await start();
      await expect(replayed(RECORDING, server)).rejects.toMatchObject({
        code: 'ERR_UNREACHABLE',
        message: expect.stringMatching(says),
      });
      expect(server.connections()).toBeLessThan(HALF);
    },
  );

  it('prints one line and exits 3, for diff and with a scratch namespace too', { timeout: SLOW }, async () => {
    await using server = await saying('');
    for (const words of [
      ['replay', RECORDING, '--against', server.url.href],
      ['diff', RECORDING, '--target', server.url.href],
      ['replay', RECORDING, '--against', server.url.href, '--namespace', 'scratch'],
    ]) {
      expect([words, await runProxy(...words, '--timeout', '500ms')]).toEqual([
        words,
        {
          code: 3,
          stdout: '',
          stderr: expect.stringMatching(
            /^error: no response from http:\S+: it accepts connections, but no complete response to GET \S+ came within 500 ms\. .*\n$/,
          ),
        },
      ]);
    }
  });
});

describe('a replay to a server that stops responding', () => {
  it(
    'compares the responses so far, leaves out unsent requests, and names the first silent and the last responding request',
    { timeout: SLOW },
    async () => {
      let asked = 0;
      await using server = await respondingWith((_, response) => {
        asked += 1;
        if (asked <= 5) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
      const { stopped, skipped, comparison } = await replayed(RECORDING, server);
      expect(stopped).toEqual([
        expect.stringMatching(
          /^http:\S+ stopped responding at exchange \d+ \(\S+ \S+\): no response within 1 s\. The last request with a response is exchange \d+ \(/,
        ),
      ]);
      expect(skipped.length).toBeGreaterThan(3);
      expect(comparison.differences.some(({ actual }) => actual === 'no response (no response within 1 s)')).toBe(true);
    },
  );

  it('continues if a request kills the server and the server is restarted', { timeout: SLOW }, async () => {
    const path = await recordingOf(
      [1, 2, 3, 4, 5].flatMap((id) =>
        exchange(id, { method: id === 3 ? 'POST' : 'GET', target: '/api/v1/namespaces/a/pods' }),
      ),
    );
    let restarts = 0;
    const server = createHttpServer((request, response) => {
      if (request.method === 'GET') return void response.setHeader('Connection', 'close').end();
      const { port } = server.address() as AddressInfo;
      server.close();
      request.socket.destroy();
      restarts += 1;
      setTimeout(() => server.listen(port, '127.0.0.1'), TIMEOUT_MS / 4);
    });
    await using hostile = await listening(server);
    const { stopped, comparison } = await replayed(path, hostile);
    expect([stopped, restarts, comparison.compared]).toEqual([[], 1, 5]);
    expect(comparison.differences).toContainEqual(
      expect.objectContaining({ exchange: 3, kind: 'status', actual: expect.stringMatching(/^no response/) }),
    );
  });

  it(
    'continues if one operation alone is silent, and waits for that one in full only once',
    { timeout: SLOW },
    async () => {
      const requests = Array.from({ length: 20 }, (_, index) =>
        exchange(2 * index + 1, { method: 'POST', target: '/api/v1/namespaces/a/pods' }),
      ).flatMap((lines, index) => [...lines, ...exchange(2 * index + 2, { method: 'GET', target: '/version' })]);
      const path = await recordingOf(requests);
      await using server = await respondingWith((request, response) => {
        if (request.method === 'GET') response.end();
      });
      const { stopped, comparison } = await replayed(path, server);
      expect(stopped).toEqual([]);
      expect(comparison.differences.filter(({ kind }) => kind === 'status').map(({ actual }) => actual)).toEqual([
        'no response (no response within 1 s)',
        ...Array.from({ length: 19 }, () => 'no response (no response within 250 ms)'),
      ]);
    },
  );
});

describe('a replay to a server that sends too much', () => {
  it('cuts a body at the limit, and reports that as a difference', { timeout: SLOW }, async () => {
    await using server = await respondingWith((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 2 ** 32 });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
      };
      response.on('drain', more);
      more();
    });
    const { comparison } = await replayed(RECORDING, server);
    expect(comparison.differences.map(({ actual }) => actual)).toContain(
      'no whole body: the body was cut at 1 MiB (--max-body)',
    );
  });

  it('cuts a watch that sends bytes without end and no event', { timeout: SLOW }, async () => {
    await using server = await respondingWith((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      if (request.url?.includes('watch') !== true) return void response.end('{}');
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
      };
      response.on('drain', more);
      more();
    });
    const { comparison } = await replayed(RECORDING, server);
    expect(comparison.differences.filter(({ kind }) => kind === 'stream-end').map(({ actual }) => actual)).toEqual([
      'the body was cut at 1 MiB (--max-body)',
      'the body was cut at 1 MiB (--max-body)',
    ]);
  });
});

describe('a replay', () => {
  it('counts the missing events of many watches if the server delivers none', { timeout: SLOW }, async () => {
    const watches = Array.from({ length: 30 }, (_, index) =>
      exchange(index + 1, { method: 'GET', target: '/api/v1/namespaces/a/pods?watch=true', event: true }),
    );
    const path = await recordingOf(watches.flat());
    await using server = await respondingWith((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders(),
    );
    const { comparison } = await replayed(path, server);
    expect(comparison.differences.filter(({ kind }) => kind === 'missing-event')).toHaveLength(30);
  });

  it('stops when its budget is used up, and counts the rest as not compared', { timeout: SLOW }, async () => {
    await using server = await respondingWith((_, response) => void setTimeout(() => response.end(), TIMEOUT_MS / 10));
    const path = await recordingOf(
      Array.from({ length: 200 }, (_, index) => exchange(index + 1, { method: 'GET', target: '/version' })).flat(),
    );
    const { stopped, skipped, comparison } = await replayed(path, server, { budgetMs: TIMEOUT_MS });
    expect(stopped).toEqual(['the 1 s of the budget were over. Give a longer --budget to compare all']);
    expect(skipped.length).toBeGreaterThan(100);
    expect(comparison.compared + skipped.length).toBe(200);
    expect(comparison.differences).toEqual([]);
  });
});

/** The lines of one exchange with a 200, and with one event if it is a watch that its client closed. */
function exchange(
  id: number,
  { method, target, event = false }: { readonly method: string; readonly target: string; readonly event?: boolean },
): HappeningLine[] {
  const at = (index: number): { n: number; t: number; exchange: number } => ({
    n: 4 * id + index,
    t: id,
    exchange: id,
  });
  const shown = {
    type: 'ADDED',
    object: { kind: 'Pod', apiVersion: 'v1', metadata: { namespace: 'a', name: `p${id}` } },
  };
  return [
    { kind: 'request', ...at(0), method, target, headers: [] },
    { kind: 'response', ...at(1), status: 200, headers: event ? [['Content-Type', 'application/json']] : [] },
    ...(event ? [{ kind: 'event' as const, ...at(2), index: 0, body: { json: shown } }] : []),
    { kind: 'end', ...at(3), reason: event ? 'client-abort' : 'complete' },
  ];
}

let made = 0;
async function recordingOf(lines: readonly HappeningLine[]): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.jsonl`);
  const header = { kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' };
  await writeFile(path, [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}
