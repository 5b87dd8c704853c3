import type { ExitCode, Verdict } from '../../fixtures/formats/verdict.ts';
import { EXIT } from '../../fixtures/formats/verdict.ts';

/**
 * The exit code of a run with these verdicts: our own fault before theirs, a failure before doubt, doubt before a pass.
 */
export function exitCodeOf(verdicts: readonly Verdict[]): ExitCode {
  if (verdicts.includes('broken')) return EXIT.broken;
  if (verdicts.includes('failed')) return EXIT.failed;
  if (verdicts.includes('blocked')) return EXIT.unreachable;
  if (verdicts.includes('inconclusive') || verdicts.includes('flaky')) return EXIT.inconclusive;
  return EXIT.conformant;
}
