import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';

/** A row of a served resource: its path, its kind and the type of its objects. */
interface ServedResourceRow {
  readonly plural: string;
  readonly kind: string;
  readonly schema: string;
  readonly namespaced?: false;
  readonly hasStatus?: false;
}

/** Resources beyond the document in the form that shared code expects. */
function served(group: string, version: string, rows: readonly ServedResourceRow[]): Resource[] {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const prefix = group === '' ? `/api/${version}` : `/apis/${apiVersion}`;
  return rows.map(({ plural, kind, schema, namespaced = true, hasStatus = true }) => {
    const id = group === '' ? plural : `${plural}.${apiVersion}`;
    return { id, kind, plural, group, version, apiVersion, prefix, namespaced, hasStatus, schema } as Resource;
  });
}

/** Later group-versions of the same objects, for clients that know no others. */
export const LATER_GROUP_VERSIONS: readonly Resource[] = [
  ...served('apps', 'v1', [
    { plural: 'daemonsets', kind: 'DaemonSet', schema: 'extensions/v1beta1.DaemonSet' },
    { plural: 'deployments', kind: 'Deployment', schema: 'apps/v1beta1.Deployment' },
    { plural: 'replicasets', kind: 'ReplicaSet', schema: 'extensions/v1beta1.ReplicaSet' },
    { plural: 'statefulsets', kind: 'StatefulSet', schema: 'apps/v1beta1.StatefulSet' },
    {
      plural: 'controllerrevisions',
      kind: 'ControllerRevision',
      schema: 'apps/v1beta1.ControllerRevision',
      hasStatus: false,
    },
  ]),
  ...served('batch', 'v1', [{ plural: 'cronjobs', kind: 'CronJob', schema: 'batch/v2alpha1.CronJob' }]),
  ...served('batch', 'v1beta1', [{ plural: 'cronjobs', kind: 'CronJob', schema: 'batch/v2alpha1.CronJob' }]),
];

/** An earlier group-version of the same objects in that era. */
export const EARLIER_GROUP_VERSIONS: readonly Resource[] = served('batch', 'v2alpha1', [
  { plural: 'scheduledjobs', kind: 'CronJob', schema: 'batch/v2alpha1.CronJob' },
]);

/** Objects that in that era had only a Scale at another path. */
export const SCALED_ALONE: readonly Resource[] = served('extensions', 'v1beta1', [
  { plural: 'replicationcontrollers', kind: 'ReplicationController', schema: 'core/v1.ReplicationController' },
]);

/** Kinds of that era beyond the document. They are stored as sent: no controller acts on them. */
export const MORE_RESOURCES: readonly Resource[] = [
  ...served('', 'v1', [
    { plural: 'endpoints', kind: 'Endpoints', schema: 'core/v1.Endpoints', hasStatus: false },
    { plural: 'limitranges', kind: 'LimitRange', schema: 'core/v1.LimitRange', hasStatus: false },
    { plural: 'nodes', kind: 'Node', schema: 'core/v1.Node', namespaced: false },
    { plural: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim', schema: 'core/v1.PersistentVolumeClaim' },
    { plural: 'persistentvolumes', kind: 'PersistentVolume', schema: 'core/v1.PersistentVolume', namespaced: false },
    { plural: 'podtemplates', kind: 'PodTemplate', schema: 'core/v1.PodTemplate', hasStatus: false },
    { plural: 'replicationcontrollers', kind: 'ReplicationController', schema: 'core/v1.ReplicationController' },
    { plural: 'resourcequotas', kind: 'ResourceQuota', schema: 'core/v1.ResourceQuota' },
    { plural: 'serviceaccounts', kind: 'ServiceAccount', schema: 'core/v1.ServiceAccount', hasStatus: false },
  ]),
  ...served('apps', 'v1beta1', [
    { plural: 'statefulsets', kind: 'StatefulSet', schema: 'apps/v1beta1.StatefulSet' },
    {
      plural: 'controllerrevisions',
      kind: 'ControllerRevision',
      schema: 'apps/v1beta1.ControllerRevision',
      hasStatus: false,
    },
  ]),
];

/** At least one resource of every stored kind; for a kind that is served twice, the document's. */
export const STORED_RESOURCES: readonly Resource[] = [...RESOURCES, ...MORE_RESOURCES];

/** Every served resource. Clients with a choice prefer the first that has their kind. */
export const SERVED_RESOURCES: readonly Resource[] = [...LATER_GROUP_VERSIONS, ...STORED_RESOURCES];
