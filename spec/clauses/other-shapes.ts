import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const OTHER_SHAPES: readonly Clause[] = clauses('Other shapes', [
  ['other-shapes.status.1', 'Deletes answer a Status.'],
  ['other-shapes.status.2', 'A Status has kind, apiVersion, metadata, status (a string) and code (an integer).'],
  ['other-shapes.status.3', 'The status of a Status is Success on success.'],
  ['other-shapes.status.4', 'The code of a Status is 200 on success.'],
  [
    'other-shapes.delete-options.1',
    'DeleteOptions, the body of a delete, has gracePeriodSeconds, orphanDependents and propagationPolicy.',
  ],
  ['other-shapes.delete-options.2', 'In the body they mean what the parameters of the same names mean.'],
  ['other-shapes.watch-event.1', 'A WatchEvent has type (a string).'],
  ['other-shapes.watch-event.2', 'A WatchEvent has object, the resource that changed.'],
  ['other-shapes.patch', 'The content type of the request says in which format a Patch is.'],
  ['other-shapes.api-resource-list.1', 'Group-version discovery answers an APIResourceList.'],
  [
    'other-shapes.unshown-kinds',
    'Which fields ConfigMap, Event, Namespace, Secret, Service, DaemonSet, Ingress, ReplicaSet, APIResourceList and Time have is left open.',
    'silent',
    NOT_SHOWN,
  ],
  [
    'other-shapes.unshown-nested',
    'Which fields nested types such as LabelSelector, PodTemplateSpec, Probe and Volume have is left open.',
    'silent',
    NOT_SHOWN,
  ],
]);
