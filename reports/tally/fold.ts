import type { DoneLine, Report, ReportedOperation, ReportedRule, RunLine, RuleSummary, VerdictLine, VerdictLogLine } from '../../fixtures/formats/verdict-log.ts';
import { EXIT, worst } from '../../fixtures/formats/verdict.ts';

/** What a log says whose writer never got to say anything of the run. */
const UNKNOWN_RUN: RunLine = {
  kind: 'run',
  format: 1,
  target: 'unknown',
  dialect: 'unknown',
  seed: 0,
  startedAt: '1970-01-01T00:00:00.000Z',
  rules: [],
  planned: 0,
  command: 'pnpm conformance',
};

/**
 * Folds a verdict log into a report. A log without `done` is a run that was cut: its verdict is `broken` and the report says so; a rule
 * of the run without any verdict is `skipped`.
 */
export function fold(lines: readonly VerdictLogLine[]): Report {
  const run = lines.find((line) => line.kind === 'run') ?? UNKNOWN_RUN;
  const verdicts = lines.filter((line) => line.kind === 'verdict');
  const done = lines.findLast((line) => line.kind === 'done') ?? cut(verdicts);
  return {
    schemaVersion: 1,
    target: run.target,
    dialect: run.dialect,
    seed: run.seed,
    startedAt: run.startedAt,
    durationMs: done.durationMs,
    verdict: done.verdict,
    exitCode: done.exitCode,
    requests: done.requests,
    command: run.command,
    ...(done.stopped === undefined ? {} : { stopped: done.stopped }),
    leftovers: done.leftovers,
    rules: run.rules.map((rule) => reportedRule(rule, verdicts.filter((line) => line.rule === rule.id))),
    operations: operationsOf(verdicts, new Map(run.rules.map(({ id, family }) => [id, family]))),
  };
}

function cut(verdicts: readonly VerdictLine[]): DoneLine {
  const durationMs = verdicts.reduce((sum, line) => sum + line.durationMs, 0);
  const stopped = 'the run was cut: its log ends before the run did';
  return { kind: 'done', verdict: 'broken', exitCode: EXIT.broken, durationMs, requests: 0, stopped, leftovers: [] };
}

function reportedRule(rule: RuleSummary, lines: readonly VerdictLine[]): ReportedRule {
  return {
    ...rule,
    verdict: worst(lines.map(({ verdict }) => verdict)),
    cases: lines.reduce((sum, { cases }) => sum + cases, 0),
    shapes: lines.reduce((most, { shapes }) => Math.max(most, shapes), 0),
    operations: lines.map(({ operation, verdict, cases, durationMs, reason }) => ({ operation, verdict, cases, durationMs, ...(reason === undefined ? {} : { reason }) })),
    violations: lines.flatMap(({ operation, violations }) => violations.map((violation) => ({ operation, ...violation }))),
  };
}

function operationsOf(lines: readonly VerdictLine[], families: ReadonlyMap<string, string>): ReportedOperation[] {
  const ids = [...new Set(lines.map(({ operation }) => operation))].sort(byPath);
  return ids.map((operation) => {
    const touching = lines.filter((line) => line.operation === operation);
    const names = [...new Set(touching.map(({ rule }) => families.get(rule) ?? ''))];
    return {
      operation,
      verdict: worst(touching.map(({ verdict }) => verdict)),
      cases: touching.reduce((sum, { cases }) => sum + cases, 0),
      families: Object.fromEntries(
        names.map((family) => [family, worst(touching.filter(({ rule }) => families.get(rule) === family).map(({ verdict }) => verdict))]),
      ),
    };
  });
}

/** Operations of one path together, the shorter path first. */
function byPath(a: string, b: string): number {
  const [methodA = '', pathA = ''] = a.split(' ');
  const [methodB = '', pathB = ''] = b.split(' ');
  return pathA.localeCompare(pathB) || methodA.localeCompare(methodB);
}
