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

/** What a rule found about one operation, counted as it is found: a long recording has millions of findings. */
interface Found {
  cases: number;
  violations: number;
  readonly shown: Violated[];
  readonly shapes: Set<string>;
  readonly observations: Set<string>;
}

function judgeOne(rule: Rule, recording: Recording, context: CheckContext): VerdictLine[] {
  const began = performance.now();
  const byOperation = new Map<string, Found>();
  for (const finding of rule.check(admissible(recording.history, context.answers), context)) {
    const known = byOperation.get(finding.operation);
    const found = known ?? { cases: 0, violations: 0, shown: [], shapes: new Set(), observations: new Set() };
    if (known === undefined) byOperation.set(finding.operation, found);
    note(finding, found);
  }
  const durationMs = Math.round(performance.now() - began);
  if (byOperation.size === 0) return [unexercised(rule, durationMs)];
  return [...byOperation].map(([operation, found]) => verdictOn(rule, operation, found, durationMs, recording));
}

function note(finding: Finding, found: Found): void {
  found.cases += 1;
  if (finding.outcome === 'held') found.shapes.add(finding.shape);
  else if (finding.outcome === 'observed') found.observations.add(finding.observation);
  else {
    found.violations += 1;
    if (found.shown.length < SHOWN) found.shown.push(finding);
  }
}

function verdictOn(rule: Rule, operation: string, { cases, violations, shown, shapes, observations }: Found, durationMs: number, recording: Recording): VerdictLine {
  const verdict = violations > 0 ? 'failed' : shapes.size === 0 ? 'informational' : 'passed';
  const reason = violations > SHOWN ? `${violations} violations, of which the first ${SHOWN} are shown` : [...observations].join('; ');
  return {
    kind: 'verdict',
    rule: rule.id,
    operation,
    verdict,
    cases,
    shapes: shapes.size,
    durationMs,
    ...(reason === '' ? {} : { reason }),
    violations: shown.map((violation) => evidenceOf(rule, violation, recording)),
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
