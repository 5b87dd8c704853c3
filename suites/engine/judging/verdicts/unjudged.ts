import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Stop } from '../sending/case-runner.ts';
import type { Assignment } from '../../run-config.ts';

/** The verdict on a rule and operation without any sent case. */
export function unjudged(
  { rule, operation }: Assignment,
  verdict: Stop['verdict'] | 'unsupported',
  reason: string,
  blockedBy?: string,
): VerdictLine {
  return {
    kind: 'verdict',
    rule,
    operation,
    verdict,
    cases: 0,
    shapes: 0,
    durationMs: 0,
    reason,
    ...(blockedBy === undefined ? {} : { blockedBy }),
    violations: [],
  };
}
