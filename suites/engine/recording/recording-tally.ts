import { cached } from '../../../shared/cached.ts';
import { typedCommand } from '../../../shared/process/command-name.ts';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import type { VerdictLine, Violation } from '../../../shared/verdict-log/verdict-log.ts';
import type { Finding, Violated } from '../../checks/finding.ts';
import type { Rule } from '../../rules/rule.ts';
import { fingerprintOf, formerFingerprintsOf } from '../judging/effort/fingerprint.ts';

/** The number of violations of one rule and operation that carry evidence; the rest are only counted. */
const SHOWN = 5;

/** The source of findings. */
export interface FindingPlace {
  /** Path of the recording, as the user knows it. */
  readonly file: string;
  /** The lines of an exchange. */
  linesOf(exchange: number): readonly HappeningLine[];
  /** Whether an exchange is in the next window too. */
  isKept(exchange: number): boolean;
  /**
   * Whether an exchange may be misread because earlier traffic is missing. Such an exchange counts only as evidence
   * against a server.
   */
  isDoubtful(exchange: number): boolean;
}

/** The findings of a rule about one operation, counted as they come: a long recording has millions. */
interface RuleFindings {
  cases: number;
  violations: number;
  readonly shown: Violation[];
  readonly shapes: Set<string>;
  readonly observations: Set<string>;
}

/** Collects one rule's findings in a recording, window by window. A finding that two windows show is counted once. */
export class RecordingTally {
  readonly #rule: Rule;
  readonly #found = new Map<string, RuleFindings>();
  #before: ReadonlySet<string> = new Set();
  #durationMs = 0;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Adds the rule's findings in one window. */
  take(findings: Iterable<Finding>, place: FindingPlace): void {
    const began = performance.now();
    const now = new Set<string>();
    const times = new Map<string, number>();
    for (const finding of findings) {
      if (finding.outcome === 'held' && place.isDoubtful(finding.exchange)) continue;
      const isKept = place.isKept(finding.exchange);
      if (!isKept && this.#before.size === 0) {
        this.#note(finding, place);
        continue;
      }
      const key = keyOf(finding);
      const time = (times.get(key) ?? 0) + 1;
      times.set(key, time);
      const id = finding.outcome === 'violated' ? key : `${key} ${time}`;
      if (isKept) now.add(id);
      if (!this.#before.has(id)) this.#note(finding, place);
    }
    this.#before = now;
    this.#durationMs += performance.now() - began;
  }

  /** One verdict for each operation with findings; `skipped` if there is none. */
  verdicts(): VerdictLine[] {
    if (this.#found.size === 0) return [this.#unexercised()];
    return [...this.#found].map(([operation, found]) => this.#verdictOn(operation, found));
  }

  #note(finding: Finding, place: FindingPlace): void {
    const found = this.#foundOn(finding.operation);
    found.cases += 1;
    if (finding.outcome === 'held') found.shapes.add(finding.shape);
    else if (finding.outcome === 'observed') found.observations.add(finding.observation);
    else {
      found.violations += 1;
      if (found.shown.length < SHOWN) found.shown.push(evidenceOf(this.#rule, finding, place));
    }
  }

  #foundOn(operation: string): RuleFindings {
    return cached(this.#found, operation, () => ({
      cases: 0,
      violations: 0,
      shown: [],
      shapes: new Set(),
      observations: new Set(),
    }));
  }

  #verdictOn(operation: string, { cases, violations, shown, shapes, observations }: RuleFindings): VerdictLine {
    const verdict = violations > 0 ? 'failed' : shapes.size === 0 ? 'informational' : 'passed';
    const reason =
      violations > SHOWN
        ? `${violations} violations, of which the first ${SHOWN} are shown`
        : [...observations].join('; ');
    return {
      kind: 'verdict',
      rule: this.#rule.id,
      operation,
      verdict,
      cases,
      shapes: shapes.size,
      durationMs: Math.round(this.#durationMs),
      ...(reason === '' ? {} : { reason }),
      violations: shown,
    };
  }

  #unexercised(): VerdictLine {
    const reason = 'the recorded traffic never made this rule apply';
    return {
      kind: 'verdict',
      rule: this.#rule.id,
      operation: this.#rule.operations[0]?.id ?? '',
      verdict: 'skipped',
      cases: 0,
      shapes: 0,
      durationMs: Math.round(this.#durationMs),
      reason,
      violations: [],
    };
  }
}

/**
 * Identifies a finding about an exchange without its `actual` text, which may differ if a window holds less of the
 * traffic.
 */
function keyOf(finding: Finding): string {
  const { operation, exchange, outcome } = finding;
  const what =
    outcome === 'held'
      ? finding.shape
      : outcome === 'observed'
        ? finding.observation
        : `${finding.cause} ${finding.expected}`;
  return `${operation} ${exchange} ${outcome} ${what}`;
}

function evidenceOf(rule: Rule, violation: Violated, place: FindingPlace): Violation {
  const aliases = formerFingerprintsOf(rule.id, violation);
  const exchanges = [...new Set([violation.exchange, ...(violation.involved ?? [])])];
  return {
    expected: violation.expected,
    actual: violation.actual,
    curl: [],
    replay: `${typedCommand('proxy')} check ${place.file}`,
    transcript: exchanges.flatMap((exchange) => place.linesOf(exchange)).toSorted((one, other) => one.n - other.n),
    exchanges,
    fingerprint: fingerprintOf(rule.id, violation),
    ...(aliases.length === 0 ? {} : { aliases }),
  };
}
