/**
 * Samples of the generated faults, as they were measured: which of them a run finds. Kept in `fixtures/adequacy.json`; `pnpm adequacy` measures
 * them, `pnpm fresh` makes pages of them.
 */
export const ADEQUACY_FORMAT = 1;

export interface Adequacy {
  readonly format: typeof ADEQUACY_FORMAT;
  /** How many faults there are to draw from, by family. */
  readonly derived: Readonly<Record<string, number>>;
  /** How many of these break each clause, by its id. */
  readonly clauses: Readonly<Record<string, number>>;
  /** One for each number of cases per rule, the highest first. */
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly seed: number;
  /** Cases per rule, as those of a run. */
  readonly runs: number;
  /** Whether only the operations on which the faults show were judged. */
  readonly near: boolean;
  readonly faults: readonly MeasuredFault[];
}

export const OUTCOMES = ['killed', 'survived', 'allowed', 'flagged', 'does nothing', 'unsteady'] as const;
export type AdequacyOutcome = (typeof OUTCOMES)[number];

/** What came of one fault. */
export interface MeasuredFault {
  readonly name: string;
  readonly outcome: AdequacyOutcome;
  /** Id of the clause that it breaks. */
  readonly clause?: string;
  /** What such a server does, as a sentence, and the sentence that allows it; of faults that a page names. */
  readonly summary?: string;
  readonly allowed?: string;
  /** The first must-rule that failed. */
  readonly by?: Killer;
  /** The rule by which a pair was blocked although it did not fail. */
  readonly blockedBy?: string;
}

export interface Killer {
  readonly rule: string;
  readonly operation: string;
  /** Whether the operation is one on which the fault shows. */
  readonly found: 'near' | 'far';
}

/** Names of generated faults begin with their family. */
export function familyOf({ name }: Pick<MeasuredFault, 'name'>): string {
  return name.slice(0, name.indexOf('/'));
}
