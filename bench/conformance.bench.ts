import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../shared/verdict-log/verdict-log.ts';
import { type MeasuredProcess, startListening } from './listening-process.ts';
import { type MemoryTrace, traceMemory } from './memory.ts';
import { plainLoop } from './plain-loop.ts';
import type { MeasuredRatio } from './ratio.ts';

/** One whole run of the suite against the reference server, as a user starts it. */
export interface WallTime {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  readonly rules: number;
  readonly cases: number;
  readonly exitCode: number;
}

/** Memory of both sides of a long run. */
export interface Soak extends WallTime {
  readonly suite: MemoryTrace;
  readonly server: MemoryTrace;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A simple sequential loop, and one with as many connections as `pnpm conformance` has concurrent cases. */
const LOOPS = [
  { name: 'full run : plain undici loop, one request after the other', connections: 1 },
  { name: 'full run : plain undici loops, eight at a time', connections: 8 },
];
const LOOP_MS = 5_000;

/** Wall time of `pnpm conformance`, in full and with `--runs 10`. */
export async function benchConformance(): Promise<WallTime[]> {
  return [await wallTime('full run', []), await wallTime('smoke, --runs 10', ['--runs', '10'])];
}

/**
 * Requests a second of a full run, set-up and clean-up included, and of plain loops of undici's: all against one
 * reference server, the loops before and after the run.
 */
export async function benchRequestRates(): Promise<MeasuredRatio[]> {
  await using server = await startServer();
  const before = await loopRates(server.url);
  const { requests, seconds } = await wallTime('full run', ['--target', server.url]);
  const after = await loopRates(server.url);
  const ours = requests / seconds;
  return LOOPS.map(({ name }, index) => {
    const theirs = ((before[index] ?? 0) + (after[index] ?? 0)) / 2;
    return { name, unit: 'requests/s', ours, theirs, ratio: ours / theirs };
  });
}

async function loopRates(url: string): Promise<number[]> {
  const rates: number[] = [];
  for (const { connections } of LOOPS) rates.push(await plainLoop(url, connections, LOOP_MS));
  return rates;
}

/** Memory of a run of a thousand cases for each rule, as far as it gets in that time. */
export async function benchSoak(budget: string): Promise<Soak> {
  await using server = await startServer();
  const memory = traceMemory(server.pid);
  let suite: MemoryTrace | undefined;
  const time = await wallTime(
    `--runs 1000 --budget ${budget}`,
    ['--target', server.url, '--runs', '1000', '--budget', budget],
    (pid) => {
      const trace = traceMemory(pid);
      return () => void (suite = trace.stop());
    },
  );
  return { ...time, suite: suite ?? { middle: 0, end: 0, peak: 0 }, server: memory.stop() };
}

function startServer(): Promise<MeasuredProcess> {
  return startListening('reference-server/cli/quick-start.mjs', ['--port', '0']);
}

/**
 * Runs `pnpm conformance` with these arguments, and reads its figures from its report. `watch` gets the process and
 * returns a callback for its end.
 */
export async function wallTime(
  name: string,
  args: readonly string[],
  watch?: (pid: number) => () => void,
): Promise<WallTime> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  try {
    const began = performance.now();
    const command = ['suites/cli/quick-start.mjs', '--report-dir', folder, '--seed', '1', ...args];
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    const unwatch = watch?.(child.pid ?? 0);
    const [exitCode] = (await once(child, 'exit')) as [number];
    unwatch?.();
    const seconds = (performance.now() - began) / 1000;
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
    return { name, seconds, requests: report.requests, rules: report.rules.length, cases, exitCode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
