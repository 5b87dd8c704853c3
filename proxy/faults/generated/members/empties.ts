import { resolved } from '../../../../spec/schemas/index.ts';
import type { MemberPlace } from './member-place.ts';
import { zeroOf } from './other-value.ts';
import { mergeKeyAt } from './whole-lists.ts';

/** What an empty value of a member is: a zero or false, an empty text, list, map or object. */
export type EmptySort = 'scalar' | 'list' | 'map' | 'object';

export function emptySort({ schema }: MemberPlace): EmptySort {
  const { items, additionalProperties, properties } = resolved(schema);
  if (items !== undefined) return 'list';
  if (additionalProperties !== undefined) return 'map';
  return properties === undefined ? 'scalar' : 'object';
}

/** The empty value of a member: `0`, `false`, `""`, `[]` or `{}`; `undefined` for a scalar of several types. */
export function emptyOf(place: MemberPlace): unknown {
  const sort = emptySort(place);
  if (sort === 'list') return [];
  return sort === 'scalar' ? zeroOf(place.schema) : {};
}

/** Whether an explicit zero differs from an absent member. */
export function isExplicit({ schema }: MemberPlace): boolean {
  return schema['x-pointer'] === true;
}

/** Whether a strategic merge patch adds to the list, so that an empty list changes nothing. */
export function isMergedList({ resource, pattern }: MemberPlace): boolean {
  return mergeKeyAt(resource, pattern) !== undefined;
}

/** Optional scalars and lists that are illegal if they are empty, or may not become empty. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  'ObjectReference.namespace',
  'ServiceSpec.clusterIP',
  'GCEPersistentDiskVolumeSource.readOnly',
  'SecretVolumeSource.secretName',
  'FlockerVolumeSource.datasetName',
  'FlockerVolumeSource.datasetUUID',
  'ResourceFieldSelector.containerName',
  'ScaleIOVolumeSource.volumeName',
  'StorageOSVolumeSource.volumeName',
  'ExecAction.command',
  'PodAffinityTerm.topologyKey',
  'RollingUpdateDaemonSet.maxUnavailable',
  'RollingUpdateDeployment.maxSurge',
  'DeploymentSpec.progressDeadlineSeconds',
  'DeploymentStatus.collisionCount',
  'JobSpec.completions',
  'PodSpec.activeDeadlineSeconds',
]);

/** Objects that may be empty and are shown so. */
const EMPTY_OBJECTS: ReadonlySet<string> = new Set([
  'Volume.emptyDir',
  'PodAffinityTerm.labelSelector',
  'Container.securityContext',
  'Container.lifecycle',
  'SecurityContext.capabilities',
  'SecurityContext.seLinuxOptions',
  'PodSpec.affinity',
  'ContainerState.waiting',
]);

/** Members that the reference server fills in, or shows although they are empty. */
const SHOWN: ReadonlySet<string> = new Set([
  'Event.source',
  'Secret.data',
  'ServicePort.targetPort',
  'ServiceSpec.clusterIP',
  'ServiceStatus.loadBalancer',
  'IngressStatus.loadBalancer',
  'Volume.emptyDir',
  'ISCSIVolumeSource.iscsiInterface',
  'RBDVolumeSource.pool',
  'RBDVolumeSource.user',
  'RBDVolumeSource.keyring',
  'ObjectFieldSelector.apiVersion',
  'ResourceFieldSelector.divisor',
  'ScaleIOVolumeSource.protectionDomain',
  'ScaleIOVolumeSource.storagePool',
  'ScaleIOVolumeSource.storageMode',
  'ScaleIOVolumeSource.fsType',
  'Container.resources',
  'Container.terminationMessagePath',
  'Probe.timeoutSeconds',
  'Probe.periodSeconds',
  'Probe.successThreshold',
  'Probe.failureThreshold',
  'PodSpec.securityContext',
  'PodSpec.schedulerName',
  'DaemonSetSpec.updateStrategy',
  'DaemonSetUpdateStrategy.rollingUpdate',
  'DaemonSetStatus.currentNumberScheduled',
  'DaemonSetStatus.numberMisscheduled',
  'DaemonSetStatus.desiredNumberScheduled',
  'DaemonSetStatus.numberReady',
  'CronJobSpec.suspend',
  'AzureDiskVolumeSource.readOnly',
  'DeploymentSpec.strategy',
  'DeploymentStrategy.rollingUpdate',
]);

/** `Container.lifecycle`. */
function titleOf({ type, member }: MemberPlace): string {
  return `${type.slice(type.lastIndexOf('.') + 1)}.${member}`;
}

/** Whether a scalar, list or map may be empty in an object that may also lack it. */
export function mayBeEmpty(place: MemberPlace): boolean {
  const { format, enum: words } = resolved(place.schema);
  return (
    !place.isRequired &&
    emptySort(place) !== 'object' &&
    emptyOf(place) !== undefined &&
    format !== 'date-time' &&
    (words === undefined || words.includes('')) &&
    !NEVER_EMPTY.has(titleOf(place))
  );
}

/** Whether an object may be empty, and differs from an absent one. */
export function isEmptyObject(place: MemberPlace): boolean {
  return EMPTY_OBJECTS.has(titleOf(place));
}

/** Whether the reference server fills in the member, or shows it although it is empty. */
export function isShown(place: MemberPlace): boolean {
  return SHOWN.has(titleOf(place));
}

/** Whether responses lack the member if a write lacks it. Absent times are null. */
export function staysAbsent(place: MemberPlace): boolean {
  const { format, enum: words } = resolved(place.schema);
  const isDefaulted = isExplicit(place) && emptySort(place) === 'scalar';
  return (
    !place.isRequired && !isDefaulted && format !== 'date-time' && words === undefined && !SHOWN.has(titleOf(place))
  );
}

/** Whether a map holds texts, of which each may be empty. */
export function isTextMap({ schema }: MemberPlace): boolean {
  const { type, format, $ref } = resolved(schema).additionalProperties ?? {};
  return type === 'string' && format === undefined && $ref === undefined;
}
