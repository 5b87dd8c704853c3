import type { Clause } from './clause.ts';
import { clauses } from './rows.ts';

export const SEMANTICS: readonly Clause[] = clauses('Semantics of operations', [
  ['semantics.1.1', 'A PUT replaces the stored spec by the spec in its body.'],
  ['semantics.1.2', 'A PUT fails as an optimistic lock failure when the object has changed since the client read it.'],
  ['semantics.2.1', 'A PUT of a resource ignores the status in its body.'],
  ['semantics.2.2', 'Only the operations whose paths end in /status change status.'],
  [
    'semantics.3',
    'A PUT does not reach dependents at once: running pods see a replaced ConfigMap or Secret only after a restart.',
  ],
  ['semantics.4.1', 'A PATCH changes the fields that it names, and no others.'],
  ['semantics.4.2', 'Each field defines how its list or map merges.'],
  ['semantics.4.3', 'A list is either replaced whole or merged, as its field defines.'],
  ['semantics.4.4', 'A merged list does not keep its order.', 'may', 'order is disclaimed, so any order is right'],
  ['semantics.5.1', 'A PATCH is never refused for an optimistic lock.', 'must', 'the word "never"'],
  ['semantics.5.2', 'If several patches change the same field, the last one wins.'],
  [
    'semantics.5.3',
    'PATCH is recommended if the client has not read the full state, or wants no lock failures.',
    'may',
    'advice to clients',
    'It is advice to clients, and asks nothing of a server.',
  ],
  ['semantics.6.1', 'A DELETE removes the resource.'],
  ['semantics.6.2', 'The kind and the delete options decide whether dependants are collected too.'],
  ['semantics.7.1', 'A list shows every object of its kind in its namespace.', 'must', 'the word "all"'],
  ['semantics.7.2', 'Selectors restrict a list.'],
  [
    'semantics.7.3',
    'A list over all namespaces shows the objects of its kind in every namespace.',
    'must',
    'the word "all"',
  ],
  ['semantics.8', 'A watch reports the changes to an object, or to the objects of a list, as they occur.'],
]);
