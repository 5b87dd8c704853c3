import { typedCommand } from '../../shared/process/command-name.ts';
import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { OutputExistsError } from '../../shared/files/output-exists-error.ts';
import { assertMayWrite } from '../../shared/files/output-file.ts';
import { plumblineVersion } from '../../shared/process/plumbline-version.ts';
import {
  type NamedBaseline,
  type RuleSummary,
  type RunLine,
  type SeedSource,
  VERDICT_LOG_FORMAT,
} from '../../shared/verdict-log/verdict-log.ts';
import type { NamedDialect } from '../../spec/dialects/index.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import type { ResourceId } from '../../spec/surface/resources.ts';
import { readProgram } from '../program/read-program.ts';
import { operationsLookedAt, shuffled } from '../engine/amount.ts';
import { RULES, ruleById } from '../rules/index.ts';
import type { Assignment, SavedCase, StoredCase } from '../engine/run-config.ts';
import type { TargetOptions } from '../target/options.ts';
import { connectionFlags } from '../target/printed-connection.ts';
import { shellWord } from '../../shared/process/shell-word.ts';
import { readBaseline } from './baseline/baseline.ts';
import { chooseDialect } from './settings/choose-dialect.ts';
import { chooseSeed, isCi } from './settings/choose-seed.ts';
import { catalogueDigest, summaryOf } from './describe.ts';
import type { ConformanceFlags } from './settings/flags.ts';
import { neededOperations, operationsOfCase, type RuleOnOperation, walksFor } from './plan/needed-operations.ts';
import { cleanUpCommand, hasOwnServer } from './clean-up/left-behind.ts';
import { type ReplayedCases, replayedCases } from './baseline/replayed-cases.ts';
import { readStoredCases } from './baseline/stored-cases.ts';
import { resourcesOf, type Selected } from './settings/selection.ts';
import { shardOf } from './settings/shard.ts';
import { targetOptions } from './settings/target-options.ts';
import { UsageError } from './settings/usage-error.ts';
import { rule as KEEPS_ANSWERING } from '../rules/world/keeps-answering.rule.ts';

/** The facts about a run that do not depend on its target. */
export interface Intent {
  readonly flags: ConformanceFlags;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  readonly seed: number;
  readonly seedSource: SeedSource;
  /** The saved cases that it sends; absent if it generates its own. */
  readonly replayed: ReplayedCases | undefined;
  readonly dialect: NamedDialect;
  readonly baseline: NamedBaseline | undefined;
  /** The cases that the baseline stores. */
  readonly stored: readonly StoredCase[];
  /** Every pair of the run, in order. */
  readonly whole: readonly Assignment[];
  /** The pairs of this shard; all pairs if the run is not divided. */
  readonly assignments: readonly Assignment[];
  /** The rules of the assignments. */
  readonly rules: readonly RuleSummary[];
  /** The number of mixed walks that its rules read besides. */
  readonly walks: number;
  /** The resources that `--kinds` selects: the run writes to no others. Absent without it. */
  readonly kinds?: readonly ResourceId[];
  /** The operations that the set-up must probe on the target. */
  readonly operations: readonly Operation[];
}

/** Reads every file that the flags name and decides which pairs to judge. Throws a `UsageError`. */
export async function intentOf(flags: ConformanceFlags, selected: readonly Selected[]): Promise<Intent> {
  const dialect = chooseDialect(flags.dialect);
  const replayed = await replayedCases(flags, RULES);
  const baseline =
    flags.baseline === undefined ? undefined : await readBaseline(flags.baseline, flags.updateBaseline === true, RULES);
  const stored = baseline === undefined ? [] : await readStoredCases(baseline, RULES);
  if (flags.record !== undefined) await assertRecordable(flags.record, flags.overwrite === true);
  const { seed, source: seedSource } = chooseSeed(flags, baseline, isCi(process.env));
  const pairs = replayed === undefined ? pairsOf(selected, seed, flags.runs) : replayedPairs(replayed.cases);
  const kinds = resourcesOf(flags.kinds);
  const whole = pairs.map(({ rule, operation }) => ({ rule: rule.id, operation: operation.id }));
  const assignments = flags.shard === undefined ? whole : shardOf(whole, flags.shard);
  const traffic =
    replayed === undefined
      ? { walks: walksFor(pairs.length, flags.runs), operations: neededOperations(pairs, dialect.choices, kinds) }
      : { walks: 0, operations: operationsOfCases(replayed.cases) };
  const judged = new Set(assignments.map(({ rule }) => rule));
  const rules = RULES.filter(({ id }) => judged.has(id)).map(summaryOf);
  return {
    flags,
    dialect,
    replayed,
    baseline,
    stored,
    seed,
    seedSource,
    whole,
    assignments,
    rules,
    ...(kinds === undefined ? {} : { kinds }),
    ...traffic,
    run: `p${randomBytes(3).toString('hex').slice(0, 5)}`,
  };
}

/** Refuses a log that cannot be written or that would replace another one, before any request. */
async function assertRecordable(file: string, overwrite: boolean): Promise<void> {
  await assertMayWrite('--record', file, overwrite).catch((error: OutputExistsError) => {
    throw new UsageError(error.message, { cause: error });
  });
  await appendFile(file, '').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `--record: ${file} cannot be written (${error.code ?? error.message}); give a path in a folder that exists and is writable`,
    );
  });
}

/**
 * Every rule on every operation that it covers. A quick run has fewer operations per rule, which the seed picks,
 * except for sweeps.
 */
export function pairsOf(selected: readonly Selected[], seed: number, runs: number): RuleOnOperation[] {
  const pairs = selected.flatMap(({ rule, operations }) =>
    shuffled(operations, seed, ({ id }) => `${rule.id} ${id}`)
      .slice(0, operationsLookedAt(rule, operations.length, runs))
      .map((operation) => ({ rule, operation })),
  );
  return shuffled(pairs, seed, ({ rule, operation }) => `${rule.id} ${operation.id}`);
}

/** The pairs of saved cases, each once. Their reader has checked that they exist. */
function replayedPairs(cases: readonly SavedCase[]): RuleOnOperation[] {
  const pairs = cases.flatMap(pairOf);
  return pairs.filter(
    ({ rule, operation }, index) =>
      pairs.findIndex((other) => other.rule === rule && other.operation === operation) === index,
  );
}

function pairOf(saved: SavedCase): RuleOnOperation[] {
  const rule = ruleById(saved.rule);
  const operation = rule?.operations.find(({ id }) => id === saved.operation);
  return rule === undefined || operation === undefined ? [] : [{ rule, operation }];
}

function operationsOfCases(cases: readonly SavedCase[]): Operation[] {
  const operations = cases.flatMap((saved) =>
    pairOf(saved).flatMap((pair) => operationsOfCase(pair, readProgram(saved.program))),
  );
  return [...new Set(operations)];
}

/** The first line of the run's verdict log. */
export function runLine(
  { flags, run, dialect, seed, seedSource, assignments, rules, baseline, replayed }: Intent,
  target: TargetOptions,
): RunLine {
  return {
    kind: 'run',
    format: VERDICT_LOG_FORMAT,
    plumbline: plumblineVersion(),
    target: target.url ?? `kubeconfig ${target.kubeconfig ?? ''}`,
    dialect: dialect.name,
    seed,
    seedSource,
    startedAt: new Date().toISOString(),
    rules,
    ...(rules.some(({ id }) => id === KEEPS_ANSWERING.id) ? {} : { watched: [summaryOf(KEEPS_ANSWERING)] }),
    planned: assignments.length,
    pairs: operationsByRule(assignments),
    run,
    ...(hasOwnServer(flags) ? {} : { cleanUp: cleanUpCommand(run, flags) }),
    command: commandOf(flags, seed, replayed),
    catalogue: catalogueDigest(RULES),
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    ...(baseline === undefined ? {} : { baseline }),
  };
}

function operationsByRule(assignments: readonly Assignment[]): Readonly<Record<string, readonly string[]>> {
  const operations: Record<string, string[]> = {};
  for (const { rule, operation } of assignments) (operations[rule] ??= []).push(operation);
  return operations;
}

/** The command that repeats the run; secrets stand in it by reference. */
function commandOf(flags: ConformanceFlags, seed: number, replayed: ReplayedCases | undefined): string {
  const amount = optionWords([
    ['--rules', flags.rules?.join(',')],
    ['--clause', flags.clause?.join(',')],
    ['--kinds', flags.kinds?.join(',')],
    ['--level', flags.level?.join(',')],
    ['--baseline', flags.baseline],
    ['--runs', String(flags.runs)],
    ['--seed', String(seed)],
    ['--shard', flags.shard === undefined ? undefined : `${flags.shard.index}/${flags.shard.of}`],
  ]);
  const cases = replayed === undefined ? [] : ['--replay', ...replayed.paths.map(shellWord)];
  return [againOf(flags), ...cases, ...amount, ...(flags.strict === true ? ['--strict'] : [])].join(' ');
}

/** The beginning of each command that judges the same target with the same options. */
export function againOf(flags: ConformanceFlags): string {
  const expectation = optionWords([
    ['--namespace', flags.namespace],
    ['--dialect', flags.dialect === 'spec' ? undefined : flags.dialect],
  ]);
  return [typedCommand('conformance'), ...connectionFlags(targetOptions(flags)), ...expectation].join(' ');
}

function optionWords(given: readonly (readonly [flag: string, value: string | undefined])[]): string[] {
  return given.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`]));
}
