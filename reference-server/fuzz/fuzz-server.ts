import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { ENDS_WITH_PARENT } from '../../fixtures/formats/ends-with-parent.ts';
import { untilListening } from '../../fixtures/formats/listening-line.ts';
import { hostileBytes } from './hostile-bytes.ts';
import { sentBytes } from './sent-bytes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

/** Connections at a time, and how many make a batch, after which the server is looked at. */
const AT_ONCE = 16;
const BATCH = 320;
/** A server that answers later than that has been held up. */
const HEALTHY_MS = 5000;
/** Memory of a run's last third beside that of its second: what is bounded does not grow. */
const MOST_GROWTH = 1.5;
const LEAST_BATCHES = 9;

export interface FuzzRun {
  readonly connections: number;
  /** How many were answered by a status of each class, such as `4xx`, and how many not at all. */
  readonly answers: Readonly<Record<string, number>>;
  readonly megabytes: readonly number[];
  /** What should never happen, in words; empty: nothing did. */
  readonly faults: readonly string[];
}

/**
 * Starts a reference server and sends it hostile bytes for so many milliseconds. It must not end, answer with 500, report an error of its own,
 * be held up for seconds, or grow. The batches follow from the seed alone.
 */
export async function fuzzServer(seed: number, ms: number): Promise<FuzzRun> {
  const child = spawn(process.execPath, [...ENDS_WITH_PARENT, 'reference-server/cli/quick-start.mjs', '--port', '0'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)));
  const exited = once(child, 'exit');
  const { url } = await untilListening(child, 'the reference server');
  const faults: string[] = [];
  const answers: Record<string, number> = {};
  const megabytes: number[] = [];
  let connections = 0;
  const began = Date.now();
  for (let batch = 0; faults.length === 0 && Date.now() - began < ms; batch += 1) {
    const sent = fc.sample(hostileBytes(), { numRuns: BATCH, seed: seed + batch });
    for (const line of await inTurns(sent, Number(new URL(url).port))) {
      connections += 1;
      const kind = /^HTTP\/1\.1 (\d)/.exec(line)?.[1] ?? 'none';
      answers[kind] = (answers[kind] ?? 0) + 1;
      if (kind === '5') faults.push(`answered "${line}" in batch ${batch}`);
    }
    faults.push(...(await illness(url, batch)));
    if (complaints !== '') faults.push(`reported in batch ${batch}: ${complaints.slice(0, 2000)}`);
    if (child.pid !== undefined && child.exitCode === null) megabytes.push(await resident(child.pid));
    else faults.push(`the process ended in batch ${batch}`);
  }
  child.kill('SIGTERM');
  await exited;
  const growth = growthOf(megabytes);
  if (growth > MOST_GROWTH) faults.push(`memory grew by ${growth.toFixed(2)} from the second third to the last`);
  return { connections, answers, megabytes, faults };
}

async function inTurns(sent: readonly Buffer[], port: number): Promise<string[]> {
  const lines: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < sent.length; at = next++) {
      const bytes = sent[at];
      if (bytes !== undefined) lines.push((await sentBytes(port, bytes, at % 20 === 0)).line);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return lines;
}

/** Whether it still answers honest requests, and no object has a member that nobody gave it. */
async function illness(url: string, batch: number): Promise<string[]> {
  try {
    const signal = AbortSignal.timeout(HEALTHY_MS);
    const text = await (await fetch(`${url}/healthz`, { signal })).text();
    const list = await (await fetch(`${url}/api/v1/namespaces/default/configmaps`, { signal })).text();
    if (text === 'ok' && !list.includes('"polluted"')) return [];
    return [`after batch ${batch} /healthz says "${text.slice(0, 80)}", and config maps are ${list.slice(0, 200)}`];
  } catch (error) {
    return [`after batch ${batch} an honest request failed: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function resident(pid: number): Promise<number> {
  const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }));
  return Number(stdout) / 1024;
}

function growthOf(megabytes: readonly number[]): number {
  if (megabytes.length < LEAST_BATCHES) return 1;
  const third = Math.floor(megabytes.length / 3);
  return middle(megabytes.slice(2 * third)) / middle(megabytes.slice(third, 2 * third));
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
