export { QUESTIONS } from './questions.ts';
export type { DialectQuestion } from './question.ts';
export type { DialectChoices, NamedDialect, QuestionId } from './dialect.ts';
export { SPEC } from './spec.ts';
export { KUBERNETES_1_7 } from './kubernetes-1.7.ts';
export { chooseDialect } from './choose-dialect.ts';
export { dialectNamed, parseDialect } from './parse-dialect.ts';
export { DialectError } from './dialect-error.ts';
