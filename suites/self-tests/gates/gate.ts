import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INCONCLUSIVE, parseBaseline } from '../../../shared/verdict-log/baseline.ts';
import type { VerdictLine, VerdictLogLine } from '../../../shared/verdict-log/verdict-log.ts';
import { conformanceCommand, type ConformanceFlags } from '../../cli/settings/flags.ts';
import { dependsOnTime } from '../../cli/baseline/updated-baseline.ts';
import { intentOf } from '../../cli/intent.ts';
import { runOnTarget } from '../../cli/run-on-target.ts';
import { selectedBy } from '../../cli/settings/selection.ts';
import { targetOptions } from '../../cli/settings/target-options.ts';
import type { RunRules } from '../../engine/run/vitest-run.ts';
import { run } from '../listening-process.ts';

/** The outcome of one run of a gate. */
export interface GateRun {
  readonly exitCode: number;
  /** Entries that the run reports as gone. */
  readonly stale: readonly string[];
  /** Pairs that made the run fail, each with its fingerprint and reason. */
  readonly red: readonly string[];
  /** Whether a failure depends on time, so that another run can find more. */
  readonly isTimed: boolean;
}

/** The selection of a gate. */
export interface GateSelection {
  /** Ids of rules. */
  readonly rules: readonly string[];
  /** Plurals of kinds; empty for all. */
  readonly kinds: readonly string[];
}

export interface GateOptions {
  /** The gate's own folder, for its baseline and its report. */
  readonly folder: string;
  readonly selection: GateSelection;
  /** Cases per rule. */
  readonly runs: number;
}

/** Each concurrent case needs namespaces of its own, which take longer to create than the few cases of a gate. */
const CONCURRENCY = 4;
/** How often a baseline is written at most. */
const MOST_UPDATES = 4;
/** A run need not wait for objects that a faulty server does not delete. */
const CLEAR_WITHIN = '3s';

const NEVER = new AbortController().signal;
/** Many runs share it, each with many listening requests. */
setMaxListeners(0, NEVER);
const UNINTERRUPTED = { signal: NEVER, again: NEVER, release: (): void => undefined };

const RED: ReadonlySet<string> = new Set(['failed', 'broken', 'blocked', 'inconclusive']);

/** The gate of one server: a baseline file, and the rules that it judges. */
export class Gate {
  readonly #arguments: readonly string[];
  readonly #file: string;

  constructor({ folder, selection: { rules, kinds }, runs }: GateOptions) {
    this.#file = join(folder, 'known.yaml');
    this.#arguments = [
      `--rules=${rules.join(',')}`,
      ...(kinds.length === 0 ? [] : [`--kinds=${kinds.join(',')}`]),
      `--runs=${runs}`,
      `--concurrency=${CONCURRENCY}`,
      `--clear-within=${CLEAR_WITHIN}`,
      `--report-dir=${join(folder, 'report')}`,
      '--reporter=json',
      `--baseline=${this.#file}`,
      '--no-config',
    ];
  }

  /**
   * Writes the baseline as docs/for-ci.md says: again until it adds nothing, where failures depend on time. @returns its
   * failures
   */
  async write(runRules: RunRules, url: string, seed: number): Promise<readonly string[]> {
    let entries: readonly string[] = [];
    for (let update = 1; update <= MOST_UPDATES; update += 1) {
      const { isTimed } = await this.run(runRules, url, '--seed', String(seed), '--update-baseline');
      const before = entries.length;
      entries = await this.entries();
      if (!isTimed || entries.length === before) break;
    }
    return entries;
  }

  /** Judges the server at `url` in this process; `more` are further flags: `--gate`, `--seed 3`. */
  async run(runRules: RunRules, url: string, ...more: readonly string[]): Promise<GateRun> {
    const flags = conformanceCommand()
      .exitOverride()
      .parse([...this.#arguments, '--target', url, ...more], { from: 'user' })
      .opts<ConformanceFlags>();
    const intent = await intentOf(flags, selectedBy(flags));
    const lines: VerdictLogLine[] = [];
    const reports = { write: (line: VerdictLogLine) => void lines.push(line), finish: async () => undefined };
    const { exitCode } = await runOnTarget(intent, targetOptions(flags), UNINTERRUPTED, { reports, runRules });
    return {
      exitCode,
      stale: lines.flatMap((line) => (line.kind === 'done' ? (line.stale ?? []) : [])),
      red: exitCode === 0 ? [] : lines.flatMap(redLine),
      isTimed: lines.some((line) => line.kind === 'verdict' && line.violations.some(dependsOnTime)),
    };
  }

  /** Judges the server at `url` by the command, in processes of its own. Resolves with the exit code. */
  async runCommand(url: string, ...more: readonly string[]): Promise<number> {
    return (await run('suites/cli/quick-start.mjs', ...this.#arguments, '--target', url, ...more)).exitCode;
  }

  /**
   * The fingerprints of the failures that the baseline lists, each with its rule; none before a run came to its end.
   */
  async entries(): Promise<readonly string[]> {
    if (!existsSync(this.#file)) return [];
    const { entries } = parseBaseline(await readFile(this.#file, 'utf8'), this.#file);
    return entries
      .filter(({ fingerprint }) => fingerprint !== INCONCLUSIVE)
      .map(({ rule, fingerprint }) => `${rule} ${fingerprint}`);
  }
}

function redLine(line: VerdictLogLine): string[] {
  if (line.kind === 'done') return line.stopped === undefined ? [] : [line.stopped];
  return line.kind === 'verdict' && RED.has(line.verdict) ? [nameOf(line)] : [];
}

function nameOf({ rule, operation, verdict, violations, reason = '' }: VerdictLine): string {
  const causes = violations.map(({ fingerprint, actual }) => `${fingerprint} ${actual}`);
  return [verdict, rule, 'on', operation, ...causes, reason].join(' ').trim();
}
