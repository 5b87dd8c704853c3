import * as fc from 'fast-check';
import type { HappeningLine } from '../../fixtures/formats/exchange-log.ts';
import type { VerdictLine } from '../../fixtures/formats/verdict-log.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import type { Violated } from '../checks/finding.ts';
import type { Program } from '../drivers/program.ts';
import { historyOf } from '../oracle/history-of.ts';
import type { Rule } from '../rules/rule.ts';
import { seedFor } from './amount.ts';
import type { Judgement } from './judge-history.ts';
import { judgeHistory, judgementOf } from './judge-history.ts';
import type { CaseRunner } from './case-runner.ts';
import { dropSteps } from './drop-steps.ts';
import { violationOf } from './violation-of.ts';
import { findingsIn } from './walks.ts';

/** How many smaller cases are tried at most for one counterexample. */
const SHRINKS = 120;
/** Rounds of as many cases as are wanted, at most, until the rule has applied to so many: cases that are not sent cost time as well. */
const TRIES = 8;
/** How many cases are sent at least before a rule is taken never to apply. */
const LEAST_TRIES = 40;

/** How often a smaller case is sent, and the smallest once more, where it may fail or not by the order of what it does together. */
const SHRINK_TRIES = 4;
const CONFIRM_TRIES = 12;

/** One case that broke the rule: the program, what crossed the wire, and what the check said. */
export interface BrokenCase {
  readonly program: Program;
  readonly lines: readonly HappeningLine[];
  readonly violations: readonly [Violated, ...Violated[]];
}

interface Tally {
  /** Cases in which the rule really applied, of so many that are wanted. */
  cases: number;
  readonly wanted: number;
  /** Whether the rule was kept somewhere, rather than only something observed. */
  kept: boolean;
  readonly shapes: Set<string>;
  readonly observations: Set<string>;
  /** What cases sent that the target does not offer. */
  readonly lacking: Set<string>;
  /** The smallest so far: fast-check only tries smaller ones after a failure. */
  broken: BrokenCase | undefined;
  shrinking: { until: number; left: number } | undefined;
}

/**
 * Judges one rule on one operation: generated cases, each sent and checked; the first that breaks the rule is made smaller and sent
 * once more. A check or generator that throws is our fault: verdict `broken`.
 */
export async function judgeRule(rule: Rule, operation: Operation, cases: number, runner: CaseRunner): Promise<VerdictLine> {
  const began = performance.now();
  const tally: Tally = { cases: 0, wanted: cases, kept: false, shapes: new Set(), observations: new Set(), lacking: new Set(), broken: undefined, shrinking: undefined };
  const finish = (verdict: VerdictLine['verdict'], reason?: string, violations: VerdictLine['violations'] = []): VerdictLine => ({
    kind: 'verdict',
    rule: rule.id,
    operation: operation.id,
    verdict,
    cases: tally.cases,
    shapes: tally.shapes.size,
    durationMs: Math.round(performance.now() - began),
    ...(reason === undefined ? {} : { reason }),
    violations,
  });
  try {
    const property = fc.asyncProperty(rule.cases(operation, runner.answers), (program) => holds(rule, operation, program, runner, tally));
    for (let round = 0; round < roundsOf(rule, cases) && !isEnough(tally, runner); round += 1) {
      const seed = seedFor(runner.seed, rule.id, round === 0 ? operation.id : `${operation.id} again ${round}`);
      const details = await fc.check(property, { numRuns: cases, seed, maxSkipsPerRun: 1000 });
      if (tally.broken !== undefined) return await confirm(rule, operation, await smallest(rule, operation, tally.broken, runner), runner, finish);
      if (details.errorInstance instanceof Error) return finish('broken', oneLine(details.errorInstance));
    }
    const inWalk = await readWalks(rule, operation, runner, tally);
    return inWalk === undefined ? conclude(rule, tally, runner, finish) : await confirm(rule, operation, inWalk, runner, finish);
  } catch (error) {
    return finish('broken', oneLine(error));
  }
}

/** Cases that wait for a control loop are not sent again: where it did not act, it has had its time. */
function roundsOf(rule: Rule, cases: number): number {
  return rule.loop === undefined ? Math.max(TRIES, LEAST_TRIES / cases) : 1;
}

/**
 * Sends one case, unless the rule has been applied often enough. After a failure, counts down what shrinking may cost and then lets
 * every smaller case pass unsent, which ends it.
 */
async function holds(rule: Rule, operation: Operation, program: Program, runner: CaseRunner, tally: Tally): Promise<boolean> {
  if (tally.broken === undefined && isEnough(tally, runner)) return true;
  if (tally.shrinking !== undefined && (tally.shrinking.left-- <= 0 || Date.now() > tally.shrinking.until)) return true;
  const tries = tally.shrinking === undefined ? 1 : triesOf(program, SHRINK_TRIES);
  const { lines, judgement } = await judgedOften(rule, operation, program, runner, tries, () => tally.shrinking === undefined || Date.now() < tally.shrinking.until);
  noteLacking(lines, runner, tally);
  const [first, ...rest] = judgement.violations;
  if (first === undefined) {
    if (tally.shrinking === undefined) count(judgement, tally);
    return true;
  }
  tally.broken = { program, lines, violations: [first, ...rest] };
  tally.shrinking ??= { until: Date.now() + runner.shrinkMs(rule.id), left: SHRINKS };
  return false;
}

/** Holds the rule against the walks of the run: those that keep it are evidence, the first that breaks it is made smaller. */
async function readWalks(rule: Rule, operation: Operation, runner: CaseRunner, tally: Tally): Promise<BrokenCase | undefined> {
  for (const walk of await runner.walks()) {
    const judgement = judgementOf(findingsIn(walk, rule, operation.id, { answers: runner.answers }), operation.id);
    const [first, ...rest] = judgement.violations;
    if (first !== undefined) return smaller(rule, operation, { program: walk.program, lines: walk.lines, violations: [first, ...rest] }, runner);
    count(judgement, tally);
  }
  return undefined;
}

/** The case without what it does not need to be broken in the same way. */
async function smaller(rule: Rule, operation: Operation, broken: BrokenCase, runner: CaseRunner): Promise<BrokenCase> {
  const [{ cause, operation: at }] = broken.violations;
  const until = Date.now() + runner.shrinkMs(rule.id);
  let left = SHRINKS;
  let smallest = broken;
  const fails = async (program: Program): Promise<boolean> => {
    const { lines, judgement } = await judgedOften(rule, operation, program, runner, triesOf(program, SHRINK_TRIES), () => Date.now() < until);
    const [first, ...rest] = judgement.violations.filter((violation) => violation.cause === cause && violation.operation === at);
    if (first !== undefined) smallest = { program, lines, violations: [first, ...rest] };
    return first !== undefined;
  };
  await dropSteps(broken.program, fails, () => left-- > 0 && Date.now() < until);
  return smallest;
}

/** What fast-check left of a case, without the steps that it does not need where their order is not its own to choose. */
function smallest(rule: Rule, operation: Operation, broken: BrokenCase, runner: CaseRunner): Promise<BrokenCase> {
  return triesOf(broken.program, SHRINK_TRIES) === 1 ? Promise.resolve(broken) : smaller(rule, operation, broken, runner);
}

/** Whether no further case is wanted, or may be sent. */
function isEnough(tally: Tally, runner: CaseRunner): boolean {
  return tally.cases >= tally.wanted || runner.stopped();
}

/** Notes the operations of a case that the target does not offer, as long as the rule has not applied. */
function noteLacking(lines: readonly HappeningLine[], runner: CaseRunner, tally: Tally): void {
  if (tally.cases > 0) return;
  for (const { call } of historyOf(lines).exchanges) if (call !== undefined && runner.notOffered(call.operation.id) !== undefined) tally.lacking.add(call.operation.id);
}

async function judged(rule: Rule, operation: Operation, program: Program, runner: CaseRunner): Promise<{ lines: readonly HappeningLine[]; judgement: Judgement }> {
  const lines = await runner.send(rule, program);
  return { lines, judgement: judgeHistory(rule, historyOf(lines), { answers: runner.answers }, operation.id) };
}

/** How often a case may be sent until it fails: more than once only where what it does together may come in another order. */
function triesOf(program: Program, most: number): number {
  return program.some((step) => step.do === 'together' && step.branches.length > 1) ? most : 1;
}

/** Sends a case until it breaks the rule, so many times at most and only while it may. */
async function judgedOften(rule: Rule, operation: Operation, program: Program, runner: CaseRunner, tries: number, mayTry: () => boolean): ReturnType<typeof judged> {
  let last = await judged(rule, operation, program, runner);
  for (let tried = 1; tried < tries && last.judgement.violations.length === 0 && mayTry(); tried += 1) last = await judged(rule, operation, program, runner);
  return last;
}

function count(judgement: Judgement, tally: Tally): void {
  if (judgement.applied > 0) tally.cases += 1;
  if (judgement.shapes.length > 0) tally.kept = true;
  for (const shape of judgement.shapes) tally.shapes.add(shape);
  for (const observation of judgement.observations) tally.observations.add(observation);
}

type Finish = (verdict: VerdictLine['verdict'], reason?: string, violations?: VerdictLine['violations']) => VerdictLine;

/**
 * Sends the shrunk case once more, one that depends on the order of what it does together some times: what does not fail again is `flaky`,
 * and is reported all the same.
 */
async function confirm(rule: Rule, operation: Operation, broken: BrokenCase, runner: CaseRunner, finish: Finish): Promise<VerdictLine> {
  const again = await judgedOften(rule, operation, broken.program, runner, triesOf(broken.program, CONFIRM_TRIES), () => true);
  const violation = violationOf(rule, broken, runner);
  if (again.judgement.violations.length > 0) return finish('failed', undefined, [violation]);
  return finish('flaky', 'did not fail again when the same case was sent once more', [violation]);
}

function conclude(rule: Rule, tally: Tally, runner: CaseRunner, finish: Finish): VerdictLine {
  const seen = [...tally.observations].sort().join('; ');
  if (tally.cases === 0 && runner.stopped()) return finish('inconclusive', 'the budget was used up before a case was sent');
  const [lacking] = tally.lacking;
  if (tally.cases === 0 && lacking !== undefined) return finish('unsupported', `its cases need ${lacking}: ${runner.notOffered(lacking) ?? 'not offered'}`);
  const withheld = runner.withheldFrom(rule.id);
  if (tally.cases === 0 && withheld !== undefined) return finish('skipped', `what its cases cannot do without ${withheld}`);
  if (tally.cases === 0 && rule.loop !== undefined) return finish('unsupported', 'nothing acted on what its cases made, in the time that they wait');
  if (tally.cases === 0) return finish('inconclusive', 'no case came to where the rule applies');
  if (rule.level === 'silent' || !tally.kept) return finish('informational', seen);
  return seen === '' ? finish('passed') : finish('passed', seen);
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.split('\n').slice(0, 3).map((line) => line.trim()).join(' | ');
}
