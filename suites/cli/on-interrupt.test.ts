import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../fixtures/formats/verdict-log.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-interrupt-'));
});

// The reports of a run that ended at once may still be on their way to the disk.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

type Run = ChildProcessByStdio<null, Readable, Readable>;

/** Has a process interrupt itself as soon as it minds: the first thing that it loads sees to that. */
const INTERRUPTS_ITSELF = `data:text/javascript,const timer = setInterval(() => { if (process.listenerCount('SIGINT') > 0) { clearInterval(timer); process.kill(process.pid, 'SIGINT'); } }, 1);`;

/** A run against a reference server of its own, and its report folder. */
function started(name: string, ...options: readonly string[]): { readonly child: Run; readonly out: string } {
  const out = join(folder, name);
  const child = spawn(process.execPath, [...options, 'suites/cli/quick-start.mjs', '--report-dir', out, '--rules', 'get/*'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, out };
}

/** Resolves with all that a stream has said once it has said that. */
async function until(stream: Readable, said: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (said.test(text)) break;
  }
  stream.resume();
  return text;
}

describe('a run that is interrupted', () => {
  it('before its first case was sent still makes a report, which shows every rule as blocked', { timeout: 120_000 }, async () => {
    const { child, out } = started('early');
    const exited = once(child, 'exit');
    child.stderr.resume();
    await until(child.stdout, /plumbline judges/);
    child.kill('SIGINT');
    expect(await exited).toEqual([4, null]);
    const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
    expect(report).toMatchObject({ stopped: 'interrupted', leftovers: [] });
    expect(report.rules.flatMap(({ operations }) => operations.map(({ verdict, reason }) => `${verdict}: ${reason ?? ''}`))).toContain('blocked: not judged: interrupted');
  });

  it('while its rules are still being loaded makes a report as well', { timeout: 120_000 }, async () => {
    const { child, out } = started('loading', '--import', INTERRUPTS_ITSELF);
    const exited = once(child, 'exit');
    child.stderr.resume();
    child.stdout.resume();
    expect(await exited).toEqual([4, null]);
    expect(JSON.parse(await readFile(join(out, 'report.json'), 'utf8'))).toMatchObject({ stopped: 'interrupted', requests: 0 });
  });

  it('a second time ends at once, and leaves no server of its own behind', { timeout: 120_000 }, async () => {
    const { child } = started('twice');
    const exited = once(child, 'exit');
    const shown = await until(child.stdout, /plumbline judges \S+/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(shown)?.[0] ?? '';
    expect((await fetch(`${url}/api/v1`)).status).toBe(200);
    child.kill('SIGINT');
    await until(child.stderr, /once more to stop at once/);
    child.kill('SIGINT');
    expect(await exited).toEqual([130, null]);
    await expect.poll(() => fetch(`${url}/api/v1`).then(() => 'answers', () => 'gone'), { timeout: 60_000 }).toBe('gone');
  });
});
