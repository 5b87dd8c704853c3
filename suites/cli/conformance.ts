import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReportFolder } from '../../shared/verdict-log/report-folder.ts';
import type { RunRules } from '../engine/run/vitest-run.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { TargetOptions } from '../target/options.ts';
import type { ConformanceFlags } from './settings/flags.ts';
import { type Intent, intentOf } from './intent.ts';
import type { Interrupt } from './on-interrupt.ts';
import { startReferenceServer } from './servers/reference-server-process.ts';
import { type ReportOutput, startReports } from './report-process.ts';
import { lookalikeServers } from './servers/lookalike-servers.ts';
import { runOnTarget } from './run-on-target.ts';
import type { Selected } from './settings/selection.ts';
import { targetOptions } from './settings/target-options.ts';
import { UsageError } from './settings/usage-error.ts';

/** Replaces the ways of the program, for a run in the process of another program. */
export interface RunWays {
  /** Runs the rules; default vitest. */
  readonly runRules?: RunRules;
  /** Receives the output of the reports; default the standard streams. */
  readonly output?: ReportOutput;
}

/**
 * Judges the target of the flags, or a reference server of its own, and resolves with the exit code. Every way out
 * writes reports.
 */
export async function conformance(
  flags: ConformanceFlags,
  selected: readonly Selected[],
  interrupt: Interrupt,
  ways: RunWays = {},
): Promise<number> {
  const intent = await intentOf(flags, selected);
  await assertWritable(flags.reportDir);
  if (flags.target !== undefined || flags.kubeconfig !== undefined)
    return judge(intent, targetOptions(flags), interrupt, ways);
  await using server = await startReferenceServer(flags.dialect);
  return await judge(intent, { ...targetOptions(flags), url: server.url }, interrupt, ways);
}

/** Reports an unwritable folder before the run, not after it. */
async function assertWritable(folder: string): Promise<void> {
  const trial = join(folder, `.${process.pid}.trial`);
  try {
    await makeReportFolder(folder);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    throw new UsageError(
      `--report-dir: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}); give a folder that can`,
      { cause: error },
    );
  }
}

/** Contradictory options throw a `TargetError` before anything is written. */
async function judge(
  intent: Intent,
  options: TargetOptions,
  interrupt: Interrupt,
  { runRules, output }: RunWays,
): Promise<number> {
  connectionSettings(options);
  const { reportDir, reporter } = intent.flags;
  const reports = startReports({
    directory: reportDir,
    reporters: reporter,
    ...(output === undefined ? {} : { output }),
  });
  const { exitCode, updated } = await runOnTarget(intent, options, interrupt, {
    reports,
    startLookalikes: lookalikeServers,
    runRules: runRules ?? (await import('../engine/run/vitest-run.ts')).runInVitest,
  });
  if (updated !== undefined) process.stdout.write(`${updated}\n`);
  return exitCode;
}
