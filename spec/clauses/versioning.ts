import type { Clause } from './clause.ts';
import { DESCRIBES, NOT_SHOWN, clauses } from './rows.ts';

export const VERSIONING: readonly Clause[] = clauses('Versioning', [
  ['versioning.1', 'The version stands in the path: /api/v1 for the core group, /apis/GROUP/VERSION for the others.'],
  [
    'versioning.2',
    'The service serves core v1, extensions/v1beta1, apps/v1beta1, batch/v1 for Job and batch/v2alpha1 for CronJob.',
  ],
  ['versioning.2.deployment', 'Deployment is served under extensions/v1beta1 and under apps/v1beta1.'],
  ['versioning.3', 'Every object carries apiVersion and kind.'],
  [
    'versioning.3.conversion',
    'The server converts an object in a schema that it recognises to the latest internal form.',
  ],
  [
    'versioning.4.orphan-dependents',
    'orphanDependents is deprecated; propagationPolicy replaces it.',
    'may',
    'deprecated, so still to be served',
  ],
  [
    'versioning.4.service-account',
    'serviceAccount is deprecated; serviceAccountName replaces it.',
    'may',
    'deprecated, so still to be served',
  ],
  [
    'versioning.5',
    'envFrom, terminationMessagePolicy, initContainers, affinity, hostAliases, tolerations, schedulerName, qosClass, the history limits of CronJob and progressDeadlineSeconds belong to later revisions of the schema.',
    'may',
    DESCRIBES,
    'It describes the history of the schema; a server serves one state of it.',
  ],
  [
    'versioning.6',
    'The document does not show what stays compatible between versions, nor the deprecation policy.',
    'silent',
    NOT_SHOWN,
    'Only two versions of one server could show it.',
  ],
]);
