import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Level } from '../../../shared/verdict-log/verdict-log.ts';
import { run } from '../listening-process.ts';
import { startServers } from '../servers.ts';
import { type SpecFailure, storeFailures } from './stored-failures.ts';
import { positiveNumber } from '../flag-parsers.ts';

const DIALECT = 'kubernetes-1.7';
/** The variant that adds the real system's differences from a reference server with its dialect. */
const VARIANT = 'kubernetes-1-7';
const SUITE = 'suites/cli/quick-start.mjs';

/** The used part of a report. */
interface ReadReport {
  readonly rules: readonly { readonly id: string; readonly level: Level; readonly verdict: string }[];
}

/**
 * `pnpm spec-failures` holds the imitation of the real system to `spec` under several seeds, and stores which rules
 * fail. docs/dialects.md shows them.
 */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('spec-failures')
    .description('Judges the imitation of kube-apiserver 1.7.5 under --dialect spec, and stores which rules fail.')
    .option('--seeds <n>', 'under how many seeds', positiveNumber, 3)
    .option('--runs <n>', 'cases per rule', positiveNumber, 30)
    .allowExcessArguments(false);
  const { seeds, runs } = command.parse(args, { from: 'user' }).opts<{ seeds: number; runs: number }>();
  const failures = new Map<string, SpecFailure>();
  const tried = Array.from({ length: seeds }, (_, index) => index + 1);
  for (const seed of tried) {
    const failed = await failuresUnder(seed, runs);
    process.stdout.write(`seed ${seed}: ${failed.length} rules failed\n`);
    for (const failure of failed) {
      const before = failures.get(failure.rule);
      failures.set(failure.rule, before === undefined ? failure : { ...before, seeds: [...before.seeds, seed] });
    }
    const sorted = [...failures.values()].sort((one, other) => (one.rule < other.rule ? -1 : 1));
    storeFailures({ seeds: tried.slice(0, seed), runs, failures: sorted });
  }
}

async function failuresUnder(seed: number, runs: number): Promise<SpecFailure[]> {
  await using servers = await startServers([DIALECT]);
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-spec-failures-'));
  try {
    const url = servers.url(DIALECT, VARIANT);
    const flags = [
      '--no-config',
      '--seed',
      `${seed}`,
      '--runs',
      `${runs}`,
      // A response that a busy machine delays is no failure.
      '--timeout',
      '60s',
      '--report-dir',
      folder,
      '--reporter',
      'json',
    ];
    await run(SUITE, '--target', url, ...flags);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as ReadReport;
    return report.rules
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ id, level }) => ({ rule: id, level, seeds: [seed] }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
