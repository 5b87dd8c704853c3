import type { Soak, WallTime } from './conformance.bench.ts';
import { benchConformance, benchRequestRate, benchSoak } from './conformance.bench.ts';
import type { OrderTime } from './linearizability.bench.ts';
import { benchLinearizability } from './linearizability.bench.ts';
import { benchProxy } from './proxy.bench.ts';
import type { Comparison } from './ratio.ts';
import { benchServer } from './server.bench.ts';

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

print('reference server : bare node:http with bodies of the same size', await benchServer());
printOrderTimes(await benchLinearizability());
print('proxy', await benchProxy());
printWallTimes(await benchConformance());
print('pnpm conformance : plain undici loop, against one reference server', [await benchRequestRate()]);
printSoak(await benchSoak('60s'));
