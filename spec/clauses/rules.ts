import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const RULES: readonly Clause[] = clauses('Rules', [
  ['rules.1.1', 'A PUT of an object that has changed since it was read fails by optimistic lock.'],
  ['rules.1.2', 'A PATCH never fails by optimistic lock.', 'must', 'the word "never"'],
  ['rules.2.1', 'A PUT to the path of a resource ignores status.'],
  ['rules.2.2', 'Only the /status paths change status.', 'must', 'the word "only"'],
  ['rules.3', 'A delete returns a Status object whose status is Success and whose code is 200.'],
  ['rules.4', 'A collection delete removes the objects of the namespace that match its selectors.'],
  ['rules.5.1', 'A watch path with a name reports the changes to that one object.'],
  ['rules.5.2', 'A watch of a list reports the change of each member by itself.'],
  [
    'rules.6',
    'The document does not show which operations a kind has beyond those of the tables.',
    'silent',
    NOT_SHOWN,
  ],
  ['rules.7', 'The document does not show the paths of rollback and scale.', 'silent', NOT_SHOWN],
]);
