import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startListening } from './listening-process.ts';
import { type Load, loadOn } from './load.ts';
import { logLines } from './log-lines.ts';
import { type MemoryTrace, traceMemory } from './memory.ts';

/** The numbers of concurrent clients by behaviour. */
const [WATCHERS, READERS, WRITERS, LEAVERS] = [40, 8, 2, 2] as const;
/** Milliseconds between two actions of a client; a watch lasts a hundred times as long. */
const PAUSE_MS = 10;
const WATCH_MS = 100 * PAUSE_MS;
const EVENT_BYTES = 256;
const READ_BYTES = 1024;
const LEFT_BYTES = 128 * 1024;

/** Memory of the recording proxy over a long time of mixed traffic, and the completeness of its log. */
export interface ProxySoak {
  readonly seconds: number;
  readonly requests: number;
  /** Watches that were opened and closed. */
  readonly watches: number;
  readonly events: number;
  /** Uploads and downloads that were abandoned midway. */
  readonly aborts: number;
  readonly memory: MemoryTrace;
  /** Lines of the log, and positions in the order of observation without a line. */
  readonly lines: number;
  readonly missing: number;
}

type SoakCounts = { requests: number; watches: number; events: number; aborts: number };

/**
 * Watches, reads, writes with watchers, and clients that leave midway, through one recording proxy for so many
 * seconds.
 */
export async function benchProxySoak(seconds: number): Promise<ProxySoak> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  try {
    const log = join(folder, 'soak.jsonl');
    const { counts, memory } = await soaked(log, seconds);
    return { seconds, ...counts, memory, ...(await logLines(log)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function soaked(
  log: string,
  seconds: number,
): Promise<{ readonly counts: SoakCounts; readonly memory: MemoryTrace }> {
  await using server = await startListening('bench/bare-server.ts', []);
  await using recorder = await startListening('proxy/cli/main.ts', [
    'record',
    '--target',
    server.url,
    '--port',
    '0',
    '--out',
    log,
  ]);
  await using load = loadOn(recorder.url, READERS + WRITERS);
  const counts: SoakCounts = { requests: 0, watches: 0, events: 0, aborts: 0 };
  const until = performance.now() + seconds * 1000;
  const trace = traceMemory(recorder.pid);
  await Promise.all([
    ...repeated(WATCHERS, until, () => watches(load, counts)),
    ...repeated(READERS, until, () => asks(load, 'GET', `/read?bytes=${READ_BYTES}`, counts)),
    ...repeated(WRITERS, until, () => asks(load, 'POST', `/create?bytes=${EVENT_BYTES}`, counts)),
    ...repeated(LEAVERS, until, () => leaves(recorder.url, counts)),
  ]);
  return { counts, memory: trace.stop() };
}

function repeated(times: number, until: number, act: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: times }, async () => {
    while (performance.now() < until) {
      await act();
      await sleep(PAUSE_MS);
    }
  });
}

async function watches(load: Load, counts: SoakCounts): Promise<void> {
  counts.watches += 1;
  const close = await load.stream('/watch?watch=true', (lines) => (counts.events += lines));
  await sleep(WATCH_MS * (0.5 + Math.random()));
  close();
}

async function asks(load: Load, method: 'GET' | 'POST', path: string, counts: SoakCounts): Promise<void> {
  counts.requests += 1;
  await load.call({ method, path, ...(method === 'POST' ? { body: '{"kind":"ConfigMap","data":{"a":"b"}}' } : {}) });
}

/** Abandons a download after its first bytes and an upload halfway, properly and by a reset in turn. */
function leaves(url: string, counts: SoakCounts): Promise<void> {
  const { hostname, port } = new URL(url);
  counts.aborts += 1;
  const [uploads, resets] = [counts.aborts % 2 === 0, counts.aborts % 4 < 2];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const leave = (): void => void (resets ? socket.resetAndDestroy() : socket.destroy());
    socket.on('error', reject);
    socket.on('close', () => resolve());
    if (uploads) socket.write(`PUT /half HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{"half":`, leave);
    else socket.write(`GET /stream?bytes=${LEFT_BYTES} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    socket.once('data', leave);
  });
}
