import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const ERRORS: readonly Clause[] = clauses('Errors', [
  ['errors.1', 'A success returns HTTP 200 with the resource, the list, a Status (deletes) or a watch stream.'],
  ['errors.2', 'A PUT that conflicts with a concurrent modification fails as an optimistic lock failure.'],
  ['errors.3', 'The server may reject an object whose apiVersion it does not recognise.', 'may', 'the word "may"'],
  ['errors.4', 'A delete must not set both orphanDependents and propagationPolicy.', 'must', 'the word "disallowed"'],
  ['errors.5.1', 'A container with a tty needs stdin set to true.', 'must', 'the word "requires"'],
  ['errors.5.2', 'maxSurge and maxUnavailable must not both be 0.', 'must', 'the word "cannot"'],
  ['errors.6', 'The document does not show the status codes, bodies and error codes of errors.', 'silent', NOT_SHOWN],
]);
