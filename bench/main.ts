import type { Soak, WallTime } from './conformance.bench.ts';
import { benchConformance, benchRequestRate, benchSoak } from './conformance.bench.ts';
import type { OrderTime } from './linearizability.bench.ts';
import { benchLinearizability } from './linearizability.bench.ts';
import type { ProxyBench } from './proxy.bench.ts';
import { benchProxy } from './proxy.bench.ts';
import type { Comparison } from './ratio.ts';
import type { Footprint } from './server.bench.ts';
import { benchFootprint, benchServer } from './server.bench.ts';

/** `pnpm bench`: figures as ratios, both sides measured in turn in one run. Seconds depend on the machine; ratios hardly do. */
function print(title: string, comparisons: readonly Comparison[]): void {
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
    process.stdout.write(`  ${name.padEnd(18)} ${seconds.toFixed(1)} s, ${rules} rules, ${cases} cases, ${requests} requests, exit ${exitCode}\n`);
  }
}

function printSoak({ name, seconds, requests, cases, suite, server }: Soak): void {
  process.stdout.write(`\nmemory of a soak, ${name}: ${seconds.toFixed(0)} s, ${cases} cases, ${requests} requests\n`);
  for (const [who, { middle, end, peak }] of [['suite', suite], ['reference server', server]] as const) {
    process.stdout.write(`  ${who.padEnd(18)} ${(end / middle).toFixed(2)}  (last third : second third, ${end.toFixed(0)} : ${middle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB)\n`);
  }
}

function printOrderTimes(times: readonly OrderTime[]): void {
  process.stdout.write('\nan order for all requests on one object\n');
  for (const { name, operations, verdict, ms } of times) process.stdout.write(`  ${name.padEnd(28)} ${String(ms).padStart(6)} ms of processor time, ${operations} operations: ${verdict}\n`);
}

function printProxy({ ways, recordingRatio, recorder, skipped }: ProxyBench): void {
  const width = Math.max(...ways.map(({ name }) => name.length));
  process.stdout.write('\nproxy : no proxy, 16 connections, 1 KB of JSON; and what it adds at one connection\n');
  for (const { name, ratio, perSecond, addedMicroseconds } of ways) {
    process.stdout.write(`  ${name.padEnd(width)}  ${ratio.toFixed(2).padStart(5)}  ${perSecond.toFixed(0).padStart(6)} requests/s  ${addedMicroseconds.toFixed(0).padStart(6)} us\n`);
  }
  const { streamGrowth, stalledGrowth, lagMedian, lagP99, watchesGrowth, roundsGrowth, lines, missing } = recorder;
  process.stdout.write(`  recording : passing through  ${recordingRatio.toFixed(2)}\n`);
  process.stdout.write(`  recorder: 200 MB streamed +${streamGrowth.toFixed(0)} MB, to a stalled reader +${stalledGrowth.toFixed(0)} MB, 1000 watches +${watchesGrowth.toFixed(0)} MB\n`);
  process.stdout.write(`  recorder: watch events ${lagMedian.toFixed(2)} ms later than directly, 99 of 100 within ${lagP99.toFixed(2)} ms\n`);
  process.stdout.write(`  recorder: +${roundsGrowth.toFixed(0)} MB after all rounds; ${lines} lines in its log, ${missing} missing\n`);
  for (const each of skipped) process.stdout.write(`  not measured: ${each}\n`);
}

function printFootprint({ startMs, pods, megabytes }: Footprint): void {
  process.stdout.write(`  first answer after ${startMs.toFixed(0)} ms; ${pods} pods in ${megabytes.toFixed(0)} MB\n`);
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  server: async () => {
    print('reference server : bare node:http with bodies of the same size', await benchServer());
    printFootprint(await benchFootprint());
  },
  order: async () => printOrderTimes(await benchLinearizability()),
  proxy: async () => printProxy(await benchProxy()),
  conformance: async () => {
    printWallTimes(await benchConformance());
    print('pnpm conformance : plain undici loop, against one reference server', [await benchRequestRate()]);
  },
  soak: async () => printSoak(await benchSoak('60s')),
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  process.stderr.write(`error: '${unknown}' is no part of the bench; choose among ${Object.keys(PARTS).join(', ')}, or none for all\n`);
  process.exitCode = 2;
} else for (const [name, run] of Object.entries(PARTS)) if (chosen.length === 0 || chosen.includes(name)) await run();
