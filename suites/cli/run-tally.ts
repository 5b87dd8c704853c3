import type { ExercisedOperation, VerdictLine } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { weightOf } from '../engine/run/exit-code.ts';
import { addExercise, type OperationExercise, exercisedOperations } from '../engine/judging/history/exercise.ts';
import { RunFindings } from '../engine/lookalikes/run-findings.ts';
import { levelOf } from '../rules/index.ts';
import type { Assignment, RunTraffic } from '../engine/run-config.ts';
import type { RunListener } from '../engine/run/vitest-run.ts';
import type { BaselineWatch } from './baseline/baseline.ts';
import type { ConformanceFlags } from './settings/flags.ts';
import type { ReportProcess } from './report-process.ts';
import { saveCases } from './baseline/saved-case.ts';

/**
 * The results of a run so far: receives vitest's results, forwards them to the reports, and keeps the facts that
 * decide how the run ends.
 */
export class RunTally implements RunListener {
  requests = 0;
  /** What a comparison with known faults needs. */
  readonly findings = new RunFindings();
  /** Further notes about the target's responses. */
  notes: readonly string[] = [];
  readonly #flags: ConformanceFlags;
  readonly #watch: BaselineWatch | undefined;
  readonly #reports: ReportProcess;
  readonly #signal: AbortSignal;
  readonly #weights: Verdict[] = [];
  /** The rules that block others, and the failing rules. */
  readonly #blockers: string[] = [];
  readonly #failed = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #exercise: OperationExercise = new Map();
  readonly #saving: Promise<void>[] = [];
  readonly #saved = new Set<string>();
  #deadline = Number.POSITIVE_INFINITY;

  constructor(flags: ConformanceFlags, watch: BaselineWatch | undefined, reports: ReportProcess, signal: AbortSignal) {
    this.#flags = flags;
    this.#watch = watch;
    this.#reports = reports;
    this.#signal = signal;
  }

  started(rule: string, operation: string): void {
    const { budget } = this.#flags;
    if (budget !== undefined) this.#deadline = Math.min(this.#deadline, Date.now() + budget);
    this.#reports.write({ kind: 'progress', rule, operation });
  }

  judged(found: VerdictLine): void {
    // Results that an interrupt cut prove nothing about the target.
    if (this.#signal.aborted) return;
    const verdict = this.#watch?.judged(found, Date.now() > this.#deadline) ?? found;
    this.#settled.add(nameOf(verdict));
    this.findings.add(verdict);
    this.#weigh(verdict);
    this.#saving.push(saveCases(verdict));
    for (const { saved } of verdict.violations) if (saved !== undefined) this.#saved.add(saved);
    this.#reports.write(verdict);
  }

  /**
   * The weights of the verdicts. A pair that a failed rule blocks or makes unsupported has no weight, because the
   * failure counts.
   */
  get verdicts(): readonly Verdict[] {
    return [
      ...this.#weights,
      ...this.#blockers.filter((rule) => !this.#failed.has(rule)).map((): Verdict => 'blocked'),
    ];
  }

  #weigh({ rule, verdict, blockedBy }: VerdictLine): void {
    if (verdict === 'failed' || verdict === 'deviation') this.#failed.add(rule);
    const isStrict = this.#flags.strict === true;
    const weight = weightOf(levelOf(rule), blockedBy === undefined ? verdict : 'blocked', isStrict);
    if (weight === 'blocked' && blockedBy !== undefined) this.#blockers.push(blockedBy);
    else this.#weights.push(weight);
  }

  sent(sent: RunTraffic): void {
    this.requests += sent.requests;
    this.notes = sent.notes;
    addExercise(this.#exercise, sent.exercised);
  }

  /** The ids of the failed rules. */
  get failedRules(): readonly string[] {
    return [...this.#failed];
  }

  /** What is left of `--budget`, in milliseconds. */
  get leftMs(): number {
    return Math.max(0, this.#deadline - Date.now());
  }

  /** The number of assignments without a verdict. */
  unsettled(assignments: readonly Assignment[]): number {
    return assignments.filter((assignment) => !this.#settled.has(nameOf(assignment))).length;
  }

  exercised(): readonly ExercisedOperation[] {
    return exercisedOperations(this.#exercise);
  }

  /** Paths of the failing cases, as the report names them. */
  get savedCases(): ReadonlySet<string> {
    return this.#saved;
  }

  /** Resolves after every failing case is on the disk. */
  async saved(): Promise<void> {
    await Promise.all(this.#saving);
  }
}

function nameOf({ rule, operation }: Assignment): string {
  return `${rule} ${operation}`;
}
