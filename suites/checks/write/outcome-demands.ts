import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import type { Outcome, ObjectWriteVerb, ShownState } from '../fresh-reads.ts';
import { outcomes } from '../fresh-reads.ts';

/** What is wrong with a state that a write made. */
export interface Complaint {
  readonly expected: string;
  readonly actual: string;
  /** Names the cause without server-chosen values. */
  readonly cause: string;
  /** See `Violated.formerCauses`. */
  readonly formerCauses?: readonly string[];
}

/** What a rule asks of the state that one write made. */
export interface Demand {
  /** What kind of case it is. */
  readonly shape: string;
  readonly wrong: (shown: ShownState) => Complaint | undefined;
}

/**
 * Judges what acknowledged writes made, in every place where it shows: the answer, later reads, watch events. Where `demand` gives
 * none, the rule does not apply. A write that is right in its answer and wrong in what is stored is caught by the reads.
 */
export function* judgeOutcomes(
  history: History,
  verbs: readonly ObjectWriteVerb[],
  demand: (outcome: Outcome) => Demand | undefined,
): Iterable<Finding> {
  for (const outcome of outcomes(history, observedStateOf(history), ...verbs)) {
    const asked = demand(outcome);
    if (asked === undefined) continue;
    const complaint = firstComplaint(outcome, asked);
    if (complaint === undefined) yield held(outcome.exchange, asked.shape);
    else
      yield {
        ...violated(outcome.exchange, complaint.expected, complaint.actual, complaint.cause),
        ...(complaint.formerCauses === undefined ? {} : { formerCauses: complaint.formerCauses }),
      };
  }
}

function firstComplaint({ shown }: Outcome, { wrong }: Demand): Complaint | undefined {
  for (const each of shown) {
    const complaint = wrong(each);
    if (complaint !== undefined) return { ...complaint, actual: `${complaint.actual} ${each.where}` };
  }
  return undefined;
}
