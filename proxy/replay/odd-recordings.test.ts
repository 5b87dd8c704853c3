import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Difference } from '../diff/difference.ts';
import { compareReplay } from './comparison-session.ts';
import { LineSpool, openStoredLog } from './stored-lines.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-odd-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A recording of requests, each answered with 200 and nothing. */
async function recordingOf(...requests: readonly object[]): Promise<string> {
  const path = join(folder, 'odd.jsonl');
  const lines = requests.flatMap((request, index) => {
    const at = (n: number): object => ({ n: 3 * index + n, t: index, exchange: index + 1 });
    return [{ kind: 'request', ...at(1), method: 'GET', target: '/x', headers: [], ...request }, { kind: 'response', ...at(2), status: 200, headers: [] }, { kind: 'end', ...at(3), reason: 'complete' }];
  });
  await writeFile(path, [{ kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** The differences from a server that says `answer` on each connection, once something was said to it, and hangs up. */
async function differencesFrom(answer: string, path: string): Promise<readonly Difference[]> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const log = await openStoredLog(path);
  try {
    const session = await compareReplay(log, { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) }, {});
    session.close();
    return session.comparison.differences;
  } finally {
    log.close();
    server.close();
  }
}

describe('a replay', () => {
  it('tells of each request that cannot be sent or is not answered, and goes on', async () => {
    const path = await recordingOf({ target: '/a path' }, { method: 'G T' }, { headers: [['A', 'b\u0001c']] }, { headers: [['__proto__', 'x']], body: { json: JSON.parse('{"__proto__":1}') as unknown } }, { target: '/%zz' });
    const found = await differencesFrom('', path);
    expect(found.map(({ exchange, actual }) => [exchange, /^no answer \(\S.*\)$/.test(actual)])).toEqual([1, 2, 3, 4, 5].map((id) => [id, true]));
  });

  it('tells of answers that are no HTTP', async () => {
    expect(await differencesFrom('NOPE\r\n\r\n', await recordingOf({}, {}))).toHaveLength(2);
  });

  it('compares answers that nest too deep to be walked as text', async () => {
    const deep = '['.repeat(100_000);
    const found = await differencesFrom(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${2 * deep.length}\r\n\r\n${deep}${']'.repeat(deep.length)}`, await recordingOf({}));
    expect(found.map(({ kind }) => kind)).toEqual(['extra']);
  });
});

describe('lines whose bodies are on the disk', () => {
  it('are whole when they are read and when they are written out', async () => {
    const spool = new LineSpool();
    spool.append({ kind: 'body', n: 1, t: 0, exchange: 1, body: { json: { k: 'a\u2028b' } } });
    spool.append({ kind: 'end', n: 2, t: 0, exchange: 1, reason: 'complete' });
    expect(spool.lines.map((line) => ('body' in line ? line.body : undefined))).toEqual([{ json: { k: 'a\u2028b' } }, undefined]);
    expect(JSON.parse(JSON.stringify(spool.lines))).toEqual([{ kind: 'body', n: 1, t: 0, exchange: 1, body: { json: { k: 'a\u2028b' } } }, { kind: 'end', n: 2, t: 0, exchange: 1, reason: 'complete' }]);
    spool.close();
  });
});
