import type { WallTime } from './conformance.bench.ts';
import { benchConformance } from './conformance.bench.ts';
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

print('reference server : bare node:http with bodies of the same size', await benchServer());
print('proxy', await benchProxy());
printWallTimes(await benchConformance());
