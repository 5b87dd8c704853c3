import type { DialectChoices, NamedDialect } from './dialect.ts';
import { QUESTIONS } from './questions.ts';

/** The first choice of each question. */
export const SPEC: NamedDialect = {
  name: 'spec',
  summary: 'The document to the letter.',
  choices: Object.fromEntries(
    Object.entries(QUESTIONS).map(([id, { answers }]) => [id, Object.keys(answers)[0]]),
  ) as DialectChoices,
};
