import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Operation } from '../../../../spec/surface/operations.ts';
import { needsControllers } from '../../../rules/needs.ts';
import { admissible } from '../history/admissible.ts';
import type { Violated } from '../../../checks/finding.ts';
import type { Program } from '../../../program/program.ts';
import type { History } from '../../../oracle/history.ts';
import type { Rule } from '../../../rules/rule.ts';
import { generatedCases } from '../../generated-cases.ts';
import { soundOperations } from '../history/blame.ts';
import {
  type BrokenCase,
  type FoundCase,
  originalOf,
  SHRINK_TRIES,
  SHRINKS,
  smaller,
} from '../shrinking/broken-case.ts';
import type { CaseRunner, Walk } from '../sending/case-runner.ts';
import type { Claim } from '../effort/causes.ts';
import { conclude } from './conclude.ts';
import type { Conclusion } from '../repeating/conclusion.ts';
import { confirm } from '../repeating/confirm.ts';
import { fingerprintOf } from '../effort/fingerprint.ts';
import { type HistoryJudgement, judgementOf } from '../history/judge-history.ts';
import type { StoredCase } from '../../run-config.ts';
import { type OwnedFailure, ownedVerdict, refusedVerdict } from './owned-failure.ts';
import { type JudgedCase, sendCase, sendOften, triesOf } from '../sending/send-case.ts';
import { judgedFor, senderOf, WALK } from '../sending/judged-for.ts';
import { sendSurely, sureOf } from '../sending/send-surely.ts';
import { sendShared } from '../sending/shared-cases.ts';
import { resend, type Resent } from '../repeating/stored-cases.ts';
import {
  type CaseCount,
  blockedBy,
  count,
  isPreconditionFailing,
  newTally,
  noteLacking,
  type Shrinking,
  type Tally,
} from './tally.ts';
import { violationOf } from './violation-of.ts';
import { findingsIn } from '../sending/walks.ts';

/**
 * The maximum number of rounds, each with as many cases as wanted, before the rule has applied that often. Unsent
 * cases cost time too.
 */
const TRIES = 8;
/** The minimum number of cases before a rule counts as never applying. */
const LEAST_TRIES = 40;
/**
 * How long the further rounds on one operation may take, in milliseconds. On a server that loses objects, each case
 * waits for events that cannot come.
 */
const FURTHER_ROUNDS_MS = 30_000;

/**
 * Judges one rule on one operation. It sends generated cases and checks each. The first case that violates the rule
 * is shrunk and sent again. If none does, the baseline's stored cases are sent again. A check or generator that
 * throws is our own fault: verdict `broken`.
 */
export async function judgeRule(
  rule: Rule,
  operation: Operation,
  amount: CaseCount,
  runner: CaseRunner,
  stored: readonly StoredCase[] = [],
): Promise<VerdictLine> {
  const began = performance.now();
  const tally = newTally(amount);
  const finish = (
    { verdict, reason, blockedBy }: Conclusion,
    violations: VerdictLine['violations'] = [],
    { kept }: Resent = NOTHING_RESENT,
  ): VerdictLine => ({
    kind: 'verdict',
    rule: rule.id,
    operation: operation.id,
    verdict,
    cases: tally.cases + violations.length,
    shapes: tally.shapes.size,
    durationMs: Math.round(performance.now() - began),
    ...(reason === undefined ? {} : { reason }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    violations,
    ...(kept.length === 0 ? {} : { kept }),
  });
  try {
    const found =
      foundFor(rule, await breakWithCases(rule, operation, runner, tally)) ??
      (rule.alone === true ? undefined : await readWalks(judgedFor(rule, WALK), operation, runner, tally));
    const resent =
      found === undefined && !tally.passedOver ? await resend(rule, operation, stored, runner) : NOTHING_RESENT;
    if (tally.owned !== undefined && runner.stopped() === undefined)
      await runner.report(ownedVerdict(tally.owned, runner));
    const failing =
      found ??
      (resent.broken !== undefined && (await mayInvestigate(rule, operation, runner, tally))
        ? resent.broken
        : undefined);
    if (failing === undefined) {
      const conclusion = conclude(rule, tally, runner);
      if (conclusion.blockedBy !== undefined && tally.refused !== undefined && rule.level === 'must')
        await runner.report(refusedVerdict(tally.refused, runner));
      return finish(conclusion, [], resent);
    }
    const confirmed = await confirm(failing.rule, operation, failing.broken, runner);
    return finish(confirmed.conclusion, [violationOf(failing.rule, operation.id, confirmed, runner)], resent);
  } catch (error) {
    return finish({ verdict: 'broken', reason: oneLine(error) });
  }
}

const NOTHING_RESENT: Resent = { kept: [] };

function foundFor(rule: Rule, broken: BrokenCase | undefined): FoundCase | undefined {
  return broken === undefined ? undefined : { rule, broken };
}

/**
 * Sends generated cases until the rule has applied as often as wanted, or one violates it. Rejects if our own code
 * throws.
 */
async function breakWithCases(
  rule: Rule,
  operation: Operation,
  runner: CaseRunner,
  tally: Tally,
): Promise<BrokenCase | undefined> {
  let until = Number.POSITIVE_INFINITY;
  for (let round = 0; round < roundsOf(rule, tally) && !isEnough(tally, runner); round += 1) {
    tally.isExtra = round > 0;
    if (tally.isExtra && (runner.shares.isSpent(rule.id) || performance.now() > until)) break;
    if (round === 1) until = performance.now() + FURTHER_ROUNDS_MS;
    const broken = await sendRound(rule, operation, runner, tally, round, tally.wanted);
    if (broken !== undefined) return broken;
  }
  return sendPatientRound(rule, operation, runner, tally);
}

async function sendRound(
  rule: Rule,
  operation: Operation,
  runner: CaseRunner,
  tally: Tally,
  round: number,
  numRuns: number,
): Promise<BrokenCase | undefined> {
  const { choices, seed: ofRun } = runner;
  const { cases, seed } = generatedCases(rule, operation, { choices, seed: ofRun, wanted: tally.wanted, round });
  const property = fc.asyncProperty(cases, (program) => holds(rule, operation, program, runner, tally));
  const details = await fc.check(property, { numRuns, seed, maxSkipsPerRun: 1000 });
  if (tally.broken !== undefined)
    return smaller(rule, operation, tally.broken, runner, Math.max(0, (tally.shrinking?.until ?? 0) - Date.now()));
  if (details.errorInstance instanceof Error) throw details.errorInstance;
  return undefined;
}

/**
 * A few cases with the full patience, if the rule did not apply and events were awaited for less than the full time.
 */
async function sendPatientRound(
  rule: Rule,
  operation: Operation,
  runner: CaseRunner,
  tally: Tally,
): Promise<BrokenCase | undefined> {
  const { silent } = tally;
  tally.silent = undefined;
  if (
    tally.cases >= tally.needed ||
    tally.hurried.size === 0 ||
    runner.waits.areSettled('unapplied', tally.hurried) ||
    isEnough(tally, runner)
  ) {
    tally.silent = silent;
    return undefined;
  }
  const before = tally.cases;
  tally.patient = true;
  // Before it is known, so other rules do not wait for the same.
  runner.waits.settle('unapplied', tally.hurried);
  const broken = await sendRound(rule, operation, runner, tally, roundsOf(rule, tally), tally.needed - before);
  if (tally.cases > before) runner.waits.relent(tally.hurried);
  else tally.silent = silent;
  return broken;
}

/**
 * Cases that wait for a controller run in one round only: a controller that did not act has had its time. So do cases
 * on a server that holds no deleted object, if none of them applied: each would wait for events that cannot come.
 */
function roundsOf(rule: Rule, { wanted, unheld, cases }: Tally): number {
  const isVain = needsControllers(rule) || (unheld !== undefined && cases === 0);
  return isVain ? 1 : Math.max(TRIES, LEAST_TRIES / wanted);
}

/**
 * Sends one case, unless the rule has applied often enough. After a failure, it spends the shrinking budget, and
 * then passes every smaller case unsent, which ends the shrinking.
 */
async function holds(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
  tally: Tally,
): Promise<boolean> {
  await runner.bail?.turn(nameOf(rule, operation));
  if (tally.broken === undefined && isEnough(tally, runner)) return true;
  if (tally.shrinking !== undefined && (tally.shrinking.left-- <= 0 || Date.now() > tally.shrinking.until)) return true;
  const { lines, history, judgement } = await sent(rule, operation, program, runner, tally);
  const [first, ...rest] = ofOneCause(rule, judgement.violations, tally.shrinking);
  if (first === undefined) {
    if (tally.shrinking === undefined) {
      count(judgement, tally);
      notePreconditions(judgement, history, runner);
      noteOwned(judgement, { program, lines, sender: senderOf(rule) }, tally, runner);
      noteRefused(judgement, program, tally);
    }
    return true;
  }
  if (tally.broken === undefined && !(await mayInvestigate(rule, operation, runner, tally))) return true;
  tally.shrinking ??= { ...shrinkingOf(runner.causes.claim(rule, first)), fingerprint: fingerprintOf(rule.id, first) };
  const original = tally.broken === undefined ? {} : { original: originalOf(tally.broken) };
  tally.broken = { program, lines, violations: [first, ...rest], isNew: tally.shrinking.isNew, ...original };
  return false;
}

/** Records the preconditions of all rules that a passing case proves or refutes. */
function notePreconditions(
  { applied, blocker }: HistoryJudgement,
  history: History,
  { choices, preconditions }: CaseRunner,
): void {
  if (blocker !== undefined) preconditions.note(blocker);
  else if (applied > 0 && !preconditions.areNone)
    preconditions.refute(soundOperations(admissible(history, choices), { choices }));
}

/**
 * Skips violations that rest on elapsed time, because the owner's own cases use the full patience. Skips unserved
 * operations, because another rule reports them.
 */
function noteOwned(
  { owned }: HistoryJudgement,
  sent: Pick<OwnedFailure, 'program' | 'lines' | 'sender'>,
  tally: Tally,
  runner: CaseRunner,
): void {
  if (owned?.operation !== undefined && runner.notOffered(owned.operation) !== undefined) return;
  if (owned?.violation !== undefined && owned.violation.restsOnTime !== true)
    tally.owned ??= { by: owned.by, violation: owned.violation, ...sent };
}

/** Records a refusal that no owning rule calls a violation, in a case whose calls must all succeed. */
function noteRefused({ blocker }: HistoryJudgement, program: Program, tally: Tally): void {
  if (blocker?.operation !== undefined && blocker.violation === undefined)
    tally.refused ??= { by: blocker.by, operation: blocker.operation, program };
}

/** Sends the first failing case so that its violation is certain, and the smaller ones as quickly as possible. */
async function sent(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
  tally: Tally,
): Promise<JudgedCase> {
  const { shrinking, patient } = tally;
  const found =
    shrinking === undefined
      ? await sendFirst(rule, operation, program, runner, patient)
      : await sendOften(rule, operation, program, runner, {
          tries: triesOf(program, SHRINK_TRIES),
          mayTry: () => Date.now() < shrinking.until,
        });
  if (found.judgement.applied === 0) {
    noteLacking(found.history, runner, tally);
    tally.silent ??= found.hurried?.find((watched) => runner.waits.isSilent(watched));
  }
  for (const watched of found.hurried ?? []) tally.hurried.add(watched);
  if (found.trouble !== undefined && shrinking === undefined) tally.troubles.push(found.trouble);
  if (tally.isExtra) runner.shares.spend(rule.id, found.history.exchanges.length);
  return found;
}

/**
 * During shrinking, only violations with the original cause count, so that the report does not depend on the
 * shrinking budget.
 */
function ofOneCause(
  rule: Rule,
  violations: readonly Violated[],
  shrinking: Shrinking | undefined,
): readonly Violated[] {
  return shrinking === undefined
    ? violations
    : violations.filter((violation) => fingerprintOf(rule.id, violation) === shrinking.fingerprint);
}

function shrinkingOf({ isNew, allowedMs }: Claim): Omit<Shrinking, 'fingerprint'> {
  return { until: Date.now() + allowedMs, left: allowedMs > 0 ? SHRINKS : 0, isNew };
}

function sendFirst(
  rule: Rule,
  operation: Operation,
  program: Program,
  runner: CaseRunner,
  patient: boolean,
): Promise<JudgedCase> {
  return rule.shared === true && !patient
    ? sendShared(rule, operation, program, runner)
    : sendSurely(rule, operation, program, runner, { tries: triesOf(program, runner.raceTries), patient });
}

/** Judges the walks of the run. Walks that keep the rule are evidence; the first that violates it is shrunk. */
async function readWalks(
  rule: Rule,
  operation: Operation,
  runner: CaseRunner,
  tally: Tally,
): Promise<FoundCase | undefined> {
  for (const walk of await runner.walks()) {
    const judgement = judgementOf(findingsIn(walk, rule, operation.id, { choices: runner.choices }), operation.id);
    const { lines, violations } =
      judgement.violations.length === 0
        ? { lines: walk.lines, violations: [] }
        : await surelyBroken(rule, operation, walk, judgement, runner);
    const [first, ...rest] = violations;
    if (first !== undefined && !(await mayInvestigate(rule, operation, runner, tally))) return undefined;
    if (first !== undefined) {
      const { isNew, allowedMs } = runner.causes.claim(rule, first);
      const broken: BrokenCase = { program: walk.program, lines, violations: [first, ...rest], isNew };
      return { rule, broken: await smaller(rule, operation, broken, runner, allowedMs) };
    }
    count(judgement, tally);
    // Checking a walk takes a while, so let pending responses be read first.
    await nextTurn();
  }
  return undefined;
}

/** The violations in a walk. If all of them rest on elapsed time, those that recur with the full patience. */
async function surelyBroken(
  rule: Rule,
  operation: Operation,
  { program, lines }: Walk,
  { violations }: HistoryJudgement,
  runner: CaseRunner,
): Promise<Pick<BrokenCase, 'lines'> & Pick<HistoryJudgement, 'violations'>> {
  const sure = sureOf(violations);
  if (sure.length > 0) return { lines, violations: sure };
  const again = await sendCase(rule, operation, program, runner, true);
  return { lines: again.lines, violations: again.judgement.violations };
}

/** With `--bail`, only the first failure of a must-rule is investigated, and all other assignments wait. */
async function mayInvestigate(rule: Rule, operation: Operation, { bail }: CaseRunner, tally: Tally): Promise<boolean> {
  if (bail === undefined || rule.level !== 'must' || (await bail.hold(nameOf(rule, operation)))) return true;
  tally.passedOver = true;
  return false;
}

/** The name of an assignment for `Bail`. */
export function nameOf({ id }: Pick<Rule, 'id'>, operation: Pick<Operation, 'id'>): string {
  return `${id} on ${operation.id}`;
}

/** Whether no further case is wanted or allowed. */
function isEnough(tally: Tally, runner: CaseRunner): boolean {
  return (
    tally.cases >= tally.wanted ||
    runner.stopped() !== undefined ||
    blockedBy(tally) !== undefined ||
    isPreconditionFailing(tally, runner.preconditions)
  );
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text
    .split('\n')
    .slice(0, 3)
    .map((line) => line.trim())
    .join(' | ');
}
