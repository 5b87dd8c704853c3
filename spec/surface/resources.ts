/**
 * The resources of the document: each kind in one group-version. Deployment is served twice over one store, so it is
 * two resources of one kind (document, Versioning 2).
 */

export type Kind =
  | 'ConfigMap'
  | 'Event'
  | 'Namespace'
  | 'Pod'
  | 'Secret'
  | 'Service'
  | 'DaemonSet'
  | 'Deployment'
  | 'Ingress'
  | 'ReplicaSet'
  | 'Job'
  | 'CronJob';

export type ResourceId =
  | 'configmaps'
  | 'events'
  | 'namespaces'
  | 'pods'
  | 'secrets'
  | 'services'
  | 'daemonsets.extensions'
  | 'deployments.extensions'
  | 'ingresses.extensions'
  | 'replicasets.extensions'
  | 'deployments.apps'
  | 'cronjobs.batch'
  | 'jobs.batch';

export interface Resource {
  readonly id: ResourceId;
  readonly kind: Kind;
  /** Last path segment of its collection, also the `kind` of details in Status bodies. */
  readonly plural: string;
  /** API group; the core group is the empty string. */
  readonly group: string;
  readonly version: string;
  /** The `apiVersion` of its objects: `v1`, `apps/v1beta1`, ... */
  readonly apiVersion: string;
  /** Path before `/namespaces/...`: `/api/v1`, `/apis/apps/v1beta1`, ... */
  readonly prefix: string;
  readonly namespaced: boolean;
  /** Whether the kind has a `/status` path, tabulated or not. */
  readonly hasStatus: boolean;
  /** Key of its schema in `spec/schemas`. */
  readonly schema: string;
}

type ResourceRow = readonly [
  plural: string,
  kind: Kind,
  scope: 'namespaced' | 'cluster',
  status: 'status' | 'no-status',
];

function served(group: string, version: string, rows: readonly ResourceRow[]): Resource[] {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const prefix = group === '' ? `/api/${version}` : `/apis/${apiVersion}`;
  return rows.map(([plural, kind, scope, status]) => ({
    id: (group === '' ? plural : `${plural}.${group}`) as ResourceId,
    kind,
    plural,
    group,
    version,
    apiVersion,
    prefix,
    namespaced: scope === 'namespaced',
    hasStatus: status === 'status',
    schema: `${group === '' ? 'core' : group}/${version}.${kind}`,
  }));
}

/** The kinds whose status the document shows; it leaves the types of all others open. */
export const SHOWN_STATUSES: ReadonlySet<Kind> = new Set(['Pod', 'Deployment', 'Job', 'CronJob']);

export const RESOURCES: readonly Resource[] = [
  ...served('', 'v1', [
    ['configmaps', 'ConfigMap', 'namespaced', 'no-status'],
    ['events', 'Event', 'namespaced', 'no-status'],
    ['namespaces', 'Namespace', 'cluster', 'status'],
    ['pods', 'Pod', 'namespaced', 'status'],
    ['secrets', 'Secret', 'namespaced', 'no-status'],
    ['services', 'Service', 'namespaced', 'status'],
  ]),
  ...served('extensions', 'v1beta1', [
    ['daemonsets', 'DaemonSet', 'namespaced', 'status'],
    ['deployments', 'Deployment', 'namespaced', 'status'],
    ['ingresses', 'Ingress', 'namespaced', 'status'],
    ['replicasets', 'ReplicaSet', 'namespaced', 'status'],
  ]),
  ...served('apps', 'v1beta1', [['deployments', 'Deployment', 'namespaced', 'status']]),
  ...served('batch', 'v1', [['jobs', 'Job', 'namespaced', 'status']]),
  ...served('batch', 'v2alpha1', [['cronjobs', 'CronJob', 'namespaced', 'status']]),
];

const BY_ID: ReadonlyMap<ResourceId, Resource> = new Map(RESOURCES.map((resource) => [resource.id, resource]));

/** The resource with this id; ids are a closed type, so there always is one. */
export function resourceById(id: ResourceId): Resource {
  const resource = BY_ID.get(id);
  if (resource === undefined) throw new RangeError(`no resource '${id}' in the document`);
  return resource;
}
