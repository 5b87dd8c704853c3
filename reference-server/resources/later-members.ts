import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Schema, TypeId } from '../../spec/schemas/schema.ts';

/** The members of a type that a dialect serves: those of the document alone, or those of later releases too. */
export type ServedMembers = 'of-the-document' | 'of-later-releases';

/** Clients of later releases send members that the document lacks. Only the dialect of the era drops them. */
export function servedMembers(choices: DialectChoices): ServedMembers {
  return choices['operations.later-releases'] === 'absent' ? 'of-the-document' : 'of-later-releases';
}

/** The members of the type `typeId`, in serialization order. */
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

/** A member without a pointer in Go: its zero value counts as absent, and protobuf always has it. */
const plain = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([member]) => member !== 'x-pointer'));

/** An object stored as sent. It travels in JSON and YAML only. */
const OBJECT: Schema = { type: 'object', 'x-omit-empty': true, 'x-pointer': true };
const OBJECTS: Schema = { type: 'array', items: { type: 'object' }, 'x-omit-empty': true };
const QUANTITIES: Schema = {
  type: 'object',
  additionalProperties: { $ref: ref('resource.Quantity') },
  'x-omit-empty': true,
};
const TEXT_IN_JSON: Schema = { type: 'string', 'x-omit-empty': true, 'x-pointer': true };

/** Members of objects without protobuf numbers, present if they were sent. */
const inJson = (schema: Schema): Schema => ({ ...schema, 'x-omit-empty': true, 'x-pointer': true });
const INTEGER = inJson({ type: 'integer', format: 'int32' });
const LONG = inJson({ type: 'integer', format: 'int64' });
const FLAG = inJson({ type: 'boolean' });
const TEXT_MAP = inJson({ type: 'object', additionalProperties: { type: 'string' } });
const listOf = (items: Schema): Schema => ({ type: 'array', items, 'x-omit-empty': true });
const refTo = (type: TypeId): Schema => inJson({ $ref: ref(type) });

/** An object with those members, in JSON and YAML only; names stand for texts. */
const shape = (members: Readonly<Record<string, Schema>>, ...names: readonly string[]): Schema =>
  inJson({
    type: 'object',
    properties: { ...Object.fromEntries(names.map((name) => [name, TEXT_IN_JSON])), ...members },
  });
const TEXTS: Schema = { type: 'array', items: { type: 'string' }, 'x-omit-empty': true };
const PROFILE = shape({}, 'type', 'localhostProfile');
const LOCAL_SECRET = shape({}, 'name');
const SECRET = shape({}, 'name', 'namespace');
const DATA_SOURCE = shape({}, 'apiGroup', 'kind', 'name', 'namespace');
const EXIT_CODES: Schema = listOf({ type: 'integer', format: 'int32' });
const WINDOWS = shape({ hostProcess: FLAG }, 'gmsaCredentialSpecName', 'gmsaCredentialSpec', 'runAsUserName');

/** A list with a merge key, so its elements need a schema. */
const merged = (key: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'array',
  items: { type: 'object', properties },
  'x-patch-strategy': 'merge',
  'x-patch-merge-key': key,
  'x-omit-empty': true,
});

const SPREAD_CONSTRAINTS = merged('topologyKey', {
  maxSkew: { type: 'integer', format: 'int32' },
  topologyKey: { type: 'string' },
  whenUnsatisfiable: { type: 'string' },
  labelSelector: { $ref: ref('meta/v1.LabelSelector'), 'x-omit-empty': true, 'x-pointer': true },
  minDomains: { type: 'integer', format: 'int32', 'x-omit-empty': true, 'x-pointer': true },
  nodeAffinityPolicy: TEXT_IN_JSON,
  nodeTaintsPolicy: TEXT_IN_JSON,
  matchLabelKeys: { type: 'array', items: { type: 'string' }, 'x-omit-empty': true },
});

const CONDITIONS = merged('type', {
  type: { type: 'string' },
  status: { type: 'string' },
  observedGeneration: { type: 'integer', format: 'int64', 'x-omit-empty': true },
  lastProbeTime: TEXT_IN_JSON,
  lastTransitionTime: TEXT_IN_JSON,
  reason: TEXT_IN_JSON,
  message: TEXT_IN_JSON,
});

const ADDRESSES = merged('ip', { ip: { type: 'string' } });

const JOB_SPEC: Readonly<Record<string, Schema>> = {
  backoffLimit: int32(7),
  ttlSecondsAfterFinished: int32(8),
  completionMode: text(9),
  suspend: flag(10),
  podFailurePolicy: shape({
    rules: listOf(
      shape(
        {
          onExitCodes: shape({ values: EXIT_CODES }, 'containerName', 'operator'),
          onPodConditions: listOf(shape({}, 'type', 'status')),
        },
        'action',
      ),
    ),
  }),
  backoffLimitPerIndex: int32(12),
  maxFailedIndexes: int32(13),
  podReplacementPolicy: text(14),
  managedBy: text(15),
  successPolicy: shape({ rules: listOf(shape({ succeededCount: INTEGER }, 'succeededIndexes')) }),
};

/** Members that types of the document gained in later releases. The server stores them; no controller acts on them. */
export const LATER_MEMBERS: Readonly<Record<TypeId, Readonly<Record<string, Schema>>>> = {
  'apps/v1beta1.DeploymentStatus': { terminatingReplicas: int32(9) },
  'apps/v1beta1.RollingUpdateStatefulSetStrategy': { maxUnavailable: typed(2, 'intstr.IntOrString') },
  'apps/v1beta1.StatefulSetSpec': {
    minReadySeconds: plain(int32(9)),
    persistentVolumeClaimRetentionPolicy: shape({}, 'whenDeleted', 'whenScaled'),
    ordinals: shape({ start: INTEGER }),
  },
  'apps/v1beta1.StatefulSetStatus': { collisionCount: int32(9), conditions: CONDITIONS, availableReplicas: int32(11) },
  'batch/v1.JobSpec': JOB_SPEC,
  'batch/v1.JobStatus': {
    completedIndexes: plain(text(7)),
    uncountedTerminatedPods: OBJECT,
    ready: int32(9),
    failedIndexes: text(10),
    terminating: int32(11),
  },
  'batch/v2alpha1.CronJobSpec': { timeZone: text(8) },
  'batch/v2alpha1.CronJobStatus': { lastSuccessfulTime: typed(5, 'meta/v1.Time') },
  'core/v1.AzureFileVolumeSource': { secretNamespace: text(4) },
  'core/v1.CinderVolumeSource': { secretRef: typed(4, 'core/v1.LocalObjectReference') },
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
    restartPolicyRules: OBJECTS,
    startupProbe: typed(22, 'core/v1.Probe'),
    volumeDevices: merged('devicePath', { name: { type: 'string' }, devicePath: { type: 'string' } }),
    resizePolicy: listOf(shape({}, 'resourceName', 'restartPolicy')),
    restartPolicy: text(24),
  },
  'core/v1.ContainerStatus': {
    started: flag(9),
    allocatedResources: QUANTITIES,
    resources: typed(11, 'core/v1.ResourceRequirements'),
    volumeMounts: OBJECTS,
    user: OBJECT,
    allocatedResourcesStatus: OBJECTS,
    stopSignal: text(15),
  },
  'core/v1.EndpointPort': { appProtocol: text(4) },
  'core/v1.EnvVarSource': { fileKeyRef: shape({ optional: FLAG }, 'volumeName', 'path', 'key') },
  'core/v1.Event': {
    eventTime: TEXT_IN_JSON,
    series: OBJECT,
    action: plain(text(12)),
    related: typed(13, 'core/v1.ObjectReference'),
    reportingComponent: plain(text(14)),
    reportingInstance: plain(text(15)),
  },
  'core/v1.FCVolumeSource': { wwids: texts(5) },
  'core/v1.GlusterfsVolumeSource': { endpointsNamespace: text(4) },
  'core/v1.Handler': { sleep: shape({ seconds: LONG }) },
  'core/v1.HostPathVolumeSource': { type: text(2) },
  'core/v1.ISCSIVolumeSource': { initiatorName: text(12) },
  'core/v1.Lifecycle': { stopSignal: text(3) },
  'core/v1.LoadBalancerIngress': { ipMode: text(3), ports: OBJECTS },
  'core/v1.LocalObjectReference': { namespace: TEXT_IN_JSON },
  'core/v1.LocalVolumeSource': { fsType: text(2) },
  'core/v1.NamespaceStatus': { conditions: CONDITIONS },
  'core/v1.NodeSelectorTerm': { matchFields: listOf(shape({ values: TEXTS }, 'key', 'operator')) },
  'core/v1.NodeSpec': { configSource: OBJECT, podCIDRs: texts(7) },
  'core/v1.NodeStatus': { config: OBJECT, runtimeHandlers: OBJECTS, features: OBJECT },
  'core/v1.NodeSystemInfo': { swap: OBJECT },
  'core/v1.PersistentVolumeClaimSpec': {
    volumeMode: text(6),
    dataSource: DATA_SOURCE,
    dataSourceRef: DATA_SOURCE,
    volumeAttributesClassName: text(9),
  },
  'core/v1.PersistentVolumeClaimStatus': {
    conditions: CONDITIONS,
    allocatedResources: QUANTITIES,
    allocatedResourceStatuses: OBJECT,
    currentVolumeAttributesClassName: text(8),
    modifyVolumeStatus: OBJECT,
  },
  'core/v1.PersistentVolumeSpec': {
    volumeAttributesClassName: text(10),
    mountOptions: texts(7),
    volumeMode: text(8),
    nodeAffinity: shape({ required: refTo('core/v1.NodeSelector') }),
    csi: shape(
      {
        readOnly: FLAG,
        volumeAttributes: TEXT_MAP,
        controllerPublishSecretRef: SECRET,
        nodeStageSecretRef: SECRET,
        nodePublishSecretRef: SECRET,
        controllerExpandSecretRef: SECRET,
        nodeExpandSecretRef: SECRET,
      },
      'driver',
      'volumeHandle',
      'fsType',
    ),
  },
  'core/v1.PersistentVolumeStatus': { lastPhaseTransitionTime: typed(4, 'meta/v1.Time') },
  'core/v1.PodAffinityTerm': {
    namespaceSelector: typed(4, 'meta/v1.LabelSelector'),
    matchLabelKeys: texts(5),
    mismatchLabelKeys: texts(6),
  },
  'core/v1.PodCondition': { observedGeneration: int64(7) },
  'core/v1.PodSecurityContext': {
    seLinuxChangePolicy: text(13),
    sysctls: listOf(shape({}, 'name', 'value')),
    windowsOptions: WINDOWS,
    fsGroupChangePolicy: text(9),
    seccompProfile: PROFILE,
    appArmorProfile: PROFILE,
    supplementalGroupsPolicy: text(12),
    runAsGroup: int64(6),
  },
  'core/v1.PodSpec': {
    ephemeralContainers: OBJECTS,
    resources: typed(40, 'core/v1.ResourceRequirements'),
    hostnameOverride: text(41),
    priorityClassName: plain(text(24)),
    priority: int32(25),
    dnsConfig: shape({ nameservers: TEXTS, searches: TEXTS, options: listOf(shape({}, 'name', 'value')) }),
    shareProcessNamespace: flag(27),
    readinessGates: listOf(shape({}, 'conditionType')),
    runtimeClassName: text(29),
    enableServiceLinks: flag(30),
    preemptionPolicy: text(31),
    overhead: { ...QUANTITIES, ...field(32, 'map<string,resource.Quantity>') },
    topologySpreadConstraints: SPREAD_CONSTRAINTS,
    setHostnameAsFQDN: flag(35),
    os: shape({}, 'name'),
    hostUsers: flag(37),
    schedulingGates: merged('name', { name: { type: 'string' } }),
    resourceClaims: merged('name', {
      name: { type: 'string' },
      resourceClaimName: TEXT_IN_JSON,
      resourceClaimTemplateName: TEXT_IN_JSON,
    }),
  },
  'core/v1.PodStatus': {
    nominatedNodeName: plain(text(11)),
    podIPs: ADDRESSES,
    ephemeralContainerStatuses: OBJECTS,
    resize: plain(text(14)),
    resourceClaimStatuses: OBJECTS,
    hostIPs: ADDRESSES,
    observedGeneration: int64(17),
    extendedResourceClaimStatus: OBJECT,
  },
  'core/v1.Probe': { terminationGracePeriodSeconds: int64(7), grpc: shape({ port: INTEGER }, 'service') },
  'core/v1.QuobyteVolumeSource': { tenant: plain(text(6)) },
  'core/v1.ResourceQuotaSpec': {
    scopeSelector: shape({ matchExpressions: listOf(shape({ values: TEXTS }, 'scopeName', 'operator')) }),
  },
  'core/v1.ResourceRequirements': { claims: listOf(shape({}, 'name', 'request')) },
  'core/v1.Secret': { immutable: flag(5) },
  'core/v1.SecurityContext': {
    allowPrivilegeEscalation: flag(7),
    runAsGroup: int64(8),
    procMount: text(9),
    windowsOptions: WINDOWS,
    seccompProfile: PROFILE,
    appArmorProfile: PROFILE,
  },
  'core/v1.ServicePort': { appProtocol: text(6) },
  'core/v1.ServiceSpec': {
    publishNotReadyAddresses: plain(flag(13)),
    sessionAffinityConfig: shape({ clientIP: shape({ timeoutSeconds: INTEGER }) }),
    ipFamilyPolicy: text(17),
    clusterIPs: texts(18),
    ipFamilies: texts(19),
    allocateLoadBalancerNodePorts: flag(20),
    loadBalancerClass: text(21),
    internalTrafficPolicy: text(22),
    trafficDistribution: text(23),
  },
  'core/v1.ServiceStatus': { conditions: CONDITIONS },
  'core/v1.Volume': {
    csi: shape({ readOnly: FLAG, volumeAttributes: TEXT_MAP, nodePublishSecretRef: LOCAL_SECRET }, 'driver', 'fsType'),
    ephemeral: shape({
      volumeClaimTemplate: shape({ metadata: OBJECT, spec: refTo('core/v1.PersistentVolumeClaimSpec') }),
    }),
    image: shape({}, 'reference', 'pullPolicy'),
  },
  'core/v1.VolumeMount': { mountPropagation: text(5), subPathExpr: plain(text(6)), recursiveReadOnly: text(7) },
  'core/v1.VolumeProjection': {
    serviceAccountToken: shape({ expirationSeconds: LONG }, 'audience', 'path'),
    clusterTrustBundle: shape(
      { labelSelector: refTo('meta/v1.LabelSelector'), optional: FLAG },
      'name',
      'signerName',
      'path',
    ),
    podCertificate: OBJECT,
  },
  'extensions/v1beta1.DaemonSetStatus': { conditions: CONDITIONS },
  'extensions/v1beta1.HTTPIngressPath': { pathType: text(3) },
  'extensions/v1beta1.IngressSpec': { ingressClassName: text(4) },
  'extensions/v1beta1.ReplicaSetStatus': { terminatingReplicas: int32(7) },
  'extensions/v1beta1.RollingUpdateDaemonSet': { maxSurge: typed(2, 'intstr.IntOrString') },
  'meta/v1.DeleteOptions': { dryRun: texts(5), ignoreStoreReadErrorWithClusterBreakingPotential: flag(6) },
  'meta/v1.Preconditions': { resourceVersion: text(2) },
};
