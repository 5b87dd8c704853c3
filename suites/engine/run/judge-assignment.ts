import { constant } from 'fast-check';
import { cached } from '../../../shared/cached.ts';
import { withBaseline } from '../../../shared/verdict-log/known-failures.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { worst } from '../../../shared/verdict-log/verdict.ts';
import { type Operation, operationById } from '../../../spec/surface/operations.ts';
import { readProgram } from '../../program/read-program.ts';
import { writesBeyond } from '../../drivers/cases/within-kinds.ts';
import type { Rule } from '../../rules/rule.ts';
import { casesNeeded, casesPerOperation } from '../amount.ts';
import { type Bound, BoundedRule, ofKinds, ofWatches } from '../judging/history/bounded-rule.ts';
import { BAILED } from '../judging/verdicts/conclude.ts';
import { ruleById } from '../../rules/index.ts';
import { judgedFor } from '../judging/sending/judged-for.ts';
import { judgeRule, nameOf } from '../judging/verdicts/judge-rule.ts';
import type { OpenRun } from './open-run.ts';
import { neededBy, obstacleTo } from '../judging/history/preconditions.ts';
import type { CaseCount } from '../judging/verdicts/tally.ts';
import type { Assignment, RunConfig, SavedCase, StoredCase } from '../run-config.ts';
import { triesOfSaved } from '../judging/repeating/stored-cases.ts';
import { unjudged } from '../judging/verdicts/unjudged.ts';

/** The verdict on one rule and operation, from an obstacle or from its cases. */
export async function judgeAssignment(assignment: Assignment, config: RunConfig, run: OpenRun): Promise<VerdictLine> {
  const rule = ruleById(assignment.rule);
  const operation = operationById(assignment.operation);
  if (rule === undefined || operation === undefined)
    throw new RangeError(`no rule '${assignment.rule}' over '${assignment.operation}'`);
  const obstacle = obstacleTo(rule, operation, config.capabilities);
  if (obstacle !== undefined) return unjudged(assignment, obstacle.verdict, obstacle.reason, obstacle.blockedBy);
  const hung = run.obstacle([operation, ...neededBy(rule, operation)]);
  if (hung !== undefined) return unjudged(assignment, 'blocked', hung);
  const stop = run.stopped();
  if (stop !== undefined) return unjudged(assignment, stop.verdict, `${stop.reason} before a case was sent`);
  let stands = false;
  try {
    const verdict = await judged(rule, operation, config, run);
    stands = config.bail && rule.level === 'must' && verdict.verdict === 'failed';
    if (stands) bailOut(run);
    return verdict;
  } finally {
    run.bail?.settle(nameOf(rule, operation), stands);
  }
}

/** Sends nothing more and cuts the requests under way. */
export function bailOut(run: OpenRun): void {
  run.stop({ verdict: 'skipped', reason: BAILED });
  run.cut();
}

async function judged(rule: Rule, operation: Operation, config: RunConfig, run: OpenRun): Promise<VerdictLine> {
  const found = await (config.replayed === undefined
    ? judgeGenerated(rule, operation, config, run)
    : judgeSaved(rule, operation, config.replayed, run));
  return config.known === undefined ? found : withBaseline(config.known.entries, found, config.known.today);
}

/** Sends the saved cases of the pair one after the other. The worst verdict holds, with the violations of all. */
async function judgeSaved(
  rule: Rule,
  operation: Operation,
  replayed: readonly SavedCase[],
  run: OpenRun,
): Promise<VerdictLine> {
  const lines: VerdictLine[] = [];
  for (const saved of replayed) {
    if (saved.rule !== rule.id || saved.operation !== operation.id) continue;
    if (lines.length === 0 || run.stopped() === undefined)
      lines.push(await judgeRule(replaying(rule, saved), operation, amountOf(saved), run));
  }
  const verdict = worst(lines.map((line) => line.verdict));
  const first = lines.find((line) => line.verdict === verdict);
  if (first === undefined) throw new RangeError(`no saved case of ${nameOf(rule, operation)}`);
  return {
    ...first,
    cases: lines.reduce((sum, { cases }) => sum + cases, 0),
    shapes: lines.reduce((sum, { shapes }) => sum + shapes, 0),
    durationMs: lines.reduce((sum, { durationMs }) => sum + durationMs, 0),
    violations: lines.flatMap(({ violations }) => violations),
  };
}

async function judgeGenerated(
  rule: Rule,
  operation: Operation,
  config: RunConfig,
  run: OpenRun,
  bounds: readonly Bound[] = boundsOf(config),
): Promise<VerdictLine> {
  const [bound, ...others] = bounds;
  if (bound === undefined) return judgeWhole(rule, operation, config, run);
  const bounded = new BoundedRule(rule, bound);
  return bounded.concluded(await judgeGenerated(bounded.rule, operation, config, run, others));
}

function boundsOf({ kinds, watchRoom }: RunConfig): Bound[] {
  return [...(kinds === undefined ? [] : [ofKinds(kinds)]), ...(watchRoom === undefined ? [] : [ofWatches(watchRoom)])];
}

function judgeWhole(rule: Rule, operation: Operation, config: RunConfig, run: OpenRun): Promise<VerdictLine> {
  const wanted = casesPerOperation(rule, judgedPairs(config).get(rule.id) ?? 1, config.runs);
  return judgeRule(
    rule,
    operation,
    { wanted, needed: casesNeeded(rule, config.runs) },
    run,
    storedCases(rule, operation, config),
  );
}

/** The stored cases of the baseline for a pair, except those that write to kinds outside of `--kinds`. */
function storedCases(rule: Rule, operation: Operation, { known, kinds }: RunConfig): StoredCase[] {
  const ofPair = (known?.cases ?? []).filter((stored) => stored.rule === rule.id && stored.operation === operation.id);
  return ofPair.filter(({ program }) => kinds === undefined || !writesBeyond(readProgram(program), kinds));
}

const JUDGED_PAIRS = new WeakMap<RunConfig, ReadonlyMap<string, number>>();

/** The number of the target's operations on which each rule is judged; counted once per run. */
function judgedPairs(config: RunConfig): ReadonlyMap<string, number> {
  return cached(JUDGED_PAIRS, config, () => countPairs(config));
}

function countPairs(config: RunConfig): ReadonlyMap<string, number> {
  const counted = new Map<string, number>();
  for (const assignment of config.whole ?? config.assignments) {
    const rule = ruleById(assignment.rule);
    if (rule !== undefined && !hasObstacle(rule, assignment, config))
      counted.set(rule.id, (counted.get(rule.id) ?? 0) + 1);
  }
  return counted;
}

/** A saved case is sent once, an intermittent one as often as it may take to fail. */
function amountOf(saved: SavedCase): CaseCount {
  return { wanted: saved.intermittent === undefined ? 1 : triesOfSaved(saved), needed: 1 };
}

/** The rule with the saved case as its only case. */
function replaying(rule: Rule, saved: SavedCase): Rule {
  return { ...judgedFor(rule, saved.sender), cases: () => constant(readProgram(saved.program)) };
}

function hasObstacle(rule: Rule, { operation: id }: Assignment, config: RunConfig): boolean {
  const operation = operationById(id);
  return operation === undefined || obstacleTo(rule, operation, config.capabilities) !== undefined;
}
