import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SPEC } from '../../../spec/dialects/index.ts';
import { comparedWithLookalikes } from '../../engine/lookalikes/compared-with-lookalikes.ts';
import { RunFindings } from '../../engine/lookalikes/run-findings.ts';
import type { LookalikeServers } from '../../engine/lookalikes/lookalikes.ts';
import { shuffled } from '../../engine/amount.ts';
import type { Assignment } from '../../engine/run-config.ts';
import { RULES } from '../../rules/index.ts';
import { openTarget } from '../judge-target.ts';
import { nearest } from '../kill-matrix/near.ts';
import { run } from '../listening-process.ts';
import { verdictLogOf } from '../verdict-log-of.ts';

/** How a server is judged. */
export interface LogEffort {
  readonly seed: number;
  /** Cases per rule. */
  readonly runs: number;
  /**
   * Whether to judge by a run of the command line, by all rules on all operations, instead of by near rules on near
   * operations.
   */
  readonly whole: boolean;
}

/** A server to judge. */
export interface JudgedSubject {
  readonly url: string;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  /** Ids of the rules that fail for its faults or for similar ones. */
  readonly rules: readonly string[];
  /** Operations on which each rule is judged, or the nearest that it covers, besides some that the seed picks. */
  readonly operations: readonly string[];
  /** Whether workload controllers are known to act on the server. */
  readonly controllers: boolean;
  /** Servers with which to compare its failures. */
  readonly lookalikes: LookalikeServers;
}

/** The number of operations per rule besides those near the faults: the rule may hold on these. */
const OTHER_OPERATIONS = 2;

const PATIENT = { concurrency: 6, timeoutMs: 10_000, shrinkMs: 300 } as const;

/** Judges a server. @returns the path of the verdict log, in the folder */
export async function judgedLog(subject: JudgedSubject, effort: LogEffort, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await (effort.whole ? wholeRun(subject, effort, folder) : nearRun(subject, effort, folder));
  return join(folder, 'verdicts.jsonl');
}

async function wholeRun({ url }: JudgedSubject, { seed, runs }: LogEffort, folder: string): Promise<void> {
  const amount = ['--seed', String(seed), '--runs', String(runs), '--report-dir', folder, '--reporter', 'json'];
  await run('suites/cli/quick-start.mjs', '--target', url, ...amount);
}

async function nearRun(
  { url, run, rules, operations, controllers, lookalikes }: JudgedSubject,
  { seed, runs }: LogEffort,
  folder: string,
): Promise<void> {
  const near = RULES.filter(({ id }) => rules.includes(id));
  const pairs = near.flatMap((rule): Assignment[] => {
    const others = shuffled(rule.operations, seed, ({ id }) => `${rule.id} ${id}`).slice(0, OTHER_OPERATIONS);
    const ids = [...operations.map((operation) => nearest(rule, operation, run)), ...others].map(({ id }) => id);
    return [...new Set(ids)].map((operation) => ({ rule: rule.id, operation }));
  });
  const target = await openTarget(url, { run, seed, assignments: pairs, controllers, ...PATIENT });
  try {
    const verdicts = await target.judge(pairs, { runs, bail: false });
    const findings = new RunFindings();
    for (const verdict of verdicts) findings.add(verdict);
    const compared = await comparedWithLookalikes({ run, choices: SPEC.choices, findings }, async () => lookalikes);
    const log = verdictLogOf({ target: url, dialect: 'spec', seed }, verdicts, compared);
    await writeFile(join(folder, 'verdicts.jsonl'), log);
  } finally {
    await target.close();
  }
}
