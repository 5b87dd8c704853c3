import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOn } from './load.ts';
import { startListening } from './listening-process.ts';
import type { Comparison } from './ratio.ts';
import { compare } from './ratio.ts';

const CONNECTIONS = 16;
const MS = 1500;
const ROUNDS = 3;
const BYTES = 1024;

/** The recording proxy beside the same proxy without recording, each beside no proxy at all, and the package `http-proxy` likewise. */
export async function benchProxy(): Promise<Comparison[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  try {
    await using bare = await startListening('bench/bare-server.ts', []);
    await using passing = await startListening('proxy/cli/main.ts', ['pass', '--target', bare.url, '--port', '0']);
    await using recording = await startListening('proxy/cli/main.ts', ['record', '--target', bare.url, '--port', '0', '--out', join(folder, 'bench.jsonl')]);
    await using plain = await startListening('bench/plain-http-proxy.ts', [bare.url]);
    await using direct = loadOn(bare.url, CONNECTIONS);
    await using throughPass = loadOn(passing.url, CONNECTIONS);
    await using throughPlain = loadOn(plain.url, CONNECTIONS);
    await using throughRecord = loadOn(recording.url, CONNECTIONS);
    const rate = (load: typeof direct): (() => Promise<number>) => () => load.throughput(MS, () => ({ method: 'GET', path: `/read?bytes=${BYTES}` }));
    return [
      await compare('recording beside passing through', 'requests/s', ROUNDS, rate(throughRecord), rate(throughPass)),
      await compare('passing through beside direct', 'requests/s', ROUNDS, rate(throughPass), rate(direct)),
      await compare('the package http-proxy beside direct', 'requests/s', ROUNDS, rate(throughPlain), rate(direct)),
      await compare('recording beside direct', 'requests/s', ROUNDS, rate(throughRecord), rate(direct)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
