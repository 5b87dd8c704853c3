import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const ERRORS: readonly Clause[] = clauses('Errors', [
  ['errors.1', 'A success answers HTTP 200 with the resource, the list, a Status (deletes) or a watch stream.'],
  ['errors.2', 'A PUT that conflicts with a modification made meanwhile fails as an optimistic lock failure.'],
  ['errors.3', 'An object whose apiVersion is not recognised may be rejected.', 'may', 'the word "may"'],
  ['errors.4', 'A delete may not set both orphanDependents and propagationPolicy.', 'must', 'the word "disallowed"'],
  ['errors.5.1', 'A container with a tty needs stdin set to true.', 'must', 'the word "requires"'],
  ['errors.5.2', 'maxSurge and maxUnavailable may not both be 0.', 'must', 'the word "cannot"'],
  ['errors.6', 'Which status codes, bodies and error codes an error has is left open.', 'silent', NOT_SHOWN],
]);
