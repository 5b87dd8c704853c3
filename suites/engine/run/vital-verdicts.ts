import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { violated } from '../../checks/findings.ts';
import { rule as keepsAnswering } from '../../rules/world/keeps-answering.rule.ts';
import type { CaseRunner } from '../judging/sending/case-runner.ts';
import { violationOf } from '../judging/verdicts/violation-of.ts';
import type { LapsedCase, VitalFinding } from '../vitals/examined-case.ts';

/** The number of requests with a response that a message names, the last ones. */
const NAMED = 2;

/** The verdict on `world/keeps-answering` for a finding that cases of any rule brought. */
export function vitalVerdict({ found, actual, cause }: VitalFinding, runner: CaseRunner): VerdictLine {
  const violation = violated(found.exchange, 'a response', `${actual}${lastAnswered(found)}`, cause);
  const broken = { program: found.program, lines: found.lines, violations: [violation] as const, isNew: true };
  return {
    kind: 'verdict',
    rule: keepsAnswering.id,
    operation: found.operation.id,
    verdict: 'failed',
    cases: 1,
    shapes: 0,
    durationMs: 0,
    violations: [violationOf(keepsAnswering, found.operation.id, { broken }, runner)],
  };
}

/** The last answered requests of the case before the unanswered one: `; last responses: POST /api/v1/... 200`. */
function lastAnswered({ history, exchange }: LapsedCase): string {
  const responded = history.exchanges.filter(({ response, ended }) => response !== undefined && ended < exchange.ended);
  const named = responded
    .slice(-NAMED)
    .map(({ request, response }) => `${request.method} ${request.target} ${response?.status ?? ''}`);
  return named.length === 0 ? '' : `; last responses: ${named.join(', ')}`;
}
