import type { Clause } from './clause.ts';
import { clauses } from './rows.ts';

const OPTIONAL = 'the words "all optional"';

export const PARAMETERS: readonly Clause[] = clauses('Parameter sets', [
  ['parameters.list.optional', 'None of the query parameters of lists and watches is required.', 'must', OPTIONAL],
  ['parameters.list.pretty', 'On a list or watch, pretty=true asks for indented output.'],
  [
    'parameters.list.label-selector',
    'labelSelector restricts a list to objects whose labels match; without it, a list has all objects.',
  ],
  [
    'parameters.list.field-selector',
    'fieldSelector restricts a list to objects whose fields match; without it, a list has all objects.',
  ],
  [
    'parameters.list.include-uninitialized',
    'includeUninitialized (boolean) includes resources that are only partly initialized.',
  ],
  [
    'parameters.list.watch.1',
    'watch (boolean) turns a list into a stream of notifications of additions, updates and removals.',
  ],
  [
    'parameters.list.watch.2',
    'watch goes with resourceVersion.',
    'may',
    'at odds with Events 4, by which a watch needs no version',
  ],
  ['parameters.list.resource-version.1', 'On a watch, resourceVersion asks for the changes after that version.'],
  [
    'parameters.list.resource-version.2',
    'A watch without resourceVersion starts from the beginning of history.',
    'must',
    'stated as the default',
  ],
  [
    'parameters.list.resource-version.3',
    'A list without resourceVersion is read from storage, according to its quorum-read setting.',
  ],
  [
    'parameters.list.resource-version.4',
    'A list with resourceVersion=0 may come from a cache of any age.',
    'may',
    'the words "no freshness guarantee"',
  ],
  ['parameters.list.resource-version.5', 'A list with any other resourceVersion is at least as fresh as that version.'],
  ['parameters.list.timeout-seconds', 'timeoutSeconds (int32) limits how long a list or watch call takes.'],
  ['parameters.read.optional', 'None of the query parameters of reads is required.', 'must', OPTIONAL],
  ['parameters.read.pretty', 'A read takes pretty (string).'],
  ['parameters.read.export', 'export (boolean) strips the fields that a user cannot specify.'],
  [
    'parameters.read.exact',
    'exact (boolean) keeps fields that are specific to the cluster, such as the namespace, in an export.',
  ],
  ['parameters.write.pretty', 'A write takes pretty (string, optional).'],
  ['parameters.write.body', 'A write needs a body: the resource, or for PATCH a patch.', 'must', 'the word "required"'],
  ['parameters.delete.pretty', 'A delete takes pretty (string).'],
  ['parameters.delete.grace-period-seconds.1', 'gracePeriodSeconds is an int32 that is not negative.'],
  ['parameters.delete.grace-period-seconds.2', 'gracePeriodSeconds=0 deletes at once.'],
  ['parameters.delete.grace-period-seconds.3', 'Without gracePeriodSeconds, the default of the kind applies.'],
  [
    'parameters.delete.orphan-dependents.1',
    'orphanDependents (boolean) adds the orphan finalizer when true and removes it when false.',
  ],
  [
    'parameters.delete.orphan-dependents.2',
    'orphanDependents is deprecated; propagationPolicy replaces it.',
    'may',
    'deprecated, so still to be served',
  ],
  [
    'parameters.delete.propagation-policy.1',
    'propagationPolicy (string) decides whether and how dependants are collected.',
  ],
  [
    'parameters.delete.propagation-policy.2',
    'At most one of orphanDependents and propagationPolicy may be set.',
    'must',
    'the words "only one of"',
  ],
  [
    'parameters.delete.propagation-policy.3',
    'Without either, the existing finalizers and the default of the kind decide.',
  ],
  [
    'parameters.delete.body',
    'A delete takes a DeleteOptions body.',
    'must',
    'called required; the document does not say that a delete without one is refused',
  ],
  ['parameters.delete.response', 'A delete returns a Status.'],
  ['parameters.path.namespace', '{namespace} is a required string: it scopes the names of objects and authorization.'],
  ['parameters.path.name', '{name} is a required string: the name of the object.'],
  ['parameters.path.watch-namespace', 'The watch path of a namespace object has only {name}.'],
  ['parameters.delete-collection', 'A collection delete takes the parameters of lists and returns a Status.'],
  ['parameters.watch', 'The watch paths take the parameters of lists and return WatchEvents.'],
]);
