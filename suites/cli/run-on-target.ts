import { once } from 'node:events';
import { errorMessage } from '../../shared/error-message.ts';
import type { DoneLine } from '../../shared/verdict-log/verdict-log.ts';
import type { TargetOptions } from '../target/options.ts';
import { BaselineWatch } from './baseline/baseline.ts';
import { cleared, cutShort, doneLine, type RunEnding, type JudgedRun, settled } from './ending.ts';
import { removeFormerCases } from './clean-up/former-cases.ts';
import { Footprint } from './clean-up/footprint.ts';
import { type Intent, runLine } from './intent.ts';
import type { Interrupt } from './on-interrupt.ts';
import type { RunMeans, RunScene } from './run-scene.ts';
import { triedOnLookalikes } from './tried-on-lookalikes.ts';
import { RunTally } from './run-tally.ts';
import { judgeOnStage } from './staged-run.ts';

/** The end of a run, and its changes to the baseline. */
export interface RunEnd extends Pick<DoneLine, 'exitCode'> {
  /** One line for each change; absent if the run updates no baseline. */
  readonly updated?: string;
}

/** Judges a target, cleans it up, writes the verdict log, and updates the baseline if the flags say so. */
export async function runOnTarget(
  intent: Intent,
  options: TargetOptions,
  interrupt: Interrupt,
  means: RunMeans,
): Promise<RunEnd> {
  const { flags } = intent;
  const { reports } = means;
  const began = performance.now();
  const today = new Date().toISOString().slice(0, 10);
  const watch = watchOf(intent, today);
  reports.write(runLine(intent, options));
  const scene: RunScene = {
    ...means,
    intent,
    options,
    today,
    watch,
    tally: new RunTally(flags, watch, reports, interrupt.signal),
    footprint: new Footprint(),
  };
  const ending = await Promise.race([
    judgeAndClear(scene, interrupt.signal),
    interruptedAgain(interrupt).then(() => cutShort(scene)),
  ]);
  await removeCasesOfEarlierRuns(scene, ending);
  const done = doneLine(scene, ending, performance.now() - began);
  reports.write(done);
  await reports.finish();
  const { exitCode } = done;
  if (watch === undefined || flags.updateBaseline !== true) return { exitCode };
  return { exitCode, updated: await updateBaseline(watch, intent, ending) };
}

function watchOf({ flags, baseline }: Intent, today: string): BaselineWatch | undefined {
  if (baseline === undefined) return undefined;
  return new BaselineWatch(baseline, {
    today,
    update: flags.updateBaseline === true,
    isShard: flags.shard !== undefined,
  });
}

async function interruptedAgain({ again }: Interrupt): Promise<void> {
  if (!again.aborted) await once(again, 'abort');
}

/**
 * Leaves in the report folder only the cases that the report of this run names, because `--replay` sends all of them. A
 * replay reads cases that it does not write, and a run that was interrupted or could not judge has no report in their place.
 */
async function removeCasesOfEarlierRuns(
  { intent: { flags, replayed }, tally }: RunScene,
  { stopped }: RunEnding,
): Promise<void> {
  if (replayed !== undefined || stopped !== undefined) return;
  await removeFormerCases(flags.reportDir, tally.savedCases).catch((error: unknown) => {
    tally.notes = [...tally.notes, `cases of earlier runs stay in ${flags.reportDir}: ${errorMessage(error)}`];
  });
}

/** An unfinished run knows too little to change the baseline. */
async function updateBaseline(
  watch: BaselineWatch,
  { flags, rules, seed }: Intent,
  { stopped }: RunEnding,
): Promise<string> {
  return stopped === undefined
    ? watch.save(rules, seed)
    : `baseline ${flags.baseline ?? ''}: left as it is, since the run came to no end (${stopped})`;
}

/** Judges, then removes the run's objects while failing cases are tried on other servers. */
async function judgeAndClear(scene: RunScene, signal: AbortSignal): Promise<RunEnding> {
  const judged = settled(scene, await judgeOnStage(scene, signal).catch(broken));
  const [leftovers] = await Promise.all([cleared(scene), triedOnLookalikes(scene, signal)]);
  return { ...judged, leftovers };
}

function broken(error: unknown): JudgedRun {
  return {
    verdicts: ['broken'],
    stopped: `a fault of the suite itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  };
}
