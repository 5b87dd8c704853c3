/**
 * How binding a statement is. `silent`: the document says "not shown" or leaves it open, so nothing may be asserted.
 */
export type ClauseLevel = 'must' | 'may' | 'silent';

/** One normative statement of the document, in our own words. */
export interface Clause {
  /** Stable: section slug, then number in that section: `semantics.1.2`, `pod-spec.containers.1`. Never reused. */
  readonly id: string;
  /** Heading of the document under which it stands. */
  readonly section: string;
  readonly statement: string;
  readonly level: ClauseLevel;
  /** The reason for the level: the word in the document, or what its absence implies. */
  readonly reason: string;
  /** Why no rule judges it: the evidence that HTTP does not show. Only of clauses that no rule cites. */
  readonly unobservable?: string;
}
