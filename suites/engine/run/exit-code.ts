import type { Level } from '../../../shared/verdict-log/verdict-log.ts';
import type { ExitCode, Verdict } from '../../../shared/verdict-log/verdict.ts';
import { EXIT } from '../../../shared/verdict-log/verdict.ts';

/** Verdicts of which the run's own verdict speaks only for binding rules. */
const WEIGHTY: ReadonlySet<Verdict> = new Set(['failed', 'blocked', 'inconclusive']);

/**
 * What a verdict on a rule of that level weighs in the run's own verdict and exit code. Only must-rules are binding: what fails of the
 * others, or comes to nothing, is reported and weighs nothing, unless `strict` makes should-rules binding too.
 */
export function weightOf(level: Level, verdict: Verdict, strict: boolean): Verdict {
  const binding = level === 'must' || (strict && level === 'should');
  return binding || !WEIGHTY.has(verdict) ? verdict : 'informational';
}

/** The exit code of a run with verdicts of these weights: a failure before a fault of our own, either before doubt, doubt before a pass. */
export function exitCodeOf(verdicts: readonly Verdict[]): ExitCode {
  if (verdicts.includes('failed')) return EXIT.failed;
  if (verdicts.includes('broken')) return EXIT.broken;
  if (verdicts.includes('blocked')) return EXIT.unreachable;
  if (verdicts.includes('inconclusive')) return EXIT.inconclusive;
  return EXIT.conformant;
}
