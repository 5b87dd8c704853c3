/** One place where the document is silent, ambiguous or at odds with itself, or where real systems answer otherwise. */
export interface Question {
  /** Slug: `create.status`. */
  readonly id: string;
  /** What is asked, as a sentence. */
  readonly asks: string;
  /** The clauses that it interprets. */
  readonly about: readonly string[];
  /** The answers that have a name, each with what it means. */
  readonly answers: Readonly<Record<string, string>>;
  /** Why no rule reads the answer. Without it, one does. */
  readonly unread?: string;
}

/** Named answers to all questions: what one kind of server is held to. */
export interface Dialect {
  readonly name: string;
  readonly summary: string;
  readonly choices: Readonly<Record<string, string>>;
}
