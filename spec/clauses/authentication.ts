import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const AUTHENTICATION: readonly Clause[] = clauses('Authentication', [
  [
    'authentication.1',
    'How callers say who they are, and what they are then allowed, is left open.',
    'silent',
    NOT_SHOWN,
    'Another way of saying who one is would have to be known to be tried; the suite sends what it is given.',
  ],
]);
