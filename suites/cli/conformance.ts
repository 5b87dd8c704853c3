import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReportFolder } from '../../shared/verdict-log/report-folder.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { TargetOptions } from '../target/options.ts';
import { BaselineWatch } from './baseline.ts';
import type { Ending, Judged } from './ending.ts';
import { cleared, cutShort, doneLine, settled } from './ending.ts';
import type { Flags } from './flags.ts';
import { Footprint } from './footprint.ts';
import type { Intent } from './intent.ts';
import { intentOf, runLine } from './intent.ts';
import type { Interrupt } from './on-interrupt.ts';
import { startReferenceServer } from './reference-server-process.ts';
import { startReports } from './report-process.ts';
import type { RunScene } from './run-scene.ts';
import { RunTally } from './run-tally.ts';
import type { Selected } from './selection.ts';
import { judgeOnStage } from './staged-run.ts';
import { targetOptions } from './target-options.ts';
import { UsageError } from './usage-error.ts';

/** Judges the target of the flags, or a reference server of its own, and resolves with the exit code. Reports are made on every way out. */
export async function conformance(flags: Flags, selected: readonly Selected[], interrupt: Interrupt): Promise<number> {
  const intent = await intentOf(flags, selected);
  await assertWritable(flags.reportDir);
  if (flags.target !== undefined || flags.kubeconfig !== undefined)
    return judge(intent, targetOptions(flags), interrupt);
  await using server = await startReferenceServer(flags.dialect);
  return await judge(intent, { ...targetOptions(flags), url: server.url }, interrupt);
}

/** A folder that cannot be written is told before a run, not after it. */
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

/** Options that make no sense throw a `TargetError`, before anything is written. */
async function judge(intent: Intent, options: TargetOptions, interrupt: Interrupt): Promise<number> {
  connectionSettings(options);
  const { flags, baseline } = intent;
  const began = performance.now();
  const today = new Date().toISOString().slice(0, 10);
  const watch =
    baseline === undefined
      ? undefined
      : new BaselineWatch(baseline, {
          today,
          update: flags.updateBaseline === true,
          isShard: flags.shard !== undefined,
        });
  const reports = startReports({ directory: flags.reportDir, reporters: flags.reporter });
  reports.write(runLine(intent, options));
  const scene: RunScene = {
    intent,
    options,
    today,
    watch,
    reports,
    tally: new RunTally(flags, watch, reports, interrupt.signal),
    footprint: new Footprint(),
  };
  const ending = await Promise.race([
    judgeAndClear(scene, interrupt.signal),
    interruptedAgain(interrupt).then(() => cutShort(scene)),
  ]);
  const done = doneLine(scene, ending, performance.now() - began);
  reports.write(done);
  await reports.finish();
  if (watch !== undefined && flags.updateBaseline === true) await updateBaseline(watch, intent, ending);
  return done.exitCode;
}

async function interruptedAgain({ again }: Interrupt): Promise<void> {
  if (!again.aborted) await once(again, 'abort');
}

/** A run that came to no end knows too little to change what people have written. */
async function updateBaseline(
  watch: BaselineWatch,
  { flags, rules, seed }: Intent,
  { stopped }: Ending,
): Promise<void> {
  const told =
    stopped === undefined
      ? await watch.save(rules, seed)
      : `baseline ${flags.baseline ?? ''}: left as it is, since the run came to no end (${stopped})`;
  process.stdout.write(`${told}\n`);
}

/** Judges, then clears away what the run made. */
async function judgeAndClear(scene: RunScene, signal: AbortSignal): Promise<Ending> {
  const judged = settled(scene, await judgeOnStage(scene, signal).catch(broken));
  return { ...judged, leftovers: await cleared(scene) };
}

function broken(error: unknown): Judged {
  return {
    verdicts: ['broken'],
    stopped: `a fault of the suite itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  };
}
