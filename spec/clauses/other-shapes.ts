import type { Clause } from './clause.ts';
import { NOT_SHOWN, clauses } from './rows.ts';

export const OTHER_SHAPES: readonly Clause[] = clauses('Other shapes', [
  ['other-shapes.status.1', 'Deletes return a Status.'],
  ['other-shapes.status.2', 'A Status has kind, apiVersion, metadata, status (a string) and code (an integer).'],
  ['other-shapes.status.3', 'The status of a Status is Success on success.'],
  ['other-shapes.status.4', 'The code of a Status is 200 on success.'],
  [
    'other-shapes.delete-options.1',
    'DeleteOptions, the body of a delete, has gracePeriodSeconds, orphanDependents and propagationPolicy.',
  ],
  ['other-shapes.delete-options.2', 'In the body, each has the meaning of the parameter of that name.'],
  ['other-shapes.watch-event.1', 'A WatchEvent has type (a string).'],
  ['other-shapes.watch-event.2', 'A WatchEvent has object, the changed resource.'],
  ['other-shapes.patch', 'The content type of the request names the format of a Patch.'],
  ['other-shapes.api-resource-list.1', 'Group-version discovery returns an APIResourceList.'],
  [
    'other-shapes.unshown-kinds',
    'The document does not show the fields of ConfigMap, Event, Namespace, Secret, Service, DaemonSet, Ingress, ReplicaSet, APIResourceList and Time.',
    'silent',
    NOT_SHOWN,
  ],
  [
    'other-shapes.unshown-nested',
    'The document does not show the fields of nested types such as LabelSelector, PodTemplateSpec, Probe and Volume.',
    'silent',
    NOT_SHOWN,
  ],
]);
