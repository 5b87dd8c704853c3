import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { inParallel } from '../../shared/in-parallel.ts';
import { ENDS_WITH_PARENT } from '../../shared/process/ends-with-parent.ts';
import { untilListening } from '../../shared/process/listening-line.ts';
import { type Experience, honestClient } from './honest-client.ts';
import { hostileBytes } from './hostile-bytes.ts';
import { growthIn, type ProcessSize, sizeOf } from './process-size.ts';
import { type Manner, sentBytes } from './sent-bytes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Little memory, so leaks show soon. */
const REFERENCE = ['--max-old-space-size=400', 'reference-server/cli/quick-start.mjs', '--port', '0'];

/** Concurrent connections, and connections per batch, after which the server is checked. */
const AT_ONCE = 16;
const BATCH = 320;
/** The longest wait of an honest client for a response, whatever others send. */
const MOST_WAIT_MS = 3000;
/** The longest time from the last response of a server that dies to the notice of its end. */
const MOST_NOTICE_MS = 2000;

export interface FuzzOptions {
  readonly seed: number;
  readonly milliseconds: number;
  /** The arguments of `node` that start the server, which prints its URL; by default a reference server. */
  readonly server?: readonly string[];
  readonly batch?: number;
  /** Independent of their time; fewer than nine show nothing about growth. */
  readonly leastBatches?: number;
  readonly mostWaitMs?: number;
}

export interface FuzzRun {
  readonly connections: number;
  /** The number of responses in each status class, such as `4xx`, and of missing ones. */
  readonly responses: Readonly<Record<string, number>>;
  /** The size of the process after each batch. */
  readonly sizes: readonly ProcessSize[];
  readonly honest: Experience;
  /** Forbidden behaviour, in words; empty if there was none. */
  readonly faults: readonly string[];
}

/**
 * Starts a server and sends it hostile bytes for so many milliseconds. It must not end, respond with 500, report an
 * error of its own or grow, and it must serve an honest client normally meanwhile. The batches depend on the seed
 * alone.
 */
export async function fuzzServer({
  seed,
  milliseconds,
  server = REFERENCE,
  batch = BATCH,
  leastBatches = 1,
  mostWaitMs = MOST_WAIT_MS,
}: FuzzOptions): Promise<FuzzRun> {
  const child = spawn(process.execPath, [...ENDS_WITH_PARENT, ...server], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += String(chunk)));
  const exited = once(child, 'exit');
  const { url } = await untilListening(child, 'the server');
  const honest = await honestClient(url, mostWaitMs);
  const faults: string[] = [];
  const responses: Record<string, number> = {};
  const sizes: ProcessSize[] = [];
  let connections = 0;
  const began = Date.now();
  for (
    let number = 0;
    faults.length === 0 && (number < leastBatches || Date.now() - began < milliseconds);
    number += 1
  ) {
    const sent = fc.sample(hostileBytes(), { numRuns: batch, seed: seed + number });
    for (const line of await responsesTo(sent, Number(new URL(url).port))) {
      connections += 1;
      const kind = /^HTTP\/1\.1 (\d)/.exec(line)?.[1] ?? 'none';
      responses[kind] = (responses[kind] ?? 0) + 1;
      if (kind === '5') faults.push(`answered "${line}" in batch ${number}`);
    }
    if (honest.experience.faults.length > 0) await Promise.race([exited, sleep(MOST_NOTICE_MS)]);
    const size = await sizeIfRunning(child);
    if (size === undefined) faults.push(`the process ended in batch ${number}`);
    else sizes.push(size);
    if (complaints !== '') faults.push(`reported in batch ${number}: ${complaints.slice(0, 2000)}`);
    faults.push(...honest.experience.faults.map((fault) => `in batch ${number} ${fault}`));
  }
  const experience = faults.length === 0 ? await honest.stop() : honest.experience;
  if (faults.length === 0) faults.push(...experience.faults);
  child.kill('SIGTERM');
  await exited;
  return { connections, responses, sizes, honest: experience, faults: [...faults, ...growthIn(sizes)] };
}

async function sizeIfRunning({ pid, exitCode, signalCode }: ChildProcess): Promise<ProcessSize | undefined> {
  return pid === undefined || exitCode !== null || signalCode !== null ? undefined : sizeOf(pid);
}

function mannerOf(at: number): Manner {
  if (at % 20 === 0) return 'rude';
  return at % 20 === 1 ? 'in pieces' : 'together';
}

async function responsesTo(sent: readonly Buffer[], port: number): Promise<string[]> {
  const lines: string[] = [];
  await inParallel(sent.entries(), AT_ONCE, async ([at, bytes]) => {
    lines.push((await sentBytes(port, bytes, mannerOf(at))).line);
  });
  return lines;
}
