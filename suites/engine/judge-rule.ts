import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import type { Program } from '../drivers/program.ts';
import type { Rule } from '../rules/rule.ts';
import { seedFor } from './amount.ts';
import type { BrokenCase } from './broken-case.ts';
import { SHRINK_TRIES, SHRINKS, smaller, smallest } from './broken-case.ts';
import type { CaseRunner } from './case-runner.ts';
import type { Conclusion } from './conclude.ts';
import { conclude } from './conclude.ts';
import { confirm } from './confirm.ts';
import { judgementOf } from './judge-history.ts';
import { sendOften, triesOf } from './send-case.ts';
import type { Amount, Tally } from './tally.ts';
import { count, newTally, noteLacking } from './tally.ts';
import { violationOf } from './violation-of.ts';
import { findingsIn } from './walks.ts';

/** Rounds of as many cases as are wanted, at most, until the rule has applied to so many: cases that are not sent cost time as well. */
const TRIES = 8;
/** How many cases are sent at least before a rule is taken never to apply. */
const LEAST_TRIES = 40;

/**
 * Judges one rule on one operation: generated cases, each sent and checked; the first that breaks the rule is made smaller and sent
 * once more. A check or generator that throws is our fault: verdict `broken`.
 */
export async function judgeRule(rule: Rule, operation: Operation, amount: Amount, runner: CaseRunner): Promise<VerdictLine> {
  const began = performance.now();
  const tally = newTally(amount);
  const finish = ({ verdict, reason }: Conclusion, violations: VerdictLine['violations'] = []): VerdictLine => ({
    kind: 'verdict',
    rule: rule.id,
    operation: operation.id,
    verdict,
    cases: tally.cases + violations.length,
    shapes: tally.shapes.size,
    durationMs: Math.round(performance.now() - began),
    ...(reason === undefined ? {} : { reason }),
    violations,
  });
  try {
    const broken = (await breakWithCases(rule, operation, runner, tally)) ?? (await readWalks(rule, operation, runner, tally));
    if (broken === undefined) return finish(conclude(rule, tally, runner));
    return finish(await confirm(rule, operation, broken, runner), [violationOf(rule, broken, runner)]);
  } catch (error) {
    return finish({ verdict: 'broken', reason: oneLine(error) });
  }
}

/** Sends generated cases until the rule has been applied as often as is wanted, or one breaks it. Rejects where our own code throws. */
async function breakWithCases(rule: Rule, operation: Operation, runner: CaseRunner, tally: Tally): Promise<BrokenCase | undefined> {
  const property = fc.asyncProperty(rule.cases(operation, runner.answers), (program) => holds(rule, operation, program, runner, tally));
  for (let round = 0; round < roundsOf(rule, tally) && !isEnough(tally, runner); round += 1) {
    const seed = seedFor(runner.seed, rule.id, round === 0 ? operation.id : `${operation.id} again ${round}`);
    const details = await fc.check(property, { numRuns: tally.wanted, seed, maxSkipsPerRun: 1000 });
    if (tally.broken !== undefined) return smallest(rule, operation, tally.broken, runner);
    if (details.errorInstance instanceof Error) throw details.errorInstance;
  }
  return undefined;
}

/** Cases that wait for a control loop are not sent again: where it did not act, it has had its time. */
function roundsOf(rule: Rule, { wanted }: Tally): number {
  return rule.loop === undefined ? Math.max(TRIES, LEAST_TRIES / wanted) : 1;
}

/**
 * Sends one case, unless the rule has been applied often enough. After a failure, counts down what shrinking may cost and then lets
 * every smaller case pass unsent, which ends it.
 */
async function holds(rule: Rule, operation: Operation, program: Program, runner: CaseRunner, tally: Tally): Promise<boolean> {
  await runner.bail?.turn(nameOf(rule, operation));
  if (tally.broken === undefined && isEnough(tally, runner)) return true;
  if (tally.shrinking !== undefined && (tally.shrinking.left-- <= 0 || Date.now() > tally.shrinking.until)) return true;
  const tries = tally.shrinking === undefined ? 1 : triesOf(program, SHRINK_TRIES);
  const { lines, history, judgement } = await sendOften(rule, operation, program, runner, tries, () => tally.shrinking === undefined || Date.now() < tally.shrinking.until);
  noteLacking(history, runner, tally);
  const [first, ...rest] = judgement.violations;
  if (first === undefined) {
    if (tally.shrinking === undefined) count(judgement, tally);
    return true;
  }
  if (tally.broken === undefined && !(await mayLookInto(rule, operation, runner, tally))) return true;
  tally.broken = { program, lines, violations: [first, ...rest] };
  tally.shrinking ??= { until: Date.now() + runner.shrinkMs(rule.id), left: SHRINKS };
  return false;
}

/** Holds the rule against the walks of the run: those that keep it are evidence, the first that breaks it is made smaller. */
async function readWalks(rule: Rule, operation: Operation, runner: CaseRunner, tally: Tally): Promise<BrokenCase | undefined> {
  for (const walk of await runner.walks()) {
    const judgement = judgementOf(findingsIn(walk, rule, operation.id, { answers: runner.answers }), operation.id);
    const [first, ...rest] = judgement.violations;
    if (first !== undefined && !(await mayLookInto(rule, operation, runner, tally))) return undefined;
    if (first !== undefined) return smaller(rule, operation, { program: walk.program, lines: walk.lines, violations: [first, ...rest] }, runner);
    count(judgement, tally);
    // Reading a walk takes a while: others' answers are read before the next.
    await nextTurn();
  }
  return undefined;
}

/** With `--bail`, only the first failure of a must-rule is looked into, and everybody else waits meanwhile. */
async function mayLookInto(rule: Rule, operation: Operation, { bail }: CaseRunner, tally: Tally): Promise<boolean> {
  if (bail === undefined || rule.level !== 'must' || (await bail.hold(nameOf(rule, operation)))) return true;
  tally.passedOver = true;
  return false;
}

/** How `Bail` knows who is judging. */
export function nameOf({ id }: Pick<Rule, 'id'>, operation: Pick<Operation, 'id'>): string {
  return `${id} on ${operation.id}`;
}

/** Whether no further case is wanted, or may be sent. */
function isEnough(tally: Tally, runner: CaseRunner): boolean {
  return tally.cases >= tally.wanted || runner.stopped() !== undefined;
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.split('\n').slice(0, 3).map((line) => line.trim()).join(' | ');
}
