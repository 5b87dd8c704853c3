import { parseArgs } from 'node:util';
import { benchConformance, benchRequestRates, benchSoak, type Soak, type WallTime } from './conformance.bench.ts';
import { benchFaulty, type FaultyBench } from './faulty.bench.ts';
import type { MemoryTrace } from './memory.ts';
import { benchLinearizability, type OrderTime } from './linearizability.bench.ts';
import { benchPackage } from './package.bench.ts';
import { benchProxy, type ProxyBench } from './proxy.bench.ts';
import { benchProxySoak, type ProxySoak } from './proxy-soak.bench.ts';
import type { MeasuredRatio } from './ratio.ts';
import { benchFootprint, benchServer, type ServerCost } from './server.bench.ts';
import { benchReach, benchServerGrowth, type Reach } from './server-growth.bench.ts';
import { benchServerOnEtcd } from './server-etcd.bench.ts';

/**
 * `pnpm bench [part ...] [--seconds N] [--faulty [--sample N] [--seed N]]`: figures as ratios, both sides measured in
 * turn in one run. Seconds depend on the machine; ratios hardly do.
 */
function print(title: string, comparisons: readonly MeasuredRatio[]): void {
  const width = Math.max(...comparisons.map(({ name }) => name.length));
  process.stdout.write(`\n${title}\n`);
  for (const { name, unit, ours, theirs, ratio } of comparisons) {
    const figures = `${ours.toFixed(0).padStart(8)} : ${theirs.toFixed(0).padStart(8)} ${unit}`;
    process.stdout.write(`  ${name.padEnd(width)}  ${ratio.toFixed(2).padStart(5)}  (${figures})\n`);
  }
}

function printWallTimes(times: readonly WallTime[]): void {
  process.stdout.write('\npnpm conformance against the reference server\n');
  for (const { name, seconds, requests, rules, cases, exitCode } of times) {
    process.stdout.write(
      `  ${name.padEnd(18)} ${seconds.toFixed(1)} s, ${rules} rules, ${cases} cases, ${requests} requests, exit ${exitCode}\n`,
    );
  }
}

function printSoak({ name, seconds, requests, cases, suite, server }: Soak): void {
  process.stdout.write(`\nmemory of a soak, ${name}: ${seconds.toFixed(0)} s, ${cases} cases, ${requests} requests\n`);
  printMemory('suite', suite);
  printMemory('reference server', server);
}

function printOrderTimes(times: readonly OrderTime[]): void {
  process.stdout.write('\nan order for all requests on one object\n');
  for (const { name, operations, verdict, ms } of times)
    process.stdout.write(
      `  ${name.padEnd(28)} ${String(ms).padStart(6)} ms of processor time, ${operations} operations: ${verdict}\n`,
    );
}

function printProxy({ ways, recordingRatio, recorder, skipped }: ProxyBench): void {
  const width = Math.max(...ways.map(({ name }) => name.length));
  process.stdout.write('\nproxy : no proxy, 16 connections, 1 KB of JSON; and what it adds at one connection\n');
  for (const { name, ratio, perSecond, addedMicroseconds } of ways) {
    process.stdout.write(
      `  ${name.padEnd(width)}  ${ratio.toFixed(2).padStart(5)}  ${perSecond.toFixed(0).padStart(6)} requests/s  ${addedMicroseconds.toFixed(0).padStart(6)} us\n`,
    );
  }
  const { streamGrowth, stalledGrowth, lagMedian, lagP99, watchesGrowth, roundsGrowth, lines, missing } = recorder;
  process.stdout.write(`  recording : passing through  ${recordingRatio.toFixed(2)}\n`);
  process.stdout.write(
    `  recorder: 200 MB streamed +${streamGrowth.toFixed(0)} MB, to a stalled reader +${stalledGrowth.toFixed(0)} MB, 1000 watches +${watchesGrowth.toFixed(0)} MB\n`,
  );
  process.stdout.write(
    `  recorder: watch events ${lagMedian.toFixed(2)} ms later than directly, 99 of 100 within ${lagP99.toFixed(2)} ms\n`,
  );
  process.stdout.write(
    `  recorder: +${roundsGrowth.toFixed(0)} MB after all rounds; ${lines} lines in its log, ${missing} missing\n`,
  );
  for (const each of skipped) process.stdout.write(`  not measured: ${each}\n`);
}

function printProxySoak({ seconds, requests, watches, events, aborts, memory, lines, missing }: ProxySoak): void {
  process.stdout.write(
    `\nmemory of the recording proxy: ${seconds} s, ${requests} requests, ${watches} watches with ${events} events, ${aborts} clients that left in mid-message\n`,
  );
  printMemory('recorder', memory);
  process.stdout.write(`  ${lines} lines in its log, ${missing} missing\n`);
}

function printMemory(who: string, { middle, end, peak }: MemoryTrace): void {
  process.stdout.write(
    `  ${who.padEnd(18)} ${(end / middle).toFixed(2)}  (last third : second third, ${end.toFixed(0)} : ${middle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB)\n`,
  );
}

function printFootprint({ startMs, floorMs, pods, megabytes }: ServerCost): void {
  process.stdout.write(
    `  first response after ${startMs.toFixed(0)} ms, ${(startMs / floorMs).toFixed(1)} times as long as \`node -e 0\`; ${pods} pods in ${megabytes.toFixed(0)} MB\n`,
  );
}

function printReach({ watchers, oursMs, floorMs }: Reach): void {
  process.stdout.write(
    `  ${watchers} watchers have seen a write after ${oursMs.toFixed(1)} ms; of the bare server after ${floorMs.toFixed(1)} ms\n`,
  );
}

function printFaulty({ times, median, most }: FaultyBench): void {
  process.stdout.write(
    '\npnpm conformance on a server with one fault : on a correct one, wall time; the goals are 1.5 in the median and 3 at most\n',
  );
  for (const { fault, seconds, ratio, exitCode } of times)
    process.stdout.write(
      `  ${fault.padEnd(48)} ${ratio.toFixed(2).padStart(5)}  (${seconds.toFixed(1)} s, exit ${exitCode})\n`,
    );
  process.stdout.write(`  median ${median.toFixed(2)}, at most ${most.toFixed(2)}, of ${times.length} faults\n`);
}

const PARTS: Readonly<Record<string, (chosen: BenchSelection) => Promise<void>>> = {
  server: async () => {
    print('reference server : bare node:http with bodies of the same size', await benchServer());
    printFootprint(await benchFootprint());
    printReach(await benchReach());
    print('reference server that is full or watched : one that is empty', await benchServerGrowth());
  },
  etcd: async () => {
    const comparisons = await benchServerOnEtcd();
    if (comparisons.length > 0)
      print(
        'reference server over an etcd : what a real API server of that era made on two cores; the goal is 1 or more in each',
        comparisons,
      );
    else
      process.stdout.write(
        '\nnot measured: the reference server over an etcd, as there is no etcd on the PATH (Debian: apt-get install etcd-server)\n',
      );
  },
  package: async () => print('the installed package : what a user would install instead', await benchPackage()),
  order: async () => printOrderTimes(await benchLinearizability()),
  proxy: async () => printProxy(await benchProxy()),
  'proxy-soak': async ({ seconds }) => printProxySoak(await benchProxySoak(seconds)),
  conformance: async ({ faulty }) => {
    if (faulty !== undefined) return printFaulty(await benchFaulty(faulty.sample, faulty.seed));
    printWallTimes(await benchConformance());
    print('pnpm conformance : a plain loop, against one reference server', await benchRequestRates());
  },
  soak: async ({ seconds }) => printSoak(await benchSoak(`${seconds}s`)),
};

interface BenchSelection {
  readonly parts: readonly string[];
  readonly seconds: number;
  /** The number of faulty servers to measure in place of a correct one, and the seed that picks them. */
  readonly faulty?: { readonly sample: number; readonly seed: number };
}

/** The choice of the command line's words; otherwise a line that says why they are wrong. */
function chosenBy(words: readonly string[]): BenchSelection | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '60' },
        faulty: { type: 'boolean', default: false },
        sample: { type: 'string', default: '20' },
        seed: { type: 'string', default: '1' },
      },
    });
    const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
    if (unknown !== undefined)
      return `'${unknown}' is no part of the bench; choose among ${Object.keys(PARTS).join(', ')}, or none for all`;
    if (!/^[1-9]\d{0,5}$/.test(values.seconds))
      return `--seconds ${values.seconds}: give the length of a soak as a whole number, 1 at least`;
    for (const [name, text] of [
      ['--sample', values.sample],
      ['--seed', values.seed],
    ] as const)
      if (!/^[1-9]\d{0,5}$/.test(text)) return `${name} ${text}: give a whole number, 1 at least`;
    if (values.faulty)
      return {
        parts: ['conformance'],
        seconds: 0,
        faulty: { sample: Number(values.sample), seed: Number(values.seed) },
      };
    return { parts: positionals.length === 0 ? Object.keys(PARTS) : positionals, seconds: Number(values.seconds) };
  } catch (error) {
    return (error as Error).message;
  }
}

const chosen = chosenBy(process.argv.slice(2));
if (typeof chosen === 'string') {
  process.stderr.write(`error: ${chosen}\n`);
  process.exitCode = 2;
} else for (const [name, run] of Object.entries(PARTS)) if (chosen.parts.includes(name)) await run(chosen);
