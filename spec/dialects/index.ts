import type { Dialect } from './question.ts';
import type { QUESTIONS } from './questions.ts';

export { QUESTIONS } from './questions.ts';
export type { Dialect, Question } from './question.ts';

export type QuestionId = keyof typeof QUESTIONS;

/** A named answer to each question. */
export type Answers = { readonly [Q in QuestionId]: keyof (typeof QUESTIONS)[Q]['answers'] & string };

export interface NamedDialect extends Dialect {
  readonly answers: Answers;
}

export { SPEC } from './spec.ts';
export { KUBERNETES_1_7 } from './kubernetes-1.7.ts';
export { chooseDialect } from './choose-dialect.ts';
export { dialectNamed, parseDialect } from './parse-dialect.ts';
export { DialectError } from './dialect-error.ts';
