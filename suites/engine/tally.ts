import type { History } from '../oracle/history.ts';
import type { BrokenCase } from './broken-case.ts';
import type { CaseRunner } from './case-runner.ts';
import type { Judgement } from './judge-history.ts';

/** How many cases of a rule are sent to one operation. */
export interface Amount {
  /** Cases in which the rule is to be applied. */
  readonly wanted: number;
  /** In so many it must have been for its verdict to be more than luck. */
  readonly needed: number;
}

/** What is known of a rule on one operation while its cases are sent. */
export interface Tally extends Amount {
  /** Cases in which the rule really applied. */
  cases: number;
  /** Whether the rule was kept somewhere, rather than only something observed. */
  kept: boolean;
  readonly shapes: Set<string>;
  readonly observations: Set<string>;
  /** A case broke the rule that was not looked into, since `--bail` had its failure. */
  passedOver: boolean;
  /** What cases sent that the target does not offer. */
  readonly lacking: Set<string>;
  /** The smallest so far: fast-check only tries smaller ones after a failure. */
  broken: BrokenCase | undefined;
  shrinking: { until: number; left: number } | undefined;
}

export function newTally({ wanted, needed }: Amount): Tally {
  return { wanted, needed, cases: 0, kept: false, passedOver: false, shapes: new Set(), observations: new Set(), lacking: new Set(), broken: undefined, shrinking: undefined };
}

/** Counts a case that did not break the rule. */
export function count(judgement: Judgement, tally: Tally): void {
  if (judgement.applied > 0) tally.cases += 1;
  if (judgement.shapes.length > 0) tally.kept = true;
  for (const shape of judgement.shapes) tally.shapes.add(shape);
  for (const observation of judgement.observations) tally.observations.add(observation);
}

/** Notes the operations of a case that the target does not offer, as long as the rule has not applied. */
export function noteLacking({ exchanges }: History, runner: CaseRunner, tally: Tally): void {
  if (tally.cases > 0) return;
  for (const { call } of exchanges) if (call !== undefined && runner.notOffered(call.operation.id) !== undefined) tally.lacking.add(call.operation.id);
}
