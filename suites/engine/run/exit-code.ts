import type { Level } from '../../../shared/verdict-log/verdict-log.ts';
import { EXIT, type ExitCode, type Verdict } from '../../../shared/verdict-log/verdict.ts';

/** Verdicts that count for the run's verdict only if the rule is binding. */
const WEIGHTY: ReadonlySet<Verdict> = new Set(['failed', 'blocked', 'inconclusive']);

/**
 * The weight of a verdict in the run's own verdict and exit code. Only must-rules are binding, and should-rules if
 * `strict`. Failures of other rules are reported and weigh nothing.
 */
export function weightOf(level: Level, verdict: Verdict, strict: boolean): Verdict {
  const binding = level === 'must' || (strict && level === 'should');
  return binding || !WEIGHTY.has(verdict) ? verdict : 'informational';
}

/**
 * The exit code of a run with verdicts of these weights. A failure outweighs a fault of the suite, then come blocked
 * pairs, inconclusive pairs and passes.
 */
export function exitCodeOf(verdicts: readonly Verdict[]): ExitCode {
  if (verdicts.includes('failed')) return EXIT.failed;
  if (verdicts.includes('broken')) return EXIT.broken;
  if (verdicts.includes('blocked')) return EXIT.unreachable;
  if (verdicts.includes('inconclusive')) return EXIT.inconclusive;
  return EXIT.conformant;
}
