/** A point on which the document is silent, ambiguous or contradictory, or on which real systems differ from it. */
export interface DialectQuestion {
  /** Slug: `create.status`. */
  readonly id: string;
  /** The question, as a sentence. */
  readonly asks: string;
  /** The clauses that the choice interprets. */
  readonly about: readonly string[];
  /** The choices by name, each with its meaning. The first is that of the document, the dialect `spec`. */
  readonly answers: Readonly<Record<string, string>>;
  /** Why no rule reads the choice. Without it, a rule does. */
  readonly unread?: string;
}

/** A choice for every question: the behaviour that one kind of server is held to. */
export interface Dialect {
  readonly name: string;
  readonly summary: string;
  readonly choices: Readonly<Record<string, string>>;
}

/** Questions by id. */
export function questions<const Q extends Readonly<Record<string, Omit<DialectQuestion, 'id'>>>>(
  byId: Q,
): { readonly [Id in keyof Q]: Q[Id] & { readonly id: Id } } {
  const entries = Object.entries(byId).map(([id, question]) => [id, { id, ...question }]);
  return Object.fromEntries(entries) as { readonly [Id in keyof Q]: Q[Id] & { readonly id: Id } };
}
