import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import type { History } from '../../oracle/history.ts';
import type { MemberDifference } from '../../oracle/values/comparison.ts';
import type { Finding } from '../finding.ts';
import { held, observed, show, violated } from '../findings.ts';
import { type WriteOutcome, outcomes, type ShownState } from '../fresh-reads.ts';

/** The defect of a state that a write created. */
export interface Complaint {
  readonly expected: string;
  readonly actual: string;
  /** Names the cause without server-chosen values. */
  readonly cause: string;
  /** See `Violated.formerCauses`. */
  readonly formerCauses?: readonly string[];
}

/** The complaint about a member that was sent and that a later state lacks or shows with another value. */
export function notStored({ path, expected, actual }: MemberDifference): Complaint {
  return { expected: `${path} ${show(expected)}, as sent`, actual: show(actual), cause: `${path} is not stored` };
}

/** The requirement of a rule on the state after one write. */
export interface Demand {
  /** The shape of the case. */
  readonly shape: string;
  readonly wrong: (shown: ShownState) => Complaint | undefined;
}

/** A finding about a write on which the rule demands nothing, in words. */
interface Remark {
  readonly observation: string;
}

/**
 * Judges the results of acknowledged writes in every appearance: the response, later reads, watch events. If
 * `demand` returns none, the rule does not apply. The reads catch a write whose response is right but whose stored
 * object is wrong.
 */
export function* judgeOutcomes(
  history: History,
  verbs: readonly UpdateVerb[],
  demand: (outcome: WriteOutcome) => Demand | Remark | undefined,
): Iterable<Finding> {
  for (const outcome of outcomes(history, ...verbs)) {
    const asked = demand(outcome);
    if (asked === undefined) continue;
    if ('observation' in asked) {
      yield observed(outcome.exchange, asked.observation);
      continue;
    }
    const complaint = firstComplaint(outcome, asked);
    if (complaint === undefined) yield held(outcome.exchange, asked.shape);
    else
      yield {
        ...violated(outcome.exchange, complaint.expected, complaint.actual, complaint.cause),
        ...(complaint.formerCauses === undefined ? {} : { formerCauses: complaint.formerCauses }),
      };
  }
}

function firstComplaint({ shown }: WriteOutcome, { wrong }: Demand): Complaint | undefined {
  for (const each of shown) {
    const complaint = wrong(each);
    if (complaint !== undefined) return { ...complaint, actual: `${complaint.actual} ${each.where}` };
  }
  return undefined;
}
