import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const AUTHENTICATION: readonly Clause[] = clauses('Authentication', [
  [
    'authentication.1',
    'The document does not show how callers identify themselves, nor what they may then do.',
    'silent',
    NOT_SHOWN,
    'The suite sends the credentials that it is given, and knows no other way to identify itself.',
  ],
]);
