import { KIND_QUESTIONS } from './kind-questions.ts';
import { OBJECT_QUESTIONS } from './object-questions.ts';
import { WIRE_QUESTIONS } from './wire-questions.ts';
import { WRITE_QUESTIONS } from './write-questions.ts';

/**
 * Every dialect question, by id. The default dialect `spec` is the document to the letter. A choice called `either`
 * (or `any-...`) accepts each of the outcomes that it names.
 */
export const QUESTIONS = { ...OBJECT_QUESTIONS, ...KIND_QUESTIONS, ...WRITE_QUESTIONS, ...WIRE_QUESTIONS } as const;
