import type { Clause } from './clause.ts';
import { DESCRIBES, NOT_SHOWN, clauses } from './rows.ts';

export const VERSIONING: readonly Clause[] = clauses('Versioning', [
  ['versioning.1', 'The version stands in the path: /api/v1 for the core group, /apis/GROUP/VERSION for the others.'],
  [
    'versioning.2',
    'Served are core v1, extensions/v1beta1, apps/v1beta1, batch/v1 for Job and batch/v2alpha1 for CronJob.',
  ],
  ['versioning.2.deployment', 'Deployment is served under extensions/v1beta1 and under apps/v1beta1.'],
  ['versioning.3', 'Every object carries apiVersion and kind.'],
  ['versioning.3.conversion', 'An object in a schema that is recognised is converted to the latest internal form.'],
  [
    'versioning.4.orphan-dependents',
    'orphanDependents is deprecated; propagationPolicy takes its place.',
    'may',
    'deprecated, so still to be served',
  ],
  [
    'versioning.4.service-account',
    'serviceAccount is deprecated; serviceAccountName takes its place.',
    'may',
    'deprecated, so still to be served',
  ],
  [
    'versioning.5',
    'envFrom, terminationMessagePolicy, initContainers, affinity, hostAliases, tolerations, schedulerName, qosClass, the history limits of CronJob and progressDeadlineSeconds belong to later revisions of the schema.',
    'may',
    DESCRIBES,
    'It tells of the history of the schema; a server serves one state of it.',
  ],
  [
    'versioning.6',
    'What stays compatible between versions, and how deprecation goes, is left open.',
    'silent',
    NOT_SHOWN,
    'It would take two versions of one server to see.',
  ],
]);
