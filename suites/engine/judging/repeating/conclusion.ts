import type { Verdict } from '../../../../shared/verdict-log/verdict.ts';

/** A verdict and, if useful, its reason. */
export interface Conclusion {
  readonly verdict: Verdict;
  readonly reason?: string;
  /** For `blocked`: the id of the rule that owns the precondition. */
  readonly blockedBy?: string;
}
