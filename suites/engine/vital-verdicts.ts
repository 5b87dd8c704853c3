import { withBaseline } from '../../fixtures/formats/known-failures.ts';
import type { VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import { violated } from '../checks/findings.ts';
import { rule as keepsAnswering } from '../rules/world/keeps-answering.rule.ts';
import type { CaseRunner } from './case-runner.ts';
import type { RunConfig } from './run-config.ts';
import { violationOf } from './violation-of.ts';
import type { VitalFinding } from './vitals/examined-case.ts';

/** The verdict on `world/keeps-answering` that follows from what was found while cases of any rule were sent. */
export function vitalVerdict({ found, actual, cause }: VitalFinding, runner: CaseRunner, config: RunConfig): VerdictLine {
  const violation = violated(found.exchange, 'an answer', actual, cause);
  const broken = { program: found.program, lines: found.lines, violations: [violation] as const, isNew: true };
  const verdict: VerdictLine = {
    kind: 'verdict',
    rule: keepsAnswering.id,
    operation: found.operation.id,
    verdict: 'failed',
    cases: 1,
    shapes: 0,
    durationMs: 0,
    violations: [violationOf(keepsAnswering, broken, runner)],
  };
  return config.known === undefined ? verdict : withBaseline(config.known.entries, verdict, config.known.today);
}
