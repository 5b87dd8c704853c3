import type { Clause } from './clause.ts';
import { clauses } from './rows.ts';

export const SEMANTICS: readonly Clause[] = clauses('Semantics of operations', [
  ['semantics.1.1', 'A PUT puts the spec that was sent in the place of the one that was stored.'],
  ['semantics.1.2', 'A PUT fails as an optimistic lock failure when the object has changed since the client read it.'],
  ['semantics.2.1', 'A PUT of a resource takes no notice of the status in its body.'],
  ['semantics.2.2', 'Only the operations whose paths end in /status change status.'],
  [
    'semantics.3',
    'What a PUT changes does not reach dependents at once: pods that run do not see a replaced ConfigMap or Secret until they restart.',
  ],
  ['semantics.4.1', 'A PATCH changes the fields that it names, and no others.'],
  ['semantics.4.2', 'How a list or a map merges is laid down for each field.'],
  ['semantics.4.3', 'A list is either replaced whole or merged, as its field lays down.'],
  ['semantics.4.4', 'The order of a merged list is not kept.', 'may', 'order is disclaimed, so any order is right'],
  ['semantics.5.1', 'A PATCH is never refused for an optimistic lock.', 'must', 'the word "never"'],
  ['semantics.5.2', 'Where patches change the same thing, the last one wins.'],
  [
    'semantics.5.3',
    'PATCH is the form to prefer where the state was not read first or a lock failure would be unwelcome.',
    'may',
    'advice to clients',
    'It is advice to clients, and asks nothing of a server.',
  ],
  ['semantics.6.1', 'A DELETE removes the resource.'],
  ['semantics.6.2', 'Whether dependants are collected too is decided by the kind and by the delete options.'],
  ['semantics.7.1', 'A list holds every object of its kind in its namespace.', 'must', 'the word "all"'],
  ['semantics.7.2', 'Selectors narrow a list down.'],
  [
    'semantics.7.3',
    'A list over all namespaces holds the objects of its kind in every namespace.',
    'must',
    'the word "all"',
  ],
  ['semantics.8', 'A watch reports the changes to an object, or to the objects of a list, as they come about.'],
]);
