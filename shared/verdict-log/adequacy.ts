/**
 * Measured samples of the generated faults: which of them a run finds. `fixtures/adequacy.json` keeps them; `pnpm
 * adequacy` measures them, and `pnpm fresh` makes pages of them.
 */
export const ADEQUACY_FORMAT = 1;

export interface Adequacy {
  readonly format: typeof ADEQUACY_FORMAT;
  /** The number of generated faults, by family. */
  readonly derived: Readonly<Record<string, number>>;
  /** The number of generated faults that break each clause, by its id. */
  readonly clauses: Readonly<Record<string, number>>;
  /** One for each tried value of `--runs`, the highest first. */
  readonly samples: readonly AdequacySample[];
}

export interface AdequacySample {
  readonly seed: number;
  /** Cases per rule, as `--runs`. */
  readonly runs: number;
  /** Whether only the operations on which the faults show were judged. */
  readonly near: boolean;
  readonly faults: readonly SampledFault[];
}

export const OUTCOMES = ['killed', 'survived', 'allowed', 'flagged', 'does nothing', 'unsteady'] as const;
export type AdequacyOutcome = (typeof OUTCOMES)[number];

/** The result for one fault. */
export interface SampledFault {
  readonly name: string;
  readonly outcome: AdequacyOutcome;
  /** Id of the clause that it breaks. */
  readonly clause?: string;
  /** The behaviour of such a server, and the sentence that allows it, if one does. Only of faults that a page names. */
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

/** The family that begins the name of a generated fault. */
export function familyOf({ name }: Pick<SampledFault, 'name'>): string {
  return name.slice(0, name.indexOf('/'));
}
