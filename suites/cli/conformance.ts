import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReportFolder } from '../../fixtures/formats/report-folder.ts';
import type { ExercisedOperation } from '../../fixtures/formats/verdict-log.ts';
import type { ExitCode, Verdict } from '../../fixtures/formats/verdict.ts';
import { EXIT, worst } from '../../fixtures/formats/verdict.ts';
import { exitCodeOf } from '../engine/exit-code.ts';
import { JUDGED_RULES } from '../engine/judged-rules.ts';
import type { Assignment, RunConfig } from '../engine/run-config.ts';
import { unjudged } from '../engine/unjudged.ts';
import { runInVitest } from '../engine/vitest-run.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { TargetOptions } from '../target/options.ts';
import { BaselineWatch } from './baseline.ts';
import type { Flags } from './flags.ts';
import type { Intent } from './intent.ts';
import { againOf, intentOf, runLine } from './intent.ts';
import { referenceOnDemand } from './reference-on-demand.ts';
import { startReferenceServer } from './reference-server-process.ts';
import { namespaceNeeds } from './namespace-needs.ts';
import type { ReportProcess } from './report-process.ts';
import { startReports } from './report-process.ts';
import { RunTally } from './run-tally.ts';
import type { Selected } from './selection.ts';
import type { Stage } from './stage.ts';
import { openStage } from './stage.ts';
import { targetOptions } from './target-options.ts';
import { UsageError } from './usage-error.ts';

/** How a run ended. */
interface Outcome {
  /** By their weight. */
  readonly verdicts: readonly Verdict[];
  readonly requests: number;
  readonly leftovers: readonly string[];
  readonly exercised?: readonly ExercisedOperation[];
  readonly stopped?: string;
  readonly exitCode: ExitCode;
}

/** Judges the target of the flags, or a reference server of its own, and resolves with the exit code. Reports are made on every way out. */
export async function conformance(flags: Flags, selected: readonly Selected[], signal: AbortSignal): Promise<number> {
  const intent = await intentOf(flags, selected);
  await assertWritable(flags.reportDir);
  if (flags.target !== undefined || flags.kubeconfig !== undefined) return judge(intent, targetOptions(flags), signal);
  await using server = await startReferenceServer(flags.dialect);
  return await judge(intent, { ...targetOptions(flags), url: server.url }, signal);
}

/** A folder that cannot be written is told before a run, not after it. */
async function assertWritable(folder: string): Promise<void> {
  const trial = join(folder, `.${process.pid}.trial`);
  try {
    await makeReportFolder(folder);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    throw new UsageError(`--report-dir: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}); give a folder that can`, { cause: error });
  }
}

/** Options that make no sense throw a `TargetError`, before anything is written. */
async function judge(intent: Intent, target: TargetOptions, signal: AbortSignal): Promise<number> {
  connectionSettings(target);
  const { flags, baseline, rules } = intent;
  const began = performance.now();
  const today = new Date().toISOString().slice(0, 10);
  const watch = baseline === undefined ? undefined : new BaselineWatch(baseline, today, flags.updateBaseline === true);
  const reports = startReports({ directory: flags.reportDir, reporters: flags.reporter });
  reports.write(runLine(intent, target));
  const outcome = await stageAndRun(intent, target, watch, today, reports, signal).catch(brokenOutcome);
  const stale = outcome.exitCode === EXIT.unreachable ? [] : (watch?.stale(rules) ?? []);
  const verdicts: readonly Verdict[] = stale.length === 0 ? outcome.verdicts : [...outcome.verdicts, 'failed'];
  const exitCode = stale.length === 0 ? outcome.exitCode : exitCodeOf(verdicts);
  reports.write({
    kind: 'done',
    verdict: worst(verdicts),
    exitCode,
    durationMs: Math.round(performance.now() - began),
    requests: outcome.requests,
    ...(outcome.stopped === undefined ? {} : { stopped: outcome.stopped }),
    leftovers: outcome.leftovers,
    ...(outcome.exercised === undefined ? {} : { exercised: outcome.exercised }),
    ...(watch === undefined ? {} : { stale }),
  });
  await reports.finish();
  if (watch !== undefined && flags.updateBaseline === true) await updateBaseline(watch, intent, outcome);
  return exitCode;
}

/** A run that came to no end knows too little to change what people have written. */
async function updateBaseline(watch: BaselineWatch, { flags, rules }: Intent, { stopped }: Outcome): Promise<void> {
  const told = stopped === undefined ? await watch.save(rules) : `baseline ${flags.baseline ?? ''}: left as it is, since the run came to no end (${stopped})`;
  process.stdout.write(`${told}\n`);
}

/** Sets the stage on the target, runs, and clears the stage again. A target that cannot be reached is an outcome, not an error. */
async function stageAndRun(
  intent: Intent,
  options: TargetOptions,
  watch: BaselineWatch | undefined,
  today: string,
  reports: ReportProcess,
  signal: AbortSignal,
): Promise<Outcome> {
  const { flags, assignments } = intent;
  if (signal.aborted) {
    for (const assignment of assignments) reports.write(unjudged(assignment, 'blocked', 'not judged: interrupted'));
    return { verdicts: ['inconclusive'], requests: 0, leftovers: [], stopped: 'interrupted', exitCode: EXIT.inconclusive };
  }
  const tally = new RunTally(flags, watch, reports, signal);
  await using reference = referenceOnDemand(intent.run, flags.dialect);
  const setting = openStage(options, {
    run: intent.run,
    // No more cases are under way than there are pairs to judge.
    slots: Math.max(1, Math.min(flags.concurrency, assignments.length)),
    operations: intent.operations,
    prefix: flags.namespacePrefix ?? 'plumbline',
    needed: namespaceNeeds(assignments),
    timeoutMs: flags.timeout,
    loops: needs(assignments, 'loop'),
    protobuf: needs(assignments, 'protobuf'),
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
    ...(flags.record === undefined ? {} : { record: flags.record }),
  });
  const config = setting.then((stage) => ('unusable' in stage ? undefined : configOf(intent, options, stage, today, reference.channel)));
  const judging = assignments.length === 0 ? [] : runInVitest(config, { run: intent.run, concurrency: flags.concurrency }, tally, signal);
  const stage = await setting;
  if ('unusable' in stage) return { verdicts: ['blocked'], requests: stage.requests, leftovers: [], stopped: stage.unusable, exitCode: EXIT.unreachable };
  const faults = await judging;
  await tally.saved();
  const leftovers = flags.keep === true ? [] : await stage.clear();
  await stage.close();
  const stopped = signal.aborted ? 'interrupted' : faults[0];
  const left = tally.unsettled(assignments);
  for (const assignment of left) reports.write(unjudged(assignment, 'blocked', `not judged: ${stopped ?? 'the run ended before'}`));
  const verdicts: readonly Verdict[] = [...tally.verdicts, ...(faults.length > 0 ? ['broken' as const] : []), ...(signal.aborted && left.length > 0 ? ['inconclusive' as const] : [])];
  const requests = tally.requests + stage.requests();
  return { verdicts, requests, leftovers, exercised: tally.exercised(), ...(stopped === undefined ? {} : { stopped }), exitCode: exitCodeOf(verdicts) };
}

function configOf({ flags, run, dialect, seed, baseline, whole, assignments, walks, replay }: Intent, target: TargetOptions, stage: Stage, today: string, channel: string): RunConfig {
  return {
    run,
    target,
    again: againOf(flags),
    answers: dialect.answers,
    seed,
    runs: flags.runs,
    walks,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    ...(flags.budget === undefined ? {} : { budgetMs: flags.budget }),
    bail: flags.bail === true,
    keep: flags.keep === true,
    reportDirectory: flags.reportDir,
    ...(flags.record === undefined || stage.recorded === undefined ? {} : { record: { path: flags.record, after: stage.recorded } }),
    capabilities: stage.capabilities,
    namespaces: stage.namespaces,
    assignments,
    whole,
    reference: { channel },
    ...(baseline === undefined ? {} : { known: { entries: baseline.entries, today } }),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** Whether a rule is to be judged that applies only where a control loop acts, or where protobuf is spoken. */
function needs(assignments: readonly Assignment[], what: 'loop' | 'protobuf'): boolean {
  const rules = new Set(assignments.map(({ rule }) => rule));
  return JUDGED_RULES.some((rule) => rule[what] !== undefined && rules.has(rule.id));
}

function brokenOutcome(error: unknown): Outcome {
  const stopped = `a fault of the suite itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { verdicts: ['broken'], requests: 0, leftovers: [], stopped, exitCode: EXIT.broken };
}
