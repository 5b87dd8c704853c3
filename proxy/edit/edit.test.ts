import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HappeningLine, LoggedBody } from '../../shared/exchange-log/exchange-log.ts';
import { bodyBytes } from '../../shared/exchange-log/body-bytes.ts';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { proxyCommand } from '../cli/proxy-command.ts';
import { openFlowingLog } from '../log/flowing-log.ts';
import { recordingStats } from '../stats/recording-stats.ts';
import { renderStats } from '../stats/render-stats.ts';

let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-edit-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LARGE = Buffer.alloc(40_000, 'nothing secret ');
const HIDDEN = Buffer.from(JSON.stringify({ kind: 'Secret', data: { k: Buffer.from('hush').toString('base64') } }));

interface ReadExchange {
  readonly target: string;
  readonly body: LoggedBody;
  readonly method?: string;
}

/** A recording of responses, with the two bodies above in files beside it. */
async function recordingOf(reads: readonly ReadExchange[]): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.jsonl`);
  await mkdir(`${path}.bodies`);
  for (const bytes of [LARGE, HIDDEN]) await writeFile(join(`${path}.bodies`, hashOf(bytes)), bytes);
  const lines = reads.flatMap(({ method = 'GET', target, body }, index): HappeningLine[] => {
    const at = { exchange: index + 1, t: index };
    return [
      {
        kind: 'request',
        n: index * 4 + 1,
        ...at,
        method,
        target,
        headers: [['Authorization', 'Bearer very-secret-token']],
      },
      {
        kind: 'response',
        n: index * 4 + 2,
        ...at,
        status: 200,
        headers: [
          ['Content-Type', 'application/json'],
          ['Date', `now ${index}`],
        ],
      },
      { kind: 'body', n: index * 4 + 3, ...at, body },
      { kind: 'end', n: index * 4 + 4, ...at, reason: 'complete' },
    ];
  });
  const header = { kind: 'header', format: 1, tool: 'test', startedAt: '2026-01-01T00:00:00.000Z' };
  await writeFile(path, [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function inFile(recording: number, bytes: Buffer): LoggedBody {
  return { file: `${recording}.jsonl.bodies/${hashOf(bytes)}`, sha256: hashOf(bytes), bytes: bytes.length };
}

async function proxy(...args: readonly string[]): Promise<void> {
  const argv = ['node', 'proxy', ...args];
  await (await proxyCommand(argv)).parseAsync(argv);
}

describe('proxy redact', () => {
  it('replaces secrets, in body files too, and copies the other body files', async () => {
    const path = await recordingOf([
      { target: '/large', body: inFile(made + 1, LARGE) },
      { target: '/secret', body: inFile(made + 1, HIDDEN) },
    ]);
    const out = join(folder, 'redacted.jsonl');
    await proxy('redact', path, '--out', out);
    const text = await readFile(out, 'utf8');
    expect(text).not.toContain('very-secret-token');
    expect(text).toMatch(/"redaction":"default"/);
    const bodies = (await readExchangeLog(out)).lines.flatMap((line) => (line.kind === 'body' ? [line.body] : []));
    expect(await bodyBytes(out, bodies[0] ?? { text: '' })).toEqual(LARGE);
    expect(bodies[1]).toMatchObject({
      json: { kind: 'Secret', data: { k: expect.stringMatching(/^cmVkYWN0ZWQt/) as unknown } },
    });
    expect(await readdir(`${out}.bodies`)).toEqual([hashOf(LARGE)]);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing behind if a body file has changed', async () => {
    const path = await recordingOf([{ target: '/large', body: inFile(made + 1, LARGE) }]);
    await writeFile(join(`${path}.bodies`, hashOf(LARGE)), 'other');
    const out = join(folder, 'none.jsonl');
    await expect(proxy('redact', path, '--out', out)).rejects.toMatchObject({ code: 'ERR_EXCHANGE_LOG' });
    expect((await readdir(folder)).filter((name) => name.includes('none'))).toEqual([]);
  });
});

describe('proxy import', () => {
  it('replaces secrets in HAR files of other tools, and keeps them on demand', async () => {
    const entry = {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 1,
      request: {
        method: 'GET',
        url: 'http://s/a?access_token=abcdefgh1234',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Cookie', value: 'session=123456789' }],
        queryString: [],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        content: { size: HIDDEN.length, mimeType: 'application/json', text: HIDDEN.toString() },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 1, receive: 0 },
    };
    const har = join(folder, 'other.har');
    await writeFile(
      har,
      JSON.stringify({ log: { version: '1.2', creator: { name: 'other', version: '1' }, entries: [entry] } }),
    );
    await proxy('import', har, '--out', join(folder, 'hidden.jsonl'));
    await proxy('import', har, '--out', join(folder, 'shown.jsonl'), '--no-redact');
    const secrets = ['abcdefgh1234', 'session=123456789', Buffer.from('hush').toString('base64')];
    const [hidden, shown] = await Promise.all(
      ['hidden', 'shown'].map((name) => readFile(join(folder, `${name}.jsonl`), 'utf8')),
    );
    expect(secrets.map((secret) => [hidden?.includes(secret), shown?.includes(secret)])).toEqual(
      secrets.map(() => [false, true]),
    );
  });
});

describe('proxy prune', () => {
  const pod = (version: number): LoggedBody => ({
    json: { kind: 'Pod', metadata: { resourceVersion: String(version) } },
  });
  const PODS = '/api/v1/namespaces/a/pods/p';

  it('drops selected exchanges and duplicate reads', async () => {
    const path = await recordingOf([
      { target: PODS, body: pod(1) },
      { target: PODS, body: pod(1) },
      { method: 'PUT', target: PODS, body: pod(2) },
      { method: 'PUT', target: PODS, body: pod(2) },
      { target: PODS, body: pod(2) },
      { target: PODS, body: pod(1) },
      { target: '/api/v1/namespaces/a/events', body: pod(1) },
      { target: '/large', body: inFile(made + 1, LARGE) },
    ]);
    const out = join(folder, 'pruned.jsonl');
    await proxy('prune', path, '--out', out, '--duplicates', '--kind', 'events');
    const { lines } = await readExchangeLog(out);
    expect([...new Set(lines.map(({ exchange }) => exchange))]).toEqual([1, 3, 4, 5, 6, 8]);
    expect(await bodyBytes(out, lines.findLast((line) => line.kind === 'body')?.body ?? { text: '' })).toEqual(LARGE);
  });

  it('requires a flag that selects exchanges', async () => {
    await expect(proxy('prune', await recordingOf([]), '--out', join(folder, 'x.jsonl'))).rejects.toMatchObject({
      code: 'ERR_USAGE',
    });
  });
});

describe('proxy stats', () => {
  it('names the bodies whose files are missing or changed', async () => {
    const recording = made + 1;
    const path = await recordingOf([
      { target: '/whole', body: inFile(recording, LARGE) },
      { target: '/short', body: inFile(recording, HIDDEN) },
      { target: '/gone', body: { file: 'gone', sha256: '0', bytes: 1 } },
    ]);
    await writeFile(join(`${path}.bodies`, hashOf(HIDDEN)), 'cut');
    const stats = await recordingStats(await openFlowingLog(path));
    expect(stats).toMatchObject({
      bodyFiles: 3,
      unusable: [
        { exchange: 2, why: `it has 3 bytes and should have ${HIDDEN.length}` },
        { exchange: 3, file: 'gone' },
      ],
    });
    expect(renderStats(stats, { colour: false })).toContain(
      '3 bodies in files of their own, of which 2 cannot be used:\n  exchange 2:',
    );
  });

  it('counts by operation, and prints no control characters of a recording', async () => {
    const path = await recordingOf([
      { target: '/api/v1/namespaces/a/pods/p', body: { text: '' } },
      { target: '/api/v1/namespaces/b/pods/q?pretty=true', body: { text: '' } },
      { target: '/\u001b[31mred', body: { text: '' } },
    ]);
    const stats = await recordingStats(await openFlowingLog(path));
    expect(stats.paths.map(({ operation, exchanges, statuses }) => [operation, exchanges, statuses])).toEqual([
      ['GET /api/v1/namespaces/{namespace}/pods/{name}', 2, { '200': 2 }],
      ['GET /\u001b[31mred', 1, { '200': 1 }],
    ]);
    const text = renderStats(stats, { colour: false });
    expect(text).toContain('3 exchanges on 1 connection in 2.0 ms');
    expect(text).not.toContain('\u001b');
  });
});
