import type { ParameterSet } from './operations.ts';

/** A query parameter of the document's parameter sets. All are optional. */
export interface QueryParameter {
  readonly name: string;
  /** `integer` is an int32. */
  readonly type: 'string' | 'boolean' | 'integer';
  readonly meaning: string;
}

const PRETTY: QueryParameter = { name: 'pretty', type: 'string', meaning: 'indented output when true' };

/** The query parameters of each set (document, Parameter sets). */
export const PARAMETERS: Readonly<Record<ParameterSet, readonly QueryParameter[]>> = {
  L: [
    PRETTY,
    { name: 'labelSelector', type: 'string', meaning: 'only objects whose labels match; default all' },
    { name: 'fieldSelector', type: 'string', meaning: 'only objects whose fields match; default all' },
    { name: 'includeUninitialized', type: 'boolean', meaning: 'objects that are only partly initialized too' },
    { name: 'watch', type: 'boolean', meaning: 'notifications of additions, updates and removals instead of a list' },
    {
      name: 'resourceVersion',
      type: 'string',
      meaning: 'watch: changes after that version; list: at least as fresh as it, 0 from a cache',
    },
    { name: 'timeoutSeconds', type: 'integer', meaning: 'how long the call may take' },
  ],
  R: [
    PRETTY,
    { name: 'export', type: 'boolean', meaning: 'without the fields that a user cannot specify' },
    {
      name: 'exact',
      type: 'boolean',
      meaning: 'an export that keeps what is particular to the cluster, such as the namespace',
    },
  ],
  W: [PRETTY],
  D: [
    PRETTY,
    { name: 'gracePeriodSeconds', type: 'integer', meaning: 'not negative; 0 at once; default that of the kind' },
    { name: 'orphanDependents', type: 'boolean', meaning: 'deprecated; adds or removes the orphan finalizer' },
    {
      name: 'propagationPolicy',
      type: 'string',
      meaning: 'whether and how dependants are collected; not together with orphanDependents',
    },
  ],
  pretty: [PRETTY],
  none: [],
};
