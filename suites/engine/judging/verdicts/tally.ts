import type { OperationId } from '../../../../spec/surface/operations.ts';
import { foreignHold } from '../../../checks/delete/foreign-finalizers.ts';
import { ignoredHold } from '../../../checks/delete/ignored-holds.ts';
import { forbidden } from '../../../checks/responses.ts';
import type { History } from '../../../oracle/history.ts';
import type { Blocker } from '../history/blame.ts';
import type { BrokenCase } from '../shrinking/broken-case.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import type { FailedPreconditions } from '../effort/failed-preconditions.ts';
import type { HistoryJudgement } from '../history/judge-history.ts';
import { openRefusal, outcomeOf } from './open-refusal.ts';
import type { OwnedFailure, RefusedCase } from './owned-failure.ts';
import type { Trouble } from '../../vitals/examined-case.ts';

/** The number of cases of a rule on one operation. */
export interface CaseCount {
  /** The number of cases in which the rule should apply. */
  readonly wanted: number;
  /** The number of cases in which it must apply for its verdict to count. */
  readonly needed: number;
}

/** The remaining shrinking budget of a counterexample. */
export interface Shrinking {
  readonly until: number;
  left: number;
  /** Whether its cause was not seen before on another operation. */
  readonly isNew: boolean;
  /** Fingerprint of the cause. A smaller case with another fingerprint is another counterexample. */
  readonly fingerprint: string;
}

/** The state of judging a rule on one operation while its cases are sent. */
export interface Tally extends CaseCount {
  /** Cases in which the rule applied. */
  cases: number;
  /** Whether some finding is `held`, not only observations. */
  kept: boolean;
  readonly shapes: Set<string>;
  readonly observations: Set<string>;
  /** Whether a case violated the rule but was not investigated because `--bail` had its failure. */
  passedOver: boolean;
  /** Why the rule did not apply, per case. */
  readonly blockers: Blocker[];
  /** The first case that violated a rule that owns a precondition. */
  owned: OwnedFailure | undefined;
  /** The first case with a refused call that must succeed. */
  refused: RefusedCase | undefined;
  /** The operations used by cases that the target does not offer. */
  readonly lacking: Set<string>;
  /** Evidence that the server keeps deleted objects by a finalizer of its own, of a case in which the rule did not apply. */
  heldBy: string | undefined;
  /** Evidence that finalizers, grace periods or owners bind no object, of a case in which the rule did not apply. */
  unheld: string | undefined;
  /** A refusal that the document leaves open, of a case in which the rule did not apply. */
  openRefusal: string | undefined;
  /** A request that was refused for permission or load, of a case in which the rule did not apply. */
  forbiddenRequest: string | undefined;
  /** The smallest failing case so far; after a failure, fast-check only tries smaller ones. */
  broken: BrokenCase | undefined;
  shrinking: Shrinking | undefined;
  /** Whether cases beyond the first round are being sent, because the rule did not apply often enough. */
  isExtra: boolean;
  /** Whether to wait for events with the full patience. */
  patient: boolean;
  /** The operations of watches that were waited for less than the full time, and whose events did not come. */
  readonly hurried: Set<OperationId>;
  /** The operation of a silent watch, of a case in which the rule did not apply. */
  silent: OperationId | undefined;
  /** Why cases proved nothing. */
  readonly troubles: Trouble[];
}

export function newTally({ wanted, needed }: CaseCount): Tally {
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
    heldBy: undefined,
    unheld: undefined,
    openRefusal: undefined,
    forbiddenRequest: undefined,
    broken: undefined,
    shrinking: undefined,
    isExtra: false,
    patient: false,
    hurried: new Set(),
    silent: undefined,
    troubles: [],
  };
}

/** Counts a case that did not violate the rule. */
export function count(judgement: HistoryJudgement, tally: Tally): void {
  if (judgement.applied > 0) tally.cases += 1;
  if (judgement.shapes.length > 0) tally.kept = true;
  for (const shape of judgement.shapes) tally.shapes.add(shape);
  for (const observation of judgement.observations) tally.observations.add(observation);
  if (judgement.blocker !== undefined) tally.blockers.push(judgement.blocker);
}

/** How many cases, at least and at most, must show that another rule's failure keeps a rule from applying. */
const BLOCKED = { least: 4, most: 5 };

/**
 * Whether the rule applied in no case, and enough cases of this or other rules show that another rule's failure is
 * the reason.
 */
export function isPreconditionFailing({ cases, wanted, blockers }: Tally, known: FailedPreconditions): boolean {
  return (
    cases === 0 &&
    (blockers.length >= Math.min(Math.max(wanted, BLOCKED.least), BLOCKED.most) ||
      blockers.some((blocker) => known.isSettled(blocker)))
  );
}

/**
 * Records what a case in which the rule did not apply shows of the target: operations that it does not offer,
 * finalizers that keep deleted objects or hold none, refusals that the document leaves open, and those for permission
 * or load.
 */
export function noteLacking(history: History, runner: CaseRunner, tally: Tally): void {
  for (const { call } of history.exchanges)
    if (call !== undefined && runner.notOffered(call.operation.id) !== undefined) tally.lacking.add(call.operation.id);
  tally.heldBy ??= foreignHold(history);
  tally.unheld ??= ignoredHold(history);
  tally.openRefusal ??= openRefusal(history);
  tally.forbiddenRequest ??= history.exchanges.filter(forbidden).map(outcomeOf)[0];
}

/** Stop sending cases of a rule and operation after this many without a response. */
const MOST_TROUBLES = 3;

/** Why further cases are useless because requests get no response, or watches no event; `undefined` if they are not. */
export function blockedBy({ troubles, silent, cases }: Tally): string | undefined {
  if (silent !== undefined && cases === 0)
    return `the watches of ${silent} deliver nothing, however long they are awaited`;
  const decisive =
    troubles.find(({ forAll }) => forAll) ?? (troubles.length >= MOST_TROUBLES ? troubles[0] : undefined);
  return decisive?.reason;
}
