import { randomBytes, randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import { VERDICT_LOG_FORMAT } from '../../fixtures/formats/verdict-log.ts';
import type { ExitCode, Verdict } from '../../fixtures/formats/verdict.ts';
import { EXIT, worst } from '../../fixtures/formats/verdict.ts';
import { shuffled } from '../engine/amount.ts';
import { exitCodeOf, weightOf } from '../engine/exit-code.ts';
import { JUDGED_RULES, levelOf } from '../engine/judged-rules.ts';
import type { Assignment, RunConfig } from '../engine/run-config.ts';
import { runInVitest } from '../engine/vitest-run.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { TargetOptions } from '../target/options.ts';
import { chooseDialect } from './choose-dialect.ts';
import { summaryOf } from './describe.ts';
import type { Flags } from './flags.ts';
import { onInterrupt } from './on-interrupt.ts';
import { startReferenceServer } from './reference-server-process.ts';
import type { ReportProcess } from './report-process.ts';
import { startReports } from './report-process.ts';
import { readSavedCase, saveCases } from './saved-case.ts';
import type { Selected } from './selection.ts';
import { openStage } from './stage.ts';
import { targetOptions } from './target-options.ts';
import { UsageError } from './usage-error.ts';

/** What is known of a run before its target is. */
interface Intent {
  readonly flags: Flags;
  readonly selected: readonly Selected[];
  readonly run: string;
  readonly seed: number;
  readonly replay: RunConfig['replay'];
  readonly dialect: Awaited<ReturnType<typeof chooseDialect>>;
}

/** How a run ended. */
interface Outcome {
  /** By their weight. */
  readonly verdicts: readonly Verdict[];
  readonly requests: number;
  readonly leftovers: readonly string[];
  readonly stopped?: string;
  readonly exitCode: ExitCode;
}

/** Judges the target of the flags, or a reference server of its own, and resolves with the exit code. Reports are made on every way out. */
export async function conformance(flags: Flags, selected: readonly Selected[]): Promise<number> {
  const dialect = await chooseDialect(flags.dialect);
  const replay = flags.replay === undefined ? undefined : await readSavedCase(flags.replay, JUDGED_RULES);
  const seed = flags.seed ?? randomInt(0, 2 ** 31);
  await mkdir(flags.reportDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--report-dir: ${flags.reportDir} cannot be made (${error.code ?? error.message}); give a folder that can be written`);
  });
  const intent: Intent = { flags, selected, dialect, replay, seed, run: `p${randomBytes(3).toString('hex').slice(0, 5)}` };
  if (flags.target !== undefined || flags.kubeconfig !== undefined) return judge(intent, targetOptions(flags));
  await using server = await startReferenceServer(dialect.name);
  return await judge(intent, { ...targetOptions(flags), url: server.url });
}

/** Options that make no sense throw a `TargetError`, before anything is written. */
async function judge(intent: Intent, target: TargetOptions): Promise<number> {
  connectionSettings(target);
  const { flags } = intent;
  const began = performance.now();
  const assignments = assignmentsOf(intent);
  const interrupt = onInterrupt();
  const reports = startReports({ directory: flags.reportDir, reporters: flags.reporter });
  writeRunLine(intent, target, assignments, reports);
  const outcome = await stageAndRun(intent, target, assignments, reports, interrupt.signal).catch(brokenOutcome);
  reports.write({
    kind: 'done',
    verdict: worst(outcome.verdicts),
    exitCode: outcome.exitCode,
    durationMs: Math.round(performance.now() - began),
    requests: outcome.requests,
    ...(outcome.stopped === undefined ? {} : { stopped: outcome.stopped }),
    leftovers: outcome.leftovers,
  });
  await reports.finish();
  interrupt.release();
  return outcome.exitCode;
}

/** Every rule on every operation that it covers; where it covers more than there are runs, on as many as there are, which the seed picks. */
function assignmentsOf({ selected, replay, seed, flags }: Intent): Assignment[] {
  if (replay !== undefined) return [{ rule: replay.rule, operation: replay.operation }];
  const pairs = selected.flatMap(({ rule, operations }) =>
    shuffled(operations, seed, ({ id }) => `${rule.id} ${id}`).slice(0, flags.runs).map(({ id }) => ({ rule: rule.id, operation: id })),
  );
  return shuffled(pairs, seed, ({ rule, operation }) => `${rule} ${operation}`);
}

function writeRunLine({ flags, selected, dialect, seed, replay }: Intent, target: TargetOptions, assignments: readonly Assignment[], reports: ReportProcess): void {
  const rules = replay === undefined ? selected.map(({ rule }) => rule) : JUDGED_RULES.filter(({ id }) => id === replay.rule);
  reports.write({
    kind: 'run',
    format: VERDICT_LOG_FORMAT,
    target: target.url ?? `kubeconfig ${target.kubeconfig ?? ''}`,
    dialect: dialect.name,
    seed,
    startedAt: new Date().toISOString(),
    rules: rules.map(summaryOf),
    planned: assignments.length,
    command: commandOf(flags, seed),
  });
}

/** The command that makes the same run again, without secrets. */
function commandOf(flags: Flags, seed: number): string {
  const parts = ['pnpm conformance'];
  if (flags.target !== undefined) parts.push(`--target ${flags.target}`);
  if (flags.dialect !== 'spec') parts.push(`--dialect ${flags.dialect}`);
  if (flags.rules !== undefined) parts.push(`--rules '${flags.rules.join(',')}'`);
  if (flags.kinds !== undefined) parts.push(`--kinds ${flags.kinds.join(',')}`);
  if (flags.level !== undefined) parts.push(`--level ${flags.level.join(',')}`);
  return [...parts, `--runs ${flags.runs}`, `--seed ${seed}`].join(' ');
}

/** Sets the stage on the target, runs, and clears the stage again. A target that cannot be reached is an outcome, not an error. */
async function stageAndRun(
  intent: Intent,
  options: TargetOptions,
  assignments: readonly Assignment[],
  reports: ReportProcess,
  signal: AbortSignal,
): Promise<Outcome> {
  const { flags, dialect, run, seed, replay } = intent;
  const stage = await openStage(options, { run, concurrency: flags.concurrency, prefix: flags.namespacePrefix, timeoutMs: flags.timeout, loops: needsLoops(assignments) });
  if ('unusable' in stage) return { verdicts: ['blocked'], requests: 0, leftovers: [], stopped: stage.unusable, exitCode: EXIT.unreachable };
  const verdicts: Verdict[] = [];
  let requests = 0;
  const saving: Promise<void>[] = [];
  const config: RunConfig = {
    run,
    target: options,
    answers: dialect.answers,
    seed,
    runs: flags.runs,
    concurrency: flags.concurrency,
    timeoutMs: flags.timeout,
    ...(flags.budget === undefined ? {} : { deadline: Date.now() + flags.budget }),
    bail: flags.bail === true,
    keep: flags.keep === true,
    reportDirectory: flags.reportDir,
    ...(flags.record === undefined ? {} : { record: flags.record }),
    capabilities: stage.capabilities,
    namespaces: stage.namespaces,
    assignments,
    ...(replay === undefined ? {} : { replay }),
  };
  const listener = {
    started: (rule: string, operation: string): void => reports.write({ kind: 'progress', rule, operation }),
    judged: (verdict: VerdictLine): void => {
      // What an interrupt cuts short says nothing of the target.
      if (signal.aborted) return;
      verdicts.push(weightOf(levelOf(verdict.rule), verdict.verdict, flags.strict === true));
      saving.push(saveCases(verdict));
      reports.write(verdict);
    },
    sent: (count: number): void => void (requests += count),
  };
  const faults = await runInVitest(config, listener, signal);
  await Promise.all(saving);
  const leftovers = flags.keep === true ? [] : await stage.clear();
  await stage.close();
  const stopped = signal.aborted ? 'interrupted' : faults[0];
  if (faults.length > 0) verdicts.push('broken');
  if (signal.aborted && verdicts.length < assignments.length) verdicts.push('inconclusive');
  return { verdicts, requests: requests + stage.requests(), leftovers, ...(stopped === undefined ? {} : { stopped }), exitCode: exitCodeOf(verdicts) };
}

/** Whether a rule is to be judged that applies only where a control loop acts. */
function needsLoops(assignments: readonly Assignment[]): boolean {
  const rules = new Set(assignments.map(({ rule }) => rule));
  return JUDGED_RULES.some(({ id, loop }) => loop !== undefined && rules.has(id));
}

function brokenOutcome(error: unknown): Outcome {
  const stopped = `a fault of the suite itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { verdicts: ['broken'], requests: 0, leftovers: [], stopped, exitCode: EXIT.broken };
}
