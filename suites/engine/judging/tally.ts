import type { OperationId } from '../../../spec/surface/operations.ts';
import type { History } from '../../oracle/history.ts';
import type { Blocker } from './blame.ts';
import type { BrokenCase } from './broken-case.ts';
import type { CaseRunner } from './case-runner.ts';
import type { FailedPreconditions } from './failed-preconditions.ts';
import type { Judgement } from './judge-history.ts';
import type { OwnedFailure, RefusedCase } from './owned-failure.ts';
import type { Trouble } from '../vitals/examined-case.ts';

/** How many cases of a rule are sent to one operation. */
export interface Amount {
  /** Cases in which the rule is to be applied. */
  readonly wanted: number;
  /** In so many it must have been for its verdict to be more than luck. */
  readonly needed: number;
}

/** How much longer a counterexample is made smaller. */
export interface Shrinking {
  readonly until: number;
  left: number;
  /** Whether its cause was not known before from another operation. */
  readonly isNew: boolean;
  /** Fingerprint of the cause: a smaller case that fails in another way is another counterexample. */
  readonly fingerprint: string;
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
  /** What kept the rule from applying, case by case. */
  readonly blockers: Blocker[];
  /** The first case that broke a rule which owns a precondition. */
  owned: OwnedFailure | undefined;
  /** The first case that was refused a call which is to succeed. */
  refused: RefusedCase | undefined;
  /** What cases sent that the target does not offer. */
  readonly lacking: Set<string>;
  /** The smallest so far: fast-check only tries smaller ones after a failure. */
  broken: BrokenCase | undefined;
  shrinking: Shrinking | undefined;
  /** Cases sent beyond the first round, in which the rule ought to have applied. */
  isExtra: boolean;
  /** Whether events are waited for with the full patience. */
  patient: boolean;
  /** The operations of watches that were waited for in vain, and for less than the full time. */
  readonly hurried: Set<OperationId>;
  /** Why cases were no evidence. */
  readonly troubles: Trouble[];
}

export function newTally({ wanted, needed }: Amount): Tally {
  return {
    wanted,
    needed,
    cases: 0,
    kept: false,
    passedOver: false,
    shapes: new Set(),
    observations: new Set(),
    blockers: [],
    owned: undefined,
    refused: undefined,
    lacking: new Set(),
    broken: undefined,
    shrinking: undefined,
    isExtra: false,
    patient: false,
    hurried: new Set(),
    troubles: [],
  };
}

/** Counts a case that did not break the rule. */
export function count(judgement: Judgement, tally: Tally): void {
  if (judgement.applied > 0) tally.cases += 1;
  if (judgement.shapes.length > 0) tally.kept = true;
  for (const shape of judgement.shapes) tally.shapes.add(shape);
  for (const observation of judgement.observations) tally.observations.add(observation);
  if (judgement.blocker !== undefined) tally.blockers.push(judgement.blocker);
}

/** How many cases show that another rule's failure keeps a rule from applying, at least and at most. */
const BLOCKED = { least: 4, most: 5 };

/** Whether the rule applied in no case, and enough cases, of this rule or of others, show that another rule's failure kept it from that. */
export function isPreconditionFailing({ cases, wanted, blockers }: Tally, known: FailedPreconditions): boolean {
  return (
    cases === 0 &&
    (blockers.length >= Math.min(Math.max(wanted, BLOCKED.least), BLOCKED.most) ||
      blockers.some((blocker) => known.isSettled(blocker)))
  );
}

/** Notes the operations of a case in which the rule did not apply that the target does not offer. */
export function noteLacking({ exchanges }: History, runner: CaseRunner, tally: Tally): void {
  for (const { call } of exchanges)
    if (call !== undefined && runner.notOffered(call.operation.id) !== undefined) tally.lacking.add(call.operation.id);
}

/** Cases that got no answer after which no more of a rule and operation are sent. */
const MOST_TROUBLES = 3;

/** Why no further case can do better, because requests get no answer; `undefined` where one may. */
export function blockedBy({ troubles }: Tally): string | undefined {
  const decisive =
    troubles.find(({ forAll }) => forAll) ?? (troubles.length >= MOST_TROUBLES ? troubles[0] : undefined);
  return decisive?.reason;
}
