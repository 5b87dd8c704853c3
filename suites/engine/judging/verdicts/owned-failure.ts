import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import { operationById } from '../../../../spec/surface/operations.ts';
import type { Violated } from '../../../checks/finding.ts';
import type { Program } from '../../../program/program.ts';
import { OWNING_RULES } from '../../../rules/owners.ts';
import { type BrokenCase, smaller } from '../shrinking/broken-case.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import { confirm } from '../repeating/confirm.ts';
import { judgedFor } from '../sending/judged-for.ts';
import { sendCase } from '../sending/send-case.ts';
import { violationOf } from './violation-of.ts';

/** A case of one rule that violates another, which owns a precondition of the first. */
export interface OwnedFailure extends Pick<BrokenCase, 'program' | 'lines'> {
  /** Id of the owning rule. */
  readonly by: string;
  /** The id under which the case was sent. */
  readonly sender: string;
  readonly violation: Violated;
}

/**
 * The verdict on an owning rule that a case of another rule violated. The violation is a fact, even if the owner's
 * own cases never send such a request:
 *
 *     a case of list/takes-every-parameter-of-its-set    GET .../pods?timeoutSeconds=9 is refused   -> world/plain-calls-succeed fails there
 *
 * `undefined` if the cause is known already, or if the run does not judge the owner.
 */
export async function ownedVerdict(
  { by, sender, violation, program, lines }: OwnedFailure,
  runner: CaseRunner,
): Promise<VerdictLine | undefined> {
  const owner = OWNING_RULES.find(({ id }) => id === by);
  const operation = operationById(violation.operation);
  if (owner === undefined || operation === undefined || !runner.judges(by)) return undefined;
  const began = performance.now();
  const { isNew, allowedMs } = runner.causes.claim(owner, violation);
  if (!isNew) return undefined;
  const asked = judgedFor(owner, sender);
  const broken = await smaller(asked, operation, { program, lines, violations: [violation], isNew }, runner, allowedMs);
  const confirmed = await confirm(asked, operation, broken, runner);
  const { verdict, reason } = confirmed.conclusion;
  return {
    kind: 'verdict',
    rule: by,
    operation: operation.id,
    verdict,
    cases: 1,
    shapes: 0,
    durationMs: Math.round(performance.now() - began),
    ...(reason === undefined ? {} : { reason }),
    violations: [violationOf(asked, operation.id, confirmed, runner)],
  };
}

/** A refused call that must succeed, so that a rule could not apply. */
export interface RefusedCase {
  /** Id of the rule that owns such calls. */
  readonly by: string;
  /** Id of the operation that was refused. */
  readonly operation: string;
  readonly program: Program;
}

/**
 * The verdict on the rule that owns a refused call. The owner excuses refusals in other rules' cases, because it
 * does not know whether their content is valid. A rule whose cases must all succeed guarantees that, so the case is
 * sent again as the owner's own:
 *
 *     a PUT of /status beside another spec returns 422, so status/write-leaves-the-spec is blocked
 *       -> the same case sent for status/current-version-succeeds violates that
 */
export async function refusedVerdict(
  { by, operation: id, program }: RefusedCase,
  runner: CaseRunner,
): Promise<VerdictLine | undefined> {
  const owner = OWNING_RULES.find((each) => each.id === by);
  const operation = operationById(id);
  if (owner === undefined || operation === undefined || !runner.judges(by)) return undefined;
  const { lines, judgement } = await sendCase(owner, operation, program, runner);
  const violation = judgement.violations.find((each) => each.operation === id && each.restsOnTime !== true);
  return violation === undefined ? undefined : ownedVerdict({ by, sender: by, violation, program, lines }, runner);
}
