import { typedCommand } from '../../shared/process/command-name.ts';
import {
  type DoneLine,
  type JudgedOperation,
  type LookalikeLine,
  type Report,
  REPORT_SCHEMA_VERSION,
  type ReportedRule,
  type ReportedViolation,
  type RuleSummary,
  type RunLine,
  type VerdictLine,
  type VerdictLogLine,
  type Violation,
} from '../../shared/verdict-log/verdict-log.ts';
import { EXIT, type Verdict, worst } from '../../shared/verdict-log/verdict.ts';
import { reportedCauses } from './reported-causes.ts';
import { operationsOf } from './operations-of.ts';
import { unjudgedPairs } from './unjudged-pairs.ts';

/** The run line of a log that ended before its writer could write one. */
const UNKNOWN_RUN: RunLine = {
  kind: 'run',
  format: 1,
  target: 'unknown',
  dialect: 'unknown',
  seed: 0,
  startedAt: '1970-01-01T00:00:00.000Z',
  rules: [],
  planned: 0,
  command: typedCommand('conformance'),
};

/**
 * Folds a verdict log into a report. A log without `done` is a run that was cut, and the report says so: its verdict
 * is `failed` if a must-rule had failed by then, else `broken`. A rule without any verdict is `skipped`, or
 * `blocked` if the run was blocked before it judged anything.
 */
export function fold(lines: readonly VerdictLogLine[]): Report {
  const run = lines.find((line) => line.kind === 'run') ?? UNKNOWN_RUN;
  const written = lines.filter((line) => line.kind === 'verdict');
  const done = lines.findLast((line) => line.kind === 'done') ?? cut(run, written);
  const verdicts = done.unjudged === undefined ? written : [...written, ...unjudgedPairs(run, written, done.unjudged)];
  const unjudged = verdicts.length === 0 && done.verdict === 'blocked' ? 'blocked' : 'skipped';
  const broken = (run.watched ?? []).filter(({ id }) => verdicts.some((line) => line.rule === id));
  const tried = new Map(lines.filter((line) => line.kind === 'lookalike').map((line) => [keyOf(line), line.onFaults]));
  const rules = [...run.rules, ...broken].map((rule) =>
    reportedRule(rule, worstOfEach(verdicts.filter((line) => line.rule === rule.id)), unjudged, tried),
  );
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    ...(run.plumbline === undefined ? {} : { plumbline: run.plumbline }),
    ...(run.run === undefined ? {} : { run: run.run }),
    target: run.target,
    dialect: run.dialect,
    seed: run.seed,
    ...(run.seedSource === undefined ? {} : { seedSource: run.seedSource }),
    startedAt: run.startedAt,
    durationMs: done.durationMs,
    verdict: done.verdict,
    exitCode: done.exitCode,
    requests: done.requests,
    command: run.command,
    ...(done.stopped === undefined ? {} : { stopped: done.stopped }),
    ...(done.notes === undefined ? {} : { notes: done.notes }),
    leftovers: done.leftovers,
    ...(run.shard === undefined ? {} : { shard: run.shard }),
    ...(run.catalogue === undefined ? {} : { catalogue: run.catalogue }),
    ...(run.baseline === undefined ? {} : { baseline: run.baseline }),
    ...(done.exercised === undefined ? {} : { exercised: done.exercised }),
    ...(done.stale === undefined ? {} : { stale: done.stale }),
    causes: reportedCauses(rules),
    rules,
    operations: operationsOf(rules),
  };
}

function cut({ rules, cleanUp }: RunLine, verdicts: readonly VerdictLine[]): DoneLine {
  const binding = new Set(rules.filter(({ level }) => level === 'must').map(({ id }) => id));
  const verdict = verdicts.some((line) => line.verdict === 'failed' && binding.has(line.rule)) ? 'failed' : 'broken';
  const durationMs = verdicts.reduce((sum, line) => sum + line.durationMs, 0);
  const stopped = 'the run was cut: its log ends before the run did';
  return {
    kind: 'done',
    verdict,
    exitCode: EXIT[verdict],
    durationMs,
    requests: 0,
    stopped,
    unjudged: 'not judged: the run was cut',
    leftovers: cleanUp === undefined ? [] : [`What the run made may be left. Remove it: ${cleanUp}`],
  };
}

/**
 * One verdict for each operation. An operation can have two, if another rule's case later showed that it does not
 * respond: the worse one holds.
 */
function worstOfEach(lines: readonly VerdictLine[]): VerdictLine[] {
  const byOperation = new Map<string, VerdictLine>();
  for (const line of lines) {
    const known = byOperation.get(line.operation);
    if (known === undefined || worst([known.verdict, line.verdict]) !== known.verdict)
      byOperation.set(line.operation, line);
  }
  return [...byOperation.values()];
}

function reportedRule(
  rule: RuleSummary,
  lines: readonly VerdictLine[],
  unjudged: Verdict,
  tried: CasesOnFaults,
): ReportedRule {
  return {
    ...rule,
    verdict: lines.length === 0 ? unjudged : worst(lines.map(({ verdict }) => verdict)),
    cases: lines.reduce((sum, { cases }) => sum + cases, 0),
    shapes: lines.reduce((most, { shapes }) => Math.max(most, shapes), 0),
    operations: lines.map(judgedOperation),
    violations: lines.flatMap((line) => line.violations.map((violation) => reportedViolation(line, violation, tried))),
  };
}

/** How cases ended on servers with one fault each, by `keyOf`. */
type CasesOnFaults = ReadonlyMap<string, LookalikeLine['onFaults']>;

function keyOf({ rule, operation, fingerprint }: Omit<LookalikeLine, 'kind' | 'onFaults'>): string {
  return `${rule} ${operation} ${fingerprint}`;
}

/** The violation, with the operation that its case judges and how the case ended on servers with one fault each. */
function reportedViolation(
  { rule, operation }: VerdictLine,
  violation: Violation,
  tried: CasesOnFaults,
): ReportedViolation {
  const onFaults = tried.get(keyOf({ rule, operation, fingerprint: violation.fingerprint }));
  return { ...violation, operation, ...(onFaults === undefined ? {} : { onFaults }) };
}

function judgedOperation({
  operation,
  verdict,
  cases,
  shapes,
  durationMs,
  reason,
  blockedBy,
  accepted,
  kept,
}: VerdictLine): JudgedOperation {
  return {
    operation,
    verdict,
    cases,
    shapes,
    durationMs,
    ...(reason === undefined ? {} : { reason }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(accepted === undefined ? {} : { accepted }),
    ...(kept === undefined ? {} : { kept }),
  };
}
