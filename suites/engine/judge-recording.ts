import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import type { VerdictLine, Violation } from '../../fixtures/formats/verdict-log.ts';
import { admissible } from '../checks/admissible.ts';
import type { CheckContext, Finding, Violated } from '../checks/finding.ts';
import type { History } from '../oracle/history.ts';
import type { Rule } from '../rules/rule.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Violations of one rule and operation that carry their evidence; the rest are only counted. */
const SHOWN = 5;

/** What was recorded, and where from. */
export interface Recording {
  readonly file: string;
  readonly lines: readonly HappeningLine[];
  readonly history: History;
}

/**
 * A history without what says nothing of the server: reads that ended before an answer came. Of writes that did, it is open whether
 * they were done, so they stay, without an end.
 */
export function withoutFailures({ exchanges }: History): History {
  return {
    exchanges: exchanges.flatMap((exchange) => {
      if (exchange.response !== undefined || exchange.end?.reason !== 'error') return [exchange];
      return exchange.request.method === 'GET' ? [] : [{ ...exchange, end: undefined, ended: Number.POSITIVE_INFINITY }];
    }),
  };
}

/** The verdict of every rule on every operation that a recording exercised; one `skipped` line for each rule that it never did. */
export function judgeRecording(rules: readonly Rule[], recording: Recording, context: CheckContext): VerdictLine[] {
  return rules.flatMap((rule) => judgeOne(rule, recording, context));
}

function judgeOne(rule: Rule, recording: Recording, context: CheckContext): VerdictLine[] {
  const began = performance.now();
  const byOperation = new Map<string, Finding[]>();
  for (const finding of rule.check(admissible(recording.history, context.answers), context)) {
    const known = byOperation.get(finding.operation);
    if (known === undefined) byOperation.set(finding.operation, [finding]);
    else known.push(finding);
  }
  const durationMs = Math.round(performance.now() - began);
  if (byOperation.size === 0) return [unexercised(rule, durationMs)];
  return [...byOperation].map(([operation, findings]) => verdictOn(rule, operation, findings, durationMs, recording));
}

function verdictOn(rule: Rule, operation: string, findings: readonly Finding[], durationMs: number, recording: Recording): VerdictLine {
  const violated = findings.filter((finding) => finding.outcome === 'violated');
  const observations = new Set(findings.flatMap((finding) => (finding.outcome === 'observed' ? [finding.observation] : [])));
  const shapes = new Set(findings.flatMap((finding) => (finding.outcome === 'held' ? [finding.shape] : [])));
  const verdict = violated.length > 0 ? 'failed' : shapes.size === 0 ? 'informational' : 'passed';
  const reason = violated.length > SHOWN ? `${violated.length} violations, of which the first ${SHOWN} are shown` : [...observations].join('; ');
  return {
    kind: 'verdict',
    rule: rule.id,
    operation,
    verdict,
    cases: findings.length,
    shapes: shapes.size,
    durationMs,
    ...(reason === '' ? {} : { reason }),
    violations: violated.slice(0, SHOWN).map((violation) => evidenceOf(rule, violation, recording)),
  };
}

function evidenceOf(rule: Rule, violation: Violated, { file, lines }: Recording): Violation {
  return {
    expected: violation.expected,
    actual: violation.actual,
    curl: [],
    replay: `pnpm proxy check ${file}`,
    transcript: lines.filter(({ exchange }) => exchange === violation.exchange),
    fingerprint: fingerprintOf(rule.id, violation),
  };
}

function unexercised(rule: Rule, durationMs: number): VerdictLine {
  const reason = 'the recorded traffic never made this rule apply';
  return { kind: 'verdict', rule: rule.id, operation: rule.operations[0]?.id ?? '', verdict: 'skipped', cases: 0, shapes: 0, durationMs, reason, violations: [] };
}
