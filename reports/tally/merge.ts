import { staleEntries } from '../../shared/verdict-log/known-failures.ts';
import type { ExercisedOperation, Report, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { EXIT, type Verdict, worst } from '../../shared/verdict-log/verdict.ts';
import { VerdictLogError } from './verdict-log-error.ts';
import { reportedCauses } from './reported-causes.ts';
import { operationsOf } from './operations-of.ts';

/** A report and the file that it was read from. */
export interface NamedReport {
  readonly file: string;
  readonly report: Report;
}

/**
 * Merges the reports of all shards of one run. A missing shard makes the whole inconclusive, and is named. Throws a
 * `VerdictLogError` for reports that are no shards, belong to different runs, or are the same shard twice. `today`
 * is `YYYY-MM-DD`.
 */
export function merge(shards: readonly NamedReport[], today: string): Report {
  const [first, ...others] = shards;
  if (first === undefined) throw new VerdictLogError('no report is given; name the report.json of every shard');
  const of = shardOf(first).of;
  for (const other of others) assertSameRun(first, other);
  assertNoTwins(shards);
  const ordered = shards.toSorted((a, b) => shardOf(a).index - shardOf(b).index).map(({ report }) => report);
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter(
    (index) => !shards.some((each) => shardOf(each).index === index),
  );
  return joined(
    ordered,
    missing.map((index) => `shard ${index}/${of} is missing`),
    today,
  );
}

function joined(reports: readonly Report[], missing: readonly string[], today: string): Report {
  const [first] = reports as readonly [Report, ...Report[]];
  const { shard: _, ...common } = first;
  const rules = mergedRules(reports);
  const settled = missing.length === 0 ? staleNow(first, rules, today) : [];
  const stale =
    first.baseline === undefined
      ? undefined
      : [...new Set([...reports.flatMap(({ stale: lines = [] }) => lines), ...settled])];
  const stopped = [...missing, ...new Set(reports.flatMap(({ stopped: why }) => why ?? []))];
  const notes = reports.flatMap((report) => report.notes ?? []);
  const verdicts: Verdict[] = [
    ...reports.map(({ verdict }) => verdict),
    ...(missing.length === 0 ? [] : ['inconclusive' as const]),
    ...((stale?.length ?? 0) === 0 ? [] : ['failed' as const]),
  ];
  const exitCodes = [
    ...reports.map(({ exitCode }) => exitCode),
    ...(missing.length === 0 ? [] : [EXIT.inconclusive]),
    ...((stale?.length ?? 0) === 0 ? [] : [EXIT.failed]),
  ];
  const exercised = reports.every((report) => report.exercised === undefined)
    ? undefined
    : summed(reports.flatMap((report) => report.exercised ?? []));
  return {
    ...common,
    target: [...new Set(reports.map(({ target }) => target))].join(', '),
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
    verdict: worst(verdicts),
    exitCode: worstExit(exitCodes),
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    command: first.command.replace(/ --shard \S+/, ''),
    ...(stopped.length === 0 ? {} : { stopped: stopped.join('; ') }),
    ...(notes.length === 0 ? {} : { notes }),
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
    ...(exercised === undefined ? {} : { exercised }),
    ...(stale === undefined ? {} : { stale }),
    causes: reportedCauses(rules),
    rules,
    operations: operationsOf(rules),
  };
}

/** The entries whose failure is gone. Only all shards together show that: a failure could be in any of them. */
function staleNow({ baseline }: Report, rules: readonly ReportedRule[], today: string): string[] {
  const judged = rules.flatMap(({ id, operations, violations }) =>
    operations.map(({ operation, verdict, kept = [] }) => ({
      rule: id,
      operation,
      verdict,
      kept,
      violations: violations.filter((violation) => violation.operation === operation),
    })),
  );
  return staleEntries(baseline?.entries ?? [], judged, rules, today).map(({ line }) => line);
}

/** Rules in the order of the shards; a rule that only later shards have comes after its predecessor there. */
function mergedRules(reports: readonly Report[]): ReportedRule[] {
  const ids: string[] = [];
  for (const { rules } of reports) {
    let at = 0;
    for (const { id } of rules) {
      const known = ids.indexOf(id);
      if (known === -1) ids.splice(at, 0, id);
      at = (known === -1 ? at : known) + 1;
    }
  }
  return ids.map((id) => mergedRule(reports.flatMap(({ rules }) => rules.filter((rule) => rule.id === id))));
}

function mergedRule(parts: readonly ReportedRule[]): ReportedRule {
  const [first] = parts as readonly [ReportedRule, ...ReportedRule[]];
  return {
    ...first,
    verdict: worst(parts.map(({ verdict }) => verdict)),
    cases: parts.reduce((sum, { cases }) => sum + cases, 0),
    shapes: Math.max(...parts.map(({ shapes }) => shapes)),
    operations: parts.flatMap(({ operations }) => operations),
    violations: parts.flatMap(({ violations }) => violations),
  };
}

function summed(exercised: readonly ExercisedOperation[]): ExercisedOperation[] {
  const sums = new Map<string, ExercisedOperation>();
  for (const { operation, accepted, refused, concurrent } of exercised) {
    const sum = sums.get(operation) ?? { operation, accepted: 0, refused: 0, concurrent: 0 };
    sums.set(operation, {
      operation,
      accepted: sum.accepted + accepted,
      refused: sum.refused + refused,
      concurrent: sum.concurrent + concurrent,
    });
  }
  return [...sums.values()];
}

/** From the exit code that outweighs all others to the one that any other outweighs. */
const BY_WEIGHT: readonly number[] = [EXIT.failed, EXIT.broken, EXIT.unreachable, EXIT.inconclusive, EXIT.conformant];

function worstExit(codes: readonly number[]): number {
  return BY_WEIGHT.find((code) => codes.includes(code)) ?? EXIT.broken;
}

function shardOf({ file, report }: NamedReport): { readonly index: number; readonly of: number } {
  if (report.shard === undefined)
    throw new VerdictLogError(`${file}: is of a whole run, not of a shard; merge the reports of runs with --shard I/N`);
  return report.shard;
}

/** Names the difference between two reports that are not of one run. */
function assertSameRun(a: NamedReport, b: NamedReport): void {
  const facts: readonly (readonly [string, (each: NamedReport) => string])[] = [
    ['number of shards', (each) => String(shardOf(each).of)],
    ['seed', ({ report }) => String(report.seed)],
    ['dialect', ({ report }) => report.dialect],
    ['set of rules', ({ report }) => report.catalogue ?? 'unknown'],
    ['baseline', ({ report }) => JSON.stringify(report.baseline?.entries ?? [])],
    ['command', ({ report }) => report.command.replace(/ --shard \S+/, '').replace(/ --target \S+/, ' --target URL')],
  ];
  for (const [name, fact] of facts) {
    if (fact(a) === fact(b)) continue;
    const values = name === 'baseline' ? '' : `: ${fact(a)}, and ${fact(b)}`;
    throw new VerdictLogError(`${a.file} and ${b.file} are not of the same run; they differ in their ${name}${values}`);
  }
}

function assertNoTwins(shards: readonly NamedReport[]): void {
  const files = new Map<number, string>();
  for (const each of shards) {
    const { index, of } = shardOf(each);
    const twin = files.get(index);
    if (twin !== undefined)
      throw new VerdictLogError(`${twin} and ${each.file} are both shard ${index}/${of}; give each shard once`);
    files.set(index, each.file);
  }
}
