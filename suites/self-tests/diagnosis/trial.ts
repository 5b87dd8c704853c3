import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { haveSameSymptoms, type MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { ListeningProcess } from '../../../shared/process/listening-line.ts';
import type { Likeness, ReportedCause } from '../../../shared/verdict-log/verdict-log.ts';
import { RULES } from '../../rules/index.ts';
import { needsControllers } from '../../rules/needs.ts';
import { relatedRules } from '../kill-matrix/symptoms.ts';
import { whereItShows } from '../kill-matrix/where-it-shows.ts';
import { run, startListening } from '../listening-process.ts';
import type { Servers } from '../servers.ts';
import { type LogEffort, judgedLog } from './judged-log.ts';

/** The report of a server with some named faults. */
export interface Trial {
  readonly faults: readonly MeasuredFault[];
  /** Ids of the rules that failed. */
  readonly failed: ReadonlySet<string>;
  readonly causes: readonly Pick<ReportedCause, 'rule' | 'like'>[];
  /** The known faults that the report names if it knows neither these faults nor any with the same symptoms. */
  readonly misnamed: readonly Likeness[];
}

type Faults = Trial['faults'];

/** The name of a server: `put-ignored+watch-lags`. */
export function nameOf(faults: Faults): string {
  return faults.map(({ name }) => name).join('+');
}

/** Whether a folder has the verdict log of a server. */
export function isJudged(faults: Faults, folder: string): boolean {
  return existsSync(logOf(faults, folder));
}

function logOf(faults: Faults, folder: string): string {
  return join(folder, nameOf(faults), 'verdicts.jsonl');
}

export interface TrialContext {
  readonly servers: Servers;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly folder: string;
}

/**
 * Judges a server with these faults, one in front of the other, which leaves its verdict log in the folder. `known`:
 * all faults, for finding similar ones.
 */
export async function judge(
  faults: Faults,
  known: readonly MeasuredFault[],
  effort: LogEffort,
  { servers, run: id, folder }: TrialContext,
): Promise<void> {
  const chained: ListeningProcess[] = [];
  try {
    const [first, ...others] = faults;
    let url = servers.url('spec', first?.name ?? '');
    for (const { name } of others) {
      const behind = ['--target', url, '--port', '0'];
      const process = await startListening('proxy/cli/quick-start.mjs', 'faults', '--fault', name, ...behind);
      chained.unshift(process);
      url = process.url;
    }
    const subject = {
      url,
      run: id,
      rules: faults.flatMap(({ fires }) => nearRules(fires, known)),
      lookalikes: { url: (fault: string) => servers.url('spec', fault) },
      operations: faults.flatMap((fault) => whereItShows(fault) ?? []),
      controllers: RULES.some((rule) => needsControllers(rule) && faults.some(({ caughtBy }) => caughtBy === rule.id)),
    };
    await judgedLog(subject, effort, join(folder, nameOf(faults)));
  } finally {
    for (const process of chained) await process[Symbol.asyncDispose]();
  }
}

/** The maximum number of rules that fail for similar faults. */
const RELATED = 15;

/**
 * Ids of the rules that fail for a fault or for similar faults, and of the rules named by the faults that share a
 * failing rule with it.
 */
function nearRules(fires: MeasuredFault['fires'], known: readonly MeasuredFault[]): string[] {
  const rivals = known.filter((other) => Object.keys(other.fires).some((rule) => Object.hasOwn(fires, rule)));
  const related = relatedRules(fires, known).slice(0, RELATED);
  return [...Object.keys(fires), ...related, ...rivals.map(({ caughtBy }) => caughtBy)];
}

/** Reads the causes from the verdict log of a server with the present matcher. */
export async function diagnose(faults: Faults, known: readonly MeasuredFault[], folder: string): Promise<Trial> {
  const log = logOf(faults, folder);
  const alike = known.filter((other) =>
    faults.some((fault) => other.name === fault.name || haveSameSymptoms(other, fault)),
  );
  const causes = await causesIn(log);
  const unknowing = causes.length === 0 ? [] : await causesIn(log, '--not', alike.map(({ name }) => name).join(','));
  return {
    faults,
    failed: new Set(causes.flatMap(({ explains }) => explains.map(({ rule }) => rule))),
    causes: causes.map(({ rule, like }) => (like === undefined ? { rule } : { rule, like })),
    misnamed: unknowing.flatMap(({ like }) => like ?? []),
  };
}

async function causesIn(log: string, ...flags: readonly string[]): Promise<readonly ReportedCause[]> {
  const { stdout, stderr } = await run('reports/cli/quick-start.mjs', 'diagnose', log, '--json', ...flags);
  if (stdout === '') throw new Error(`${log}: ${stderr}`);
  return JSON.parse(stdout) as readonly ReportedCause[];
}
