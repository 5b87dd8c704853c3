import * as clientNode from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Schema, schemaOf, stepInto, type TypeId } from '../../../spec/schemas/index.ts';
import { type Reply, testServer, type TestServer } from '../../testing/server.fixture.ts';

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
const BATCH = '/apis/batch/v1/namespaces/default';

/** By model of the client: the collection and the schema of its objects. */
const KINDS: Readonly<Record<string, readonly [collection: string, schema: TypeId]>> = {
  V1Pod: [`${CORE}/pods`, 'core/v1.Pod'],
  V1ConfigMap: [`${CORE}/configmaps`, 'core/v1.ConfigMap'],
  V1Secret: [`${CORE}/secrets`, 'core/v1.Secret'],
  V1Service: [`${CORE}/services`, 'core/v1.Service'],
  V1Namespace: ['/api/v1/namespaces', 'core/v1.Namespace'],
  CoreV1Event: [`${CORE}/events`, 'core/v1.Event'],
  V1Deployment: [`${APPS}/deployments`, 'apps/v1beta1.Deployment'],
  V1ReplicaSet: [`${APPS}/replicasets`, 'extensions/v1beta1.ReplicaSet'],
  V1DaemonSet: [`${APPS}/daemonsets`, 'extensions/v1beta1.DaemonSet'],
  V1StatefulSet: [`${APPS}/statefulsets`, 'apps/v1beta1.StatefulSet'],
  V1Job: [`${BATCH}/jobs`, 'batch/v1.Job'],
  V1CronJob: [`${BATCH}/cronjobs`, 'batch/v2alpha1.CronJob'],
  V1Endpoints: [`${CORE}/endpoints`, 'core/v1.Endpoints'],
  V1Node: ['/api/v1/nodes', 'core/v1.Node'],
  V1PersistentVolume: ['/api/v1/persistentvolumes', 'core/v1.PersistentVolume'],
  V1PersistentVolumeClaim: [`${CORE}/persistentvolumeclaims`, 'core/v1.PersistentVolumeClaim'],
  V1ReplicationController: [`${CORE}/replicationcontrollers`, 'core/v1.ReplicationController'],
  V1ResourceQuota: [`${CORE}/resourcequotas`, 'core/v1.ResourceQuota'],
  V1ServiceAccount: [`${CORE}/serviceaccounts`, 'core/v1.ServiceAccount'],
};

/**
 * The server adds no containers to pods, a probe with an action accepts no other, and the text of this test is no time
 * zone.
 */
const REFUSED = [
  'V1Pod.spec.containers.0.livenessProbe.grpc',
  'V1Pod.spec.ephemeralContainers',
  'V1CronJob.spec.timeZone',
];

/**
 * Models that are not tested: metadata, whose managedFields no server keeps without server-side apply, and refused
 * ones.
 */
const LEFT_OUT = ['V1ObjectMeta', 'V1EphemeralContainer', 'V1GRPCAction'];

const LABELS = { a: 'b' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const SELECTED = { selector: { matchLabels: LABELS }, template: TEMPLATE };
const NODE_TERM = { matchExpressions: [{ key: 'k', operator: 'Exists' }] };
const NODE_AFFINITY = { required: { nodeSelectorTerms: [NODE_TERM] } };
const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } };
const PROFILE = { type: 'Localhost', localhostProfile: 'p' };
const JOB = { template: { spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } };

/** The other required members of a model's object, and members that another one needs. */
const LEGAL: Readonly<Record<string, object>> = {
  CoreV1EndpointPort: { port: 1 },
  V1AppArmorProfile: PROFILE,
  V1AzureFilePersistentVolumeSource: { secretName: 's', shareName: 's' },
  V1CSIPersistentVolumeSource: { driver: 'd', volumeHandle: 'h' },
  V1CSIVolumeSource: { driver: 'd', nodePublishSecretRef: { name: 's' } },
  V1CephFSPersistentVolumeSource: { monitors: ['m'] },
  V1CinderPersistentVolumeSource: { volumeID: 'v' },
  V1CinderVolumeSource: { volumeID: 'v' },
  V1ClientIPConfig: {},
  V1ClusterTrustBundleProjection: { path: 'p', name: 'n' },
  V1Container: { name: 'c', image: 'i' },
  V1ContainerResizePolicy: { resourceName: 'cpu', restartPolicy: 'NotRequired' },
  V1ContainerRestartRule: { action: 'Restart' },
  V1ContainerRestartRuleOnExitCodes: { operator: 'In', values: [1] },
  V1CronJobSpec: { schedule: '* * * * *', jobTemplate: { spec: JOB } },
  V1DaemonSetSpec: SELECTED,
  V1DeploymentSpec: SELECTED,
  V1EndpointSubset: { addresses: [{ ip: '10.0.0.1' }] },
  V1EnvVar: { name: 'E' },
  V1EphemeralVolumeSource: { volumeClaimTemplate: { spec: CLAIM } },
  V1FCVolumeSource: { targetWWNs: ['w'], lun: 0 },
  V1FileKeySelector: { volumeName: 'v', path: 'p', key: 'k' },
  V1GRPCAction: { port: 1 },
  V1GlusterfsPersistentVolumeSource: { endpoints: 'e', path: 'p' },
  V1HostPathVolumeSource: { path: '/p' },
  V1ISCSIPersistentVolumeSource: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com:test', lun: 0 },
  V1ISCSIVolumeSource: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com:test', lun: 0 },
  V1ImageVolumeSource: { reference: 'i' },
  V1JobSpec: { ...JOB, completionMode: 'Indexed', completions: 1, backoffLimitPerIndex: 1 },
  V1LocalObjectReference: { name: 's' },
  V1LocalVolumeSource: { path: '/p' },
  V1NodeSelector: NODE_AFFINITY.required,
  V1NodeSelectorRequirement: { key: 'metadata.name', operator: 'In', values: ['n'] },
  V1NodeSelectorTerm: NODE_TERM,
  V1PersistentVolumeClaimSpec: CLAIM,
  V1PersistentVolumeClaimTemplate: { spec: CLAIM },
  V1PersistentVolumeSpec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1' },
    hostPath: { path: '/p' },
    nodeAffinity: NODE_AFFINITY,
  },
  V1PodAffinityTerm: { topologyKey: 'k', labelSelector: { matchLabels: LABELS } },
  V1PodDNSConfigOption: { name: 'o' },
  V1PodFailurePolicy: { rules: [] },
  V1PodFailurePolicyOnExitCodesRequirement: { operator: 'In', values: [1] },
  V1PodFailurePolicyOnPodConditionsPattern: { type: 't', status: 'True' },
  V1PodFailurePolicyRule: { action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } },
  V1PodOS: { name: 'linux' },
  V1PodReadinessGate: { conditionType: 'a' },
  V1PodResourceClaim: { name: 'a', resourceClaimName: 'r' },
  V1PodSchedulingGate: { name: 'a' },
  V1PodSpec: {
    ...TEMPLATE.spec,
    volumes: [
      { name: 'v', emptyDir: {} },
      { name: 'block', persistentVolumeClaim: { claimName: 'p' } },
    ],
    resourceClaims: [{ name: 'a', resourceClaimName: 'r' }],
  },
  V1PreferredSchedulingTerm: { weight: 1, preference: { matchExpressions: [{ key: 'k', operator: 'Exists' }] } },
  V1Probe: { exec: { command: ['a'] } },
  V1QuobyteVolumeSource: { registry: 'r:1', volume: 'v' },
  V1ReplicaSetSpec: SELECTED,
  V1ReplicationControllerSpec: { selector: LABELS, template: TEMPLATE },
  CoreV1ResourceClaim: { name: 'a' },
  V1ScopedResourceSelectorRequirement: { scopeName: 'PriorityClass', operator: 'In', values: ['a'] },
  V1SeccompProfile: PROFILE,
  V1SecretReference: { name: 's', namespace: 'n' },
  V1ServiceAccountTokenProjection: { path: 'p' },
  V1ServicePort: { port: 1 },
  V1ServiceSpec: {
    ports: [{ port: 1 }],
    type: 'LoadBalancer',
    clusterIP: '10.0.0.9',
    sessionAffinity: 'ClientIP',
  },
  V1StatefulSetSpec: { ...SELECTED, serviceName: 's' },
  V1SuccessPolicy: { rules: [{ succeededCount: 1 }] },
  V1SuccessPolicyRule: { succeededCount: 1 },
  V1Sysctl: { name: 's', value: 'v' },
  V1TopologySpreadConstraint: {
    maxSkew: 1,
    topologyKey: 'k',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: LABELS },
  },
  V1TypedLocalObjectReference: { apiGroup: 'a', kind: 'k', name: 'n' },
  V1TypedObjectReference: { apiGroup: 'a', kind: 'k', name: 'n' },
  V1Volume: { name: 'v' },
  V1VolumeDevice: { name: 'block', devicePath: '/d' },
  V1VolumeNodeAffinity: NODE_AFFINITY,
  V1VolumeResourceRequirements: CLAIM.resources,
  V1VolumeMount: { name: 'v', mountPath: '/m' },
  V1WeightedPodAffinityTerm: { weight: 1, podAffinityTerm: { topologyKey: 'k' } },
};

/** Legal values of members that do not take a sample of their type. */
const VALUES: Readonly<Record<string, unknown>> = {
  'V1AppArmorProfile.type': 'Localhost',
  'V1Container.restartPolicy': 'Always',
  'V1ContainerRestartRule.action': 'Restart',
  'V1ContainerRestartRuleOnExitCodes.operator': 'In',
  'V1ContainerResizePolicy.resourceName': 'cpu',
  'V1ContainerResizePolicy.restartPolicy': 'NotRequired',
  'V1ClientIPConfig.timeoutSeconds': 1,
  'V1ClusterTrustBundleProjection.signerName': undefined,
  'V1HostPathVolumeSource.type': 'Directory',
  'V1ImageVolumeSource.pullPolicy': 'Always',
  'V1JobSpec.completionMode': 'Indexed',
  'V1JobSpec.managedBy': 'a/b',
  'V1JobSpec.podReplacementPolicy': 'Failed',
  'V1LoadBalancerIngress.ipMode': 'VIP',
  'V1NodeSelectorRequirement.key': 'metadata.name',
  'V1NodeSelectorRequirement.operator': 'In',
  'V1NodeSpec.podCIDRs': ['10.0.0.0/24'],
  'V1PersistentVolumeClaimSpec.accessModes': ['ReadWriteOnce'],
  'V1PersistentVolumeClaimSpec.volumeMode': 'Block',
  'V1PersistentVolumeSpec.volumeMode': 'Block',
  'V1PodDNSConfig.nameservers': ['1.1.1.1'],
  'V1PodFailurePolicyOnExitCodesRequirement.containerName': 'c',
  'V1PodFailurePolicyOnExitCodesRequirement.operator': 'In',
  'V1PodFailurePolicyOnPodConditionsPattern.status': 'True',
  'V1PodFailurePolicyRule.action': 'Ignore',
  'V1PodOS.name': 'linux',
  'V1PodResourceClaim.resourceClaimTemplateName': undefined,
  'V1PodSecurityContext.fsGroupChangePolicy': 'Always',
  'V1PodSecurityContext.seLinuxChangePolicy': 'Recursive',
  'V1PodSecurityContext.supplementalGroupsPolicy': 'Merge',
  'V1PodSpec.overhead': { cpu: '1' },
  'V1PodSpec.preemptionPolicy': 'Never',
  'V1RollingUpdateDaemonSet.maxSurge': 0,
  'V1ScopedResourceSelectorRequirement.operator': 'In',
  'V1ScopedResourceSelectorRequirement.scopeName': 'PriorityClass',
  'V1SeccompProfile.type': 'Localhost',
  'V1SecurityContext.procMount': 'Default',
  'V1ServiceAccountTokenProjection.expirationSeconds': 600,
  'V1ServiceSpec.clusterIPs': ['10.0.0.9'],
  'V1ServiceSpec.internalTrafficPolicy': 'Local',
  'V1ServiceSpec.ipFamilies': ['IPv4'],
  'V1ServiceSpec.ipFamilyPolicy': 'SingleStack',
  'V1ServiceSpec.trafficDistribution': 'PreferClose',
  'V1StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted': 'Delete',
  'V1StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled': 'Delete',
  'V1StatefulSetStatus.availableReplicas': 0,
  'V1TopologySpreadConstraint.nodeAffinityPolicy': 'Honor',
  'V1TopologySpreadConstraint.nodeTaintsPolicy': 'Honor',
  'V1TopologySpreadConstraint.whenUnsatisfiable': 'DoNotSchedule',
  'V1VolumeDevice.name': 'block',
  'V1VolumeMount.mountPropagation': 'None',
  'V1VolumeMount.recursiveReadOnly': 'Disabled',
  'V1VolumeResourceRequirements.requests': CLAIM.resources.requests,
};

/** The other required members of a model's object beside one member, without those that exclude it. */
function legalBeside(model: string, { baseName, type }: Attribute): object {
  const key = `${model}.${baseName}`;
  if (key === 'V1PodFailurePolicyRule.onPodConditions') return { ...LEGAL[model], onExitCodes: undefined };
  const csi = LEGAL['V1CSIPersistentVolumeSource'];
  if (key === 'V1PersistentVolumeSpec.volumeAttributesClassName') return { ...LEGAL[model], hostPath: undefined, csi };
  const isSource = model === 'V1PersistentVolumeSpec' && type.endsWith('VolumeSource') && baseName !== 'hostPath';
  return isSource ? { ...LEGAL[model], hostPath: undefined } : (LEGAL[model] ?? {});
}

interface Attribute {
  readonly baseName: string;
  readonly type: string;
  readonly format: string;
}

/** A member that the document lacks, at one place in an object. */
interface TodaysMember {
  readonly path: readonly string[];
  readonly object: object;
}

const models = clientNode as unknown as Readonly<Record<string, { getAttributeTypeMap?: () => readonly Attribute[] }>>;
const LIST = /^Array<(.*)>$/;
const MAP = /^\{ \[key: string\]: (.*); \}$/;

/** The places at which an object of a model can have members that its schema lacks, each model once. */
function* places(
  model: string,
  schema: Schema | undefined,
  path: readonly string[],
  wrap: (value: unknown) => unknown,
  seen: Set<string>,
): Iterable<TodaysMember> {
  const attributes = models[model]?.getAttributeTypeMap?.();
  if (attributes === undefined || seen.has(model)) return;
  seen.add(model);
  for (const attribute of attributes) {
    const { baseName, type, format } = attribute;
    const at = [...path, baseName];
    const inside = (value: unknown): unknown => wrap({ ...legalBeside(model, attribute), [baseName]: value });
    const known = schema === undefined ? undefined : stepInto(schema, baseName);
    const key = `${model}.${baseName}`;
    const value = Object.hasOwn(VALUES, key) ? VALUES[key] : sample(type, format);
    if (known === undefined && value !== undefined) yield { path: at, object: inside(value) as object };
    const element = LIST.exec(type)?.[1];
    if (element === undefined) yield* places(type, known, at, inside, seen);
    else yield* places(element, known && stepInto(known, 0), [...at, '0'], (value) => inside([value]), seen);
  }
}

function sample(type: string, format = ''): unknown {
  const list = LIST.exec(type)?.[1];
  if (list !== undefined) return [sample(list)];
  const map = MAP.exec(type)?.[1];
  if (map !== undefined) return { a: map === 'string' ? (format === 'byte' ? 'YQ==' : '1') : sample(map) };
  if (type === 'string') return 'a';
  if (type === 'number' || type === 'IntOrString') return 1;
  if (type === 'boolean') return true;
  if (type === 'Date' || type === 'V1MicroTime') return '2020-01-01T00:00:00Z';
  return LEGAL[type] ?? {};
}

const memberAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

describe('the members of the present client that the document lacks', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** The response to the write of an object with that member: a create, and then a write of its status. */
  async function written(collection: string, name: string, { path, object }: TodaysMember): Promise<Reply> {
    const made = await server.send('POST', collection, { ...object, metadata: { name } });
    if (path[0] !== 'status' || made.status !== 200) return made;
    return server.send('PUT', `${collection}/${name}/status`, {
      ...made.body,
      ...object,
      metadata: made.body.metadata,
    });
  }

  it('are stored, or refused', async () => {
    const outcomes = { stored: 0, lost: [] as string[], refused: [] as string[] };
    const seen = new Set(LEFT_OUT);
    let number = 0;
    for (const [kind, [collection, schema]] of Object.entries(KINDS)) {
      const spec = LEGAL[`${kind}Spec`];
      for (const place of places(
        kind,
        schemaOf(schema),
        [],
        (value) => ({ ...(spec && { spec }), ...(value as object) }),
        seen,
      )) {
        const { status, body } = await written(collection, `m${(number += 1)}`, place);
        if (status >= 400) outcomes.refused.push(`${kind}.${place.path.join('.')}`);
        else if (memberAt(body, place.path) === undefined) outcomes.lost.push(`${kind}.${place.path.join('.')}`);
        else outcomes.stored += 1;
      }
    }
    expect(outcomes).toEqual({ stored: expect.any(Number), lost: [], refused: REFUSED });
    expect(outcomes.stored).toBeGreaterThan(300);
  });
});
