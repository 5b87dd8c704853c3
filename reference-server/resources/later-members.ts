import type { Answers } from '../../spec/dialects/index.ts';
import type { Schema, TypeId } from '../../spec/schemas/schema.ts';

/** Which members of a type a dialect serves: those of the document alone, or those of later releases too. */
export type ServedMembers = 'of-the-document' | 'of-later-releases';

/** Clients of later releases send members that the document lacks. Only the dialect of the era drops them. */
export function servedMembers(answers: Answers): ServedMembers {
  return answers['operations.later-releases'] === 'absent' ? 'of-the-document' : 'of-later-releases';
}

/** The members of a type that is named `typeId`, in the order in which they are written. */
export function propertiesOf(
  typeId: TypeId,
  { properties = {} }: Schema,
  served: ServedMembers,
): Readonly<Record<string, Schema>> {
  return served === 'of-the-document' ? properties : { ...properties, ...LATER_MEMBERS[typeId] };
}

type Protobuf = NonNullable<Schema['x-protobuf']>['type'];

const ref = (type: TypeId): string => `#/$defs/${type.replaceAll('/', '~1')}`;
const field = (number: number, type: Protobuf): Pick<Schema, 'x-protobuf'> => ({ 'x-protobuf': { number, type } });
const text = (number: number): Schema => ({
  type: 'string',
  'x-omit-empty': true,
  'x-pointer': true,
  ...field(number, 'string'),
});
const flag = (number: number): Schema => ({
  type: 'boolean',
  'x-omit-empty': true,
  'x-pointer': true,
  ...field(number, 'bool'),
});
const int32 = (number: number): Schema => ({
  type: 'integer',
  format: 'int32',
  'x-omit-empty': true,
  'x-pointer': true,
  ...field(number, 'int32'),
});
const int64 = (number: number): Schema => ({
  type: 'integer',
  format: 'int64',
  'x-omit-empty': true,
  'x-pointer': true,
  ...field(number, 'int64'),
});
const texts = (number: number): Schema => ({
  type: 'array',
  items: { type: 'string' },
  'x-omit-empty': true,
  'x-protobuf': { number, type: 'string', repeated: true },
});
const typed = (number: number, type: TypeId): Schema => ({
  $ref: ref(type),
  'x-omit-empty': true,
  'x-pointer': true,
  ...field(number, type),
});

/** An object that is stored as it is sent. It travels in JSON and YAML only. */
const OBJECT: Schema = { type: 'object', 'x-omit-empty': true, 'x-pointer': true };
const OBJECTS: Schema = { type: 'array', items: { type: 'object' }, 'x-omit-empty': true };
const TEXT_IN_JSON: Schema = { type: 'string', 'x-omit-empty': true, 'x-pointer': true };

/** Spread constraints merge by topology key, so clients must know the members of an element. */
const SPREAD_CONSTRAINTS: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      maxSkew: { type: 'integer', format: 'int32' },
      topologyKey: { type: 'string' },
      whenUnsatisfiable: { type: 'string' },
      labelSelector: { $ref: ref('meta/v1.LabelSelector'), 'x-omit-empty': true, 'x-pointer': true },
      minDomains: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-pointer': true },
      nodeAffinityPolicy: TEXT_IN_JSON,
      nodeTaintsPolicy: TEXT_IN_JSON,
      matchLabelKeys: { type: 'array', items: { type: 'string' }, 'x-omit-empty': true },
    },
  },
  'x-patch-strategy': 'merge',
  'x-patch-merge-key': 'topologyKey',
  'x-omit-empty': true,
};

const JOB_SPEC: Readonly<Record<string, Schema>> = {
  backoffLimit: int32(7),
  ttlSecondsAfterFinished: int32(8),
  completionMode: text(9),
  suspend: flag(10),
  podFailurePolicy: OBJECT,
  backoffLimitPerIndex: int32(12),
  maxFailedIndexes: int32(13),
  podReplacementPolicy: text(14),
  managedBy: text(15),
  successPolicy: OBJECT,
};

/** Members that types of the document have had since later releases. The server stores them; no controller acts on them. */
export const LATER_MEMBERS: Readonly<Record<TypeId, Readonly<Record<string, Schema>>>> = {
  'batch/v1.JobSpec': JOB_SPEC,
  'batch/v2alpha1.CronJobSpec': { timeZone: text(8) },
  'core/v1.ConfigMap': {
    binaryData: {
      type: 'object',
      additionalProperties: { type: 'string', format: 'byte' },
      'x-omit-empty': true,
      ...field(3, 'map<string,bytes>'),
    },
    immutable: flag(4),
  },
  'core/v1.Container': {
    startupProbe: typed(22, 'core/v1.Probe'),
    volumeDevices: OBJECTS,
    resizePolicy: OBJECTS,
    restartPolicy: text(24),
  },
  'core/v1.EndpointPort': { appProtocol: text(4) },
  'core/v1.Event': {
    eventTime: TEXT_IN_JSON,
    series: OBJECT,
    action: text(12),
    related: typed(13, 'core/v1.ObjectReference'),
    reportingComponent: text(14),
    reportingInstance: text(15),
  },
  'core/v1.HostPathVolumeSource': { type: text(2) },
  'core/v1.NodeSelectorTerm': { matchFields: OBJECTS },
  'core/v1.PersistentVolumeClaimSpec': {
    volumeMode: text(6),
    dataSource: OBJECT,
    dataSourceRef: OBJECT,
    volumeAttributesClassName: text(9),
  },
  'core/v1.PersistentVolumeSpec': { mountOptions: texts(7), volumeMode: text(8), nodeAffinity: OBJECT, csi: OBJECT },
  'core/v1.PodAffinityTerm': {
    namespaceSelector: typed(4, 'meta/v1.LabelSelector'),
    matchLabelKeys: texts(5),
    mismatchLabelKeys: texts(6),
  },
  'core/v1.PodSecurityContext': {
    sysctls: OBJECTS,
    windowsOptions: OBJECT,
    fsGroupChangePolicy: text(9),
    seccompProfile: OBJECT,
    appArmorProfile: OBJECT,
    supplementalGroupsPolicy: text(12),
    runAsGroup: int64(6),
  },
  'core/v1.PodSpec': {
    priorityClassName: text(24),
    priority: int32(25),
    dnsConfig: OBJECT,
    shareProcessNamespace: flag(27),
    readinessGates: OBJECTS,
    runtimeClassName: text(29),
    enableServiceLinks: flag(30),
    preemptionPolicy: text(31),
    overhead: {
      type: 'object',
      additionalProperties: { $ref: ref('resource.Quantity') },
      'x-omit-empty': true,
      ...field(32, 'map<string,resource.Quantity>'),
    },
    topologySpreadConstraints: SPREAD_CONSTRAINTS,
    setHostnameAsFQDN: flag(35),
    os: OBJECT,
    hostUsers: flag(37),
    schedulingGates: OBJECTS,
    resourceClaims: OBJECTS,
  },
  'core/v1.Probe': { terminationGracePeriodSeconds: int64(7), grpc: OBJECT },
  'core/v1.Secret': { immutable: flag(5) },
  'core/v1.SecurityContext': {
    allowPrivilegeEscalation: flag(7),
    runAsGroup: int64(8),
    procMount: text(9),
    windowsOptions: OBJECT,
    seccompProfile: OBJECT,
    appArmorProfile: OBJECT,
  },
  'core/v1.ServicePort': { appProtocol: text(6) },
  'core/v1.ServiceSpec': {
    publishNotReadyAddresses: flag(13),
    sessionAffinityConfig: OBJECT,
    ipFamilyPolicy: text(17),
    clusterIPs: texts(18),
    ipFamilies: texts(19),
    allocateLoadBalancerNodePorts: flag(20),
    loadBalancerClass: text(21),
    internalTrafficPolicy: text(22),
    trafficDistribution: text(23),
  },
  'core/v1.Volume': { csi: OBJECT, ephemeral: OBJECT, image: OBJECT },
  'core/v1.VolumeMount': { mountPropagation: text(5), subPathExpr: text(6), recursiveReadOnly: text(7) },
  'extensions/v1beta1.HTTPIngressPath': { pathType: text(3) },
  'extensions/v1beta1.IngressSpec': { ingressClassName: text(4) },
  'extensions/v1beta1.RollingUpdateDaemonSet': { maxSurge: typed(2, 'intstr.IntOrString') },
  'meta/v1.DeleteOptions': { dryRun: texts(5) },
  'meta/v1.Preconditions': { resourceVersion: text(2) },
};
