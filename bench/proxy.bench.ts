import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MeasuredProcess, startListening } from './listening-process.ts';
import { type LoadCall, type Load, loadOn } from './load.ts';
import { logLines } from './log-lines.ts';
import { residentMegabytes } from './memory.ts';
import { hasMitmdump, startMitmdump } from './mitmdump.ts';
import { median } from './ratio.ts';

const CONNECTIONS = 16;
const MS = 1000;
const LATENCY_MS = 500;
const ROUNDS = 5;
const BYTES = 1024;
const LARGE = 200 * 1024 * 1024;
const EVENTS = 1000;
const WATCHES = 1000;
const HAS_PEERS = existsSync(fileURLToPath(new URL('peers/node_modules/mockttp', import.meta.url)));
const READ: () => LoadCall = () => ({ method: 'GET', path: `/read?bytes=${BYTES}` });

/**
 * One way to the bare server: direct, or through a proxy. Ratios are medians over rounds in which all ways are measured
 * in turn.
 */
export interface WayFigures {
  readonly name: string;
  /** Responses per second at 16 connections, as a multiple of those without a proxy. */
  readonly ratio: number;
  readonly perSecond: number;
  /** Additional time of the median exchange on one connection, in microseconds. */
  readonly addedMicroseconds: number;
}

/** The other costs of recording. */
export interface RecorderFigures {
  /** The most additional resident megabytes while 200 MB stream through; and while their reader has stopped. */
  readonly streamGrowth: number;
  readonly stalledGrowth: number;
  /** The additional delay of a watch event, in milliseconds. */
  readonly lagMedian: number;
  readonly lagP99: number;
  /** Additional resident megabytes with 1000 open watches. */
  readonly watchesGrowth: number;
  /** Additional resident megabytes after all rounds over those after the first. */
  readonly roundsGrowth: number;
  /** Lines of the resulting log, and missing ones: positions in the order of observation without a line. */
  readonly lines: number;
  readonly missing: number;
}

export interface ProxyBench {
  readonly ways: readonly WayFigures[];
  /** Recording relative to forwarding alone, in the same rounds. */
  readonly recordingRatio: number;
  readonly recorder: RecorderFigures;
  /** Skipped measurements, with the reason. */
  readonly skipped: readonly string[];
}

interface MeasuredPath {
  readonly name: string;
  readonly process: MeasuredProcess;
  readonly many: Load;
  readonly one: Load;
}

/** The forwarding and the recording proxy, beside no proxy and the proxies that a user would pick instead. */
export async function benchProxy(): Promise<ProxyBench> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  await using stack = new AsyncDisposables();
  stack.use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  const bare = stack.use(await startListening('bench/bare-server.ts', []));
  const starts = startersFor(bare.url, folder);
  const ways: MeasuredPath[] = [wayTo('direct', bare, stack)];
  for (const [name, start] of starts) ways.push(wayTo(name, stack.use(await start()), stack));
  const recorder = ways.find(({ name }) => name === 'record')?.process ?? bare;
  await measured(ways, 1);
  const before = (await residentMegabytes(recorder.pid)) ?? 0;
  const rounds = await measured(ways, ROUNDS);
  const roundsGrowth = ((await residentMegabytes(recorder.pid)) ?? 0) - before;
  const figures = await recorderFigures(recorder, bare);
  await recorder[Symbol.asyncDispose]();
  return {
    ways: ways.map(({ name }) => figuresOf(name, rounds)),
    recordingRatio: median(
      rounds.map((round) => (round.get('record')?.perSecond ?? 0) / (round.get('pass')?.perSecond ?? 1)),
    ),
    recorder: { ...figures, roundsGrowth, ...(await logLines(join(folder, 'bench.jsonl'))) },
    skipped: [
      ...(HAS_PEERS ? [] : ['http-proxy 1.18.1 and mockttp: npm install --prefix bench/peers']),
      ...(hasMitmdump() ? [] : ['mitmdump: apt-get install mitmproxy']),
    ],
  };
}

function startersFor(target: string, folder: string): [name: string, start: () => Promise<MeasuredProcess>][] {
  const ours =
    (command: string, ...more: readonly string[]) =>
    (): Promise<MeasuredProcess> =>
      startListening('proxy/cli/main.ts', [command, '--target', target, '--port', '0', ...more]);
  const theirs = (which: string) => (): Promise<MeasuredProcess> =>
    startListening('bench/package-proxy.ts', [which, target]);
  return [
    ['pass', ours('pass')],
    ['record', ours('record', '--out', join(folder, 'bench.jsonl'))],
    ['httpxy', theirs('httpxy')],
    ...(HAS_PEERS
      ? (
          [
            ['http-proxy 1.18.1', theirs('http-proxy')],
            ['mockttp', theirs('mockttp')],
          ] as const
        ).map(([name, start]): [string, () => Promise<MeasuredProcess>] => [name, start])
      : []),
    ...(hasMitmdump()
      ? (
          [
            ['mitmdump', undefined],
            ['mitmdump -w', join(folder, 'flows')],
          ] as const
        ).map(([name, file]): [string, () => Promise<MeasuredProcess>] => [name, () => startMitmdump(target, file)])
      : []),
  ];
}

function wayTo(name: string, process: MeasuredProcess, stack: AsyncDisposables): MeasuredPath {
  return { name, process, many: stack.use(loadOn(process.url, CONNECTIONS)), one: stack.use(loadOn(process.url, 1)) };
}

type Round = ReadonlyMap<string, { readonly perSecond: number; readonly microseconds: number }>;

/** Measures every way once in each of so many rounds. */
async function measured(ways: readonly MeasuredPath[], count: number): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    const figures = new Map<string, { perSecond: number; microseconds: number }>();
    for (const { name, many, one } of ways)
      figures.set(name, {
        perSecond: await many.throughput(MS, READ),
        microseconds: await one.latency(LATENCY_MS, READ),
      });
    rounds.push(figures);
  }
  return rounds;
}

function figuresOf(name: string, rounds: readonly Round[]): WayFigures {
  const each = (
    figure: (
      own: { perSecond: number; microseconds: number },
      direct: { perSecond: number; microseconds: number },
    ) => number,
  ): number =>
    median(
      rounds.map((round) =>
        figure(
          round.get(name) ?? { perSecond: 0, microseconds: 0 },
          round.get('direct') ?? { perSecond: 1, microseconds: 0 },
        ),
      ),
    );
  return {
    name,
    ratio: each((own, direct) => own.perSecond / direct.perSecond),
    perSecond: each((own) => own.perSecond),
    addedMicroseconds: each((own, direct) => own.microseconds - direct.microseconds),
  };
}

async function recorderFigures(
  recorder: MeasuredProcess,
  bare: MeasuredProcess,
): Promise<Omit<RecorderFigures, 'roundsGrowth' | 'lines' | 'missing'>> {
  const { median: lagMedian, p99: lagP99 } = await lag(recorder.url, bare.url);
  const watchesGrowth = await growth(recorder.pid, () => openWatches(recorder.url));
  const streamGrowth = await growth(recorder.pid, () => streamed(recorder.url, false));
  const stalledGrowth = await growth(recorder.pid, () => streamed(recorder.url, true));
  return { streamGrowth, stalledGrowth, lagMedian, lagP99, watchesGrowth };
}

/** The most megabytes that a process takes in addition while `work` runs. */
async function growth(pid: number, work: () => Promise<void>): Promise<number> {
  const before = (await residentMegabytes(pid)) ?? 0;
  let most = before;
  const timer = setInterval(() => void residentMegabytes(pid).then((now) => (most = Math.max(most, now ?? 0))), 50);
  await work();
  clearInterval(timer);
  return Math.max(most, (await residentMegabytes(pid)) ?? 0) - before;
}

/** Reads 200 MB to their end; or begins to, stops reading for two seconds, and disconnects. */
function streamed(url: string, stalls: boolean): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = 0;
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (bytes) => {
      received += bytes.length;
      if (stalls) {
        socket.pause();
        setTimeout(() => socket.destroy(), 2000);
      } else if (received >= LARGE) socket.destroy();
    });
    socket.write(`GET /stream?bytes=${LARGE} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

async function openWatches(url: string): Promise<void> {
  await using load = loadOn(url, 1);
  const closing = await Promise.all(
    Array.from({ length: WATCHES }, () => load.stream('/watch?watch=true', () => undefined)),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const close of closing) close();
}

/** Each event is received by one direct watcher and by one through the proxy, in this process. */
async function lag(proxied: string, direct: string): Promise<{ readonly median: number; readonly p99: number }> {
  await using through = loadOn(proxied, 1);
  await using straight = loadOn(direct, 1);
  const seen: Record<'through' | 'straight', number[]> = { through: [], straight: [] };
  const at =
    (times: number[]) =>
    (lines: number): void =>
      void times.push(...Array.from({ length: lines }, () => performance.now()));
  const closing = [
    await through.stream('/watch?watch=true', at(seen.through)),
    await straight.stream('/watch?watch=true', at(seen.straight)),
  ];
  for (let event = 0; event < EVENTS; event += 1) {
    await straight.call({ method: 'POST', path: `/create?bytes=${BYTES}`, body: '{}' });
    if (event % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  while (seen.through.length < EVENTS) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const close of closing) close();
  const lags = seen.through.map((time, index) => time - (seen.straight[index] ?? time)).sort((a, b) => a - b);
  return { median: median(lags), p99: lags[Math.floor(lags.length * 0.99)] ?? Number.NaN };
}

/** Ends the started resources, the last first. */
class AsyncDisposables implements AsyncDisposable {
  readonly #all: AsyncDisposable[] = [];

  use<Each extends AsyncDisposable>(each: Each): Each {
    this.#all.push(each);
    return each;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.#all.reverse()) await each[Symbol.asyncDispose]();
  }
}
