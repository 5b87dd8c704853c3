import type { Dialect } from './question.ts';
import type { QUESTIONS } from './questions.ts';

export type QuestionId = keyof typeof QUESTIONS;

/** The chosen value of each question. */
export type DialectChoices = { readonly [Q in QuestionId]: keyof (typeof QUESTIONS)[Q]['answers'] & string };

export interface NamedDialect extends Dialect {
  readonly choices: DialectChoices;
}
