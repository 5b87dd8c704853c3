import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../fixtures/formats/verdict-log.ts';

/** One whole run of the suite against the reference server, as a user starts it. */
export interface WallTime {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  readonly rules: number;
  readonly cases: number;
  readonly exitCode: number;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Wall time of `pnpm conformance`, in full and with `--runs 10`. */
export async function benchConformance(): Promise<WallTime[]> {
  return [await wallTime('full run', []), await wallTime('smoke, --runs 10', ['--runs', '10'])];
}

async function wallTime(name: string, args: readonly string[]): Promise<WallTime> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  try {
    const began = performance.now();
    const command = ['--import', 'tsx', 'suites/cli/main.ts', '--report-dir', folder, '--seed', '1', ...args];
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    const [exitCode] = (await once(child, 'exit')) as [number];
    const seconds = (performance.now() - began) / 1000;
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
    return { name, seconds, requests: report.requests, rules: report.rules.length, cases, exitCode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
