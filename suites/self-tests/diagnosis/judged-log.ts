import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedDialect } from '../../../spec/dialects/index.ts';
import type { Assignment } from '../../engine/run-config.ts';
import { RULES } from '../../rules/index.ts';
import { openTarget } from '../judge-target.ts';
import { nearest } from '../kill-matrix/near.ts';
import { run } from '../listening-process.ts';
import { verdictLogOf } from '../verdict-log-of.ts';

/** How a server is judged. */
export interface Effort {
  readonly seed: number;
  /** Cases per rule. */
  readonly runs: number;
  /** Whether by a run of the command line, over all operations, instead of by each rule on the operations nearest to those where the server is wrong. */
  readonly whole: boolean;
}

/** A server to judge. */
export interface Subject {
  readonly url: string;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly dialect: NamedDialect;
  /** Operations on which each rule is judged, or the nearest that it covers; none: any one. */
  readonly operations: readonly string[];
}

const PATIENT = { concurrency: 6, timeoutMs: 10_000, shrinkMs: 1_000 } as const;

/** Judges a server. @returns the path of the verdict log, in the folder */
export async function judgedLog(subject: Subject, effort: Effort, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await (effort.whole ? wholeRun(subject, effort, folder) : nearRun(subject, effort, folder));
  return join(folder, 'verdicts.jsonl');
}

async function wholeRun({ url, dialect }: Subject, { seed, runs }: Effort, folder: string): Promise<void> {
  const amount = ['--seed', String(seed), '--runs', String(runs), '--report-dir', folder, '--reporter', 'json'];
  await run('suites/cli/quick-start.mjs', '--target', url, '--dialect', dialect.name, ...amount);
}

async function nearRun(
  { url, run, dialect, operations }: Subject,
  { seed, runs }: Effort,
  folder: string,
): Promise<void> {
  const pairs = RULES.filter(({ loop }) => loop === undefined).flatMap((rule): Assignment[] => {
    const near = operations.length === 0 ? [undefined] : operations;
    const ids = near.map((operation) => nearest(rule, operation, run).id);
    return [...new Set(ids)].map((operation) => ({ rule: rule.id, operation }));
  });
  const target = await openTarget(url, { run, seed, choices: dialect.choices, ...PATIENT });
  try {
    const verdicts = await target.judge(pairs, { runs, bail: false });
    const log = verdictLogOf({ target: url, dialect: dialect.name, seed }, verdicts);
    await writeFile(join(folder, 'verdicts.jsonl'), log);
  } finally {
    await target.close();
  }
}
