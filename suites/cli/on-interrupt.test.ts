import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { SmallApi } from '../drivers/small-api.fixture.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-interrupt-'));
});

// The reports of a run that ended at once may still be on their way to the disk.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

type RunProcess = ChildProcessByStdio<null, Readable, Readable>;

/** Makes a process interrupt itself as soon as its handlers are installed: a module that it loads first does so. */
const INTERRUPTS_ITSELF = `data:text/javascript,const timer = setInterval(() => { if (process.listenerCount('SIGINT') > 0) { clearInterval(timer); process.kill(process.pid, 'SIGINT'); } }, 1);`;

/** A run against a reference server of its own, and its report folder. */
function started(name: string, ...options: readonly string[]): { readonly child: RunProcess; readonly out: string } {
  const out = join(folder, name);
  const child = spawn(
    process.execPath,
    [...options, 'suites/cli/quick-start.mjs', '--report-dir', out, '--rules', 'get/*'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return { child, out };
}

/** The run's time limit for a response of a silent server: a run that ends sooner has waited for none. */
const TIMEOUT_MS = 60_000;
/** Cases under way at the same time. */
const CONCURRENCY = 16;

/** A run against a small server that stops responding once the first case has written to it. */
async function stuckRun(api: SmallApi, name: string): Promise<{ readonly child: RunProcess; readonly out: string }> {
  let stuck = false;
  const underWay = new Promise<void>((resolve) => {
    api.override = ({ method, target }) => {
      stuck ||=
        method === 'POST' &&
        target.endsWith('-ns1/configmaps') &&
        api.seen.some(({ headers }) => headers['x-plumbline-case'] !== undefined);
      if (stuck) resolve();
      return stuck ? 'no response' : undefined;
    };
  });
  const out = join(folder, name);
  const flags = [
    '--target',
    api.url,
    '--rules',
    'create/*',
    '--kinds',
    'configmaps',
    '--timeout',
    `${TIMEOUT_MS}ms`,
    '--clear-within',
    '2s',
    '--concurrency',
    `${CONCURRENCY}`,
    '--report-dir',
    out,
  ];
  const child = spawn(process.execPath, ['suites/cli/quick-start.mjs', ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  await underWay;
  return { child, out };
}

async function reportIn(out: string): Promise<Report> {
  return JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
}

/** Resolves with the whole output of a stream once it matches. */
async function until(stream: Readable, said: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (said.test(text)) break;
  }
  stream.resume();
  return text;
}

describe('an interrupted run', () => {
  it('makes a report before its first case, with every rule blocked', async () => {
    const { child, out } = started('early');
    const exited = once(child, 'exit');
    child.stderr.resume();
    await until(child.stdout, /plumbline judges/);
    child.kill('SIGINT');
    expect(await exited).toEqual([4, null]);
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
    expect(report).toMatchObject({ stopped: 'interrupted', leftovers: [] });
    expect(
      report.rules.flatMap(({ operations }) => operations.map(({ verdict, reason }) => `${verdict}: ${reason ?? ''}`)),
    ).toContain('blocked: not judged: interrupted');
  });

  it('makes a report while its rules are being loaded', async () => {
    const { child, out } = started('loading', '--import', INTERRUPTS_ITSELF);
    const exited = once(child, 'exit');
    child.stderr.resume();
    child.stdout.resume();
    expect(await exited).toEqual([4, null]);
    expect(JSON.parse(await readFile(join(out, 'report.json'), 'utf8'))).toMatchObject({
      stopped: 'interrupted',
      requests: 0,
    });
  });

  it('ends at once if it is interrupted a second time, and leaves no server of its own behind', async () => {
    const { child } = started('twice');
    const exited = once(child, 'exit');
    const shown = await until(child.stdout, /plumbline judges \S+/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(shown)?.[0] ?? '';
    expect((await fetch(`${url}/api/v1`)).status).toBe(200);
    child.kill('SIGINT');
    await until(child.stderr, /once more to stop at once/);
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
    await expect
      .poll(() =>
        fetch(`${url}/api/v1`).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone');
  });

  it(
    'cuts its cases at SIGTERM, clears away in its time and reports, even if the server has stopped responding',
    { timeout: 2 * TIMEOUT_MS },
    async () => {
      await using api = await SmallApi.start();
      const { child, out } = await stuckRun(api, 'stuck');
      const exited = once(child, 'exit');
      child.stderr.resume();
      const began = performance.now();
      child.kill('SIGTERM');
      expect(await exited).toEqual([4, null]);
      expect(performance.now() - began).toBeLessThan(TIMEOUT_MS / 2);
      const report = await reportIn(out);
      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 4, stopped: 'interrupted' });
      // A cut request may not have reached the server.
      const unseen = report.requests - api.seen.length;
      expect(unseen).toBeGreaterThanOrEqual(0);
      expect(unseen).toBeLessThanOrEqual(CONCURRENCY);
      expect(report.leftovers).toEqual([
        expect.stringMatching(
          /^\d+ namespaces may be left: .* Remove them: pnpm conformance --clean-up p[0-9a-f]{5} --target http/,
        ),
      ]);
    },
  );

  it(
    'reports its verdicts and the remaining namespaces if it is interrupted a second time while it clears away',
    { timeout: 2 * TIMEOUT_MS },
    async () => {
      await using api = await SmallApi.start();
      const { child, out } = await stuckRun(api, 'stuck-twice');
      const exited = once(child, 'exit');
      const closed = once(child, 'close');
      let complaints = '';
      child.stderr.on('data', (text) => (complaints += String(text)));
      const began = performance.now();
      child.kill('SIGINT');
      await expect.poll(() => complaints, { interval: 10 }).toContain('once more to stop at once');
      child.kill('SIGINT');
      expect(await exited).toEqual([130, null]);
      expect(performance.now() - began).toBeLessThan(TIMEOUT_MS / 2);
      await closed;
      const report = await reportIn(out);
      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 130, stopped: 'interrupted' });
      expect(report.leftovers).toEqual([
        expect.stringMatching(
          /^\d+ namespaces may be left: \S+-0-ns1, .* \(not cleared away\)\. Remove them: pnpm conformance --clean-up/,
        ),
      ]);
      expect(complaints).toContain(report.leftovers[0]);
      const reasons = new Set(
        report.rules.flatMap(({ operations }) =>
          operations.filter(({ verdict }) => verdict === 'blocked').map(({ reason }) => reason),
        ),
      );
      expect([...reasons]).toEqual(['not judged: interrupted']);
    },
  );
});
