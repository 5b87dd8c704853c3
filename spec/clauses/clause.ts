/** How binding a statement is. `silent`: the document says "not shown", or leaves it open; nothing may be asserted. */
export type ClauseLevel = 'must' | 'may' | 'silent';

/** One normative statement of the document, in our own words. */
export interface Clause {
  /** Stable: section slug, then number in that section: `semantics.1.2`, `pod-spec.containers.1`. Never reused. */
  readonly id: string;
  /** Heading of the document under which it stands. */
  readonly section: string;
  readonly statement: string;
  readonly level: ClauseLevel;
  /** Why that level: the word in the document, or what its absence implies. */
  readonly reason: string;
  /** Why no rule judges it: what over HTTP would have to show it, and does not. Only of clauses that no rule cites. */
  readonly unobservable?: string;
}
