import {
  indexOf,
  indicesOf,
  inInitContainer,
  type SamplePosition,
  type SampleValue,
  type ValueObject,
} from './sample-position.ts';

/**
 * Legal values of one member: a list to take in turns, or a function of the position. `undefined` if the member must
 * be absent.
 */
export type Legal = readonly SampleValue[] | ((place: SamplePosition) => SampleValue | undefined);

const turns =
  (...values: readonly SampleValue[]) =>
  ({ turn }: SamplePosition): SampleValue | undefined =>
    values[turn % values.length];
const each =
  (stem: string) =>
  (place: SamplePosition): SampleValue =>
    `${stem}-${indexOf(place)}`;
const absent = (): undefined => undefined;
const finishing = ({ resource }: SamplePosition): boolean => resource.kind === 'Job' || resource.kind === 'CronJob';

/** Port numbers that differ within a pod, and from turn to turn. */
function portNumber(place: SamplePosition): number {
  const [container = 0, port = 0] = indicesOf(place);
  return 8000 + (inInitContainer(place) ? 500 : 0) + container * 100 + port * 10 + (place.turn % 10);
}

/** A number of pods that a controller is to make. Only one turn wants a pod if the object must be quiet. */
function podCount({ turn, quiet }: SamplePosition): number {
  return quiet ? Number(turn === 1) : (turn % 2) * 2;
}

/** The labels of a pod template, which its selector matches. */
function ownLabels({ name }: SamplePosition): ValueObject {
  return { 'plumbline-template': name };
}

const NODE_REQUIREMENTS: readonly SampleValue[] = [
  [
    { key: 'disk', operator: 'In', values: ['ssd', 'nvme'] },
    { key: 'spinning', operator: 'DoesNotExist' },
    { key: 'cores', operator: 'Gt', values: ['4'] },
  ],
  [
    { key: 'disk', operator: 'NotIn', values: ['tape'] },
    { key: 'zone', operator: 'Exists' },
    { key: 'cores', operator: 'Lt', values: ['65'] },
  ],
];

const LABEL_REQUIREMENTS: readonly SampleValue[] = [
  [
    { key: 'tier', operator: 'In', values: ['web', 'cache'] },
    { key: 'legacy', operator: 'DoesNotExist' },
  ],
  [
    { key: 'tier', operator: 'NotIn', values: ['batch'] },
    { key: 'track', operator: 'Exists' },
  ],
];

const TOLERATIONS: readonly SampleValue[] = [
  [
    { key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoSchedule' },
    { key: 'gone', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
  ],
  [
    { key: 'dedicated', operator: 'Equal', value: 'cache', effect: 'PreferNoSchedule' },
    { key: 'away', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 },
  ],
];

const PORTS = (turn: number): ValueObject[] => [
  { name: 'web', protocol: turn % 2 === 0 ? 'TCP' : 'UDP', port: 80 + turn, targetPort: turn % 2 === 0 ? 8080 : 'web' },
  { name: 'dns', protocol: turn % 2 === 0 ? 'UDP' : 'TCP', port: 53 + turn, targetPort: turn % 2 === 0 ? 'dns' : 5353 },
];

/**
 * Services without an address of their own, of an external host, with node ports, and with a load balancer. Only the
 * first two need no allocation.
 */
function serviceSpec({ turn, quiet }: SamplePosition): ValueObject {
  const common = {
    ports: PORTS(turn),
    selector: { app: `app-${turn}`, tier: 'web' },
    sessionAffinity: turn % 2 === 0 ? 'ClientIP' : 'None',
  };
  switch (quiet ? (turn % 3 === 2 ? 1 : 0) : turn % 4) {
    case 1:
      return { type: 'ExternalName', externalName: `service-${turn}.example.com` };
    case 2:
      return { ...common, type: 'NodePort', externalIPs: ['192.0.2.1'] };
    case 3:
      return {
        ...common,
        ports: PORTS(turn).map((port) => ({ ...port, protocol: 'TCP' })),
        type: 'LoadBalancer',
        loadBalancerIP: '192.0.2.9',
        loadBalancerSourceRanges: ['192.0.2.0/24', '198.51.100.0/24'],
      };
    default:
      return { ...common, type: 'ClusterIP', clusterIP: 'None', externalIPs: [`192.0.2.${turn + 1}`, '192.0.2.77'] };
  }
}

/**
 * Legal values of members whose schema does not say which values are legal, by `type.member`. Those of PodSpec,
 * Container and the Deployment follow the document; all others the types and validation of the era's server.
 */
export const LEGAL: Readonly<Record<string, Legal>> = {
  'meta/v1.ObjectMeta.name': ({ path, name }) => (path.length === 2 ? name : undefined),
  'meta/v1.ObjectMeta.generateName': absent,
  'meta/v1.ObjectMeta.namespace': absent,
  'meta/v1.ObjectMeta.selfLink': absent,
  'meta/v1.ObjectMeta.uid': absent,
  'meta/v1.ObjectMeta.resourceVersion': absent,
  'meta/v1.ObjectMeta.generation': absent,
  'meta/v1.ObjectMeta.creationTimestamp': absent,
  'meta/v1.ObjectMeta.deletionTimestamp': absent,
  'meta/v1.ObjectMeta.deletionGracePeriodSeconds': absent,
  'meta/v1.ObjectMeta.ownerReferences': absent,
  'meta/v1.ObjectMeta.initializers': absent,
  'meta/v1.ObjectMeta.finalizers': absent,
  'meta/v1.ObjectMeta.clusterName': absent,
  'meta/v1.ObjectMeta.labels': (place) => ({
    ...(place.path.includes('template') && !finishing(place) ? ownLabels(place) : {}),
    app: `app-${place.turn}`,
    tier: 'web',
  }),
  'meta/v1.ObjectMeta.annotations': ({ turn }) => ({ 'example.com/note': `note ${turn}`, empty: '' }),
  'core/v1.ConfigMap.data': ({ turn }) => ({ 'a.b': `text ${turn}`, empty: '' }),
  'core/v1.Secret.data': ({ turn }) => ({ token: Buffer.from(`token ${turn}`).toString('base64'), empty: '' }),
  'core/v1.Secret.stringData': ({ turn }) => ({ plain: `plain ${turn}` }),
  'core/v1.Secret.type': ['Opaque'],
  'core/v1.Namespace.spec': absent,
  'core/v1.NamespaceStatus.phase': ['Active'],
  'core/v1.Event.type': ['Normal', 'Warning'],
  'core/v1.Event.involvedObject': ({ turn, namespace }) => ({
    kind: 'Pod',
    namespace,
    name: `pod-${turn}`,
    uid: `uid-${turn}`,
    apiVersion: 'v1',
    resourceVersion: `${turn + 1}`,
    fieldPath: `spec.containers{c-${turn}}`,
  }),
  'core/v1.Service.spec': serviceSpec,
  'core/v1.PodSpec.nodeName': absent,
  'core/v1.PodSpec.schedulerName': ['plumbline-nobody', 'plumbline-somebody'],
  'core/v1.PodSpec.nodeSelector': ({ turn }) => ({ 'plumbline-node': 'none', disk: turn % 2 === 0 ? 'ssd' : 'nvme' }),
  'core/v1.PodSpec.restartPolicy': (place) =>
    finishing(place)
      ? turns('Never', 'OnFailure')(place)
      : place.resource.kind === 'Pod'
        ? turns('OnFailure', 'Never', 'Always')(place)
        : 'Always',
  'core/v1.PodSpec.activeDeadlineSeconds': (place) =>
    finishing(place) || place.resource.kind === 'Pod' ? turns(100_000, 1)(place) : undefined,
  'core/v1.PodSpec.terminationGracePeriodSeconds': [0, 45],
  'core/v1.PodSpec.hostNetwork': [false, true],
  'core/v1.PodSpec.hostAliases': ({ turn }) =>
    turn % 2 === 1
      ? undefined
      : [
          { ip: '10.0.0.1', hostnames: ['one', 'uno.example'] },
          { ip: '10.0.0.11', hostnames: ['eleven'] },
          { ip: 'fd00::1', hostnames: ['six'] },
        ],
  'core/v1.PodSpec.imagePullSecrets': ({ turn }) => [{ name: `pull-${turn}` }, { name: 'pull-more' }],
  'core/v1.PodSpec.serviceAccountName': absent,
  'core/v1.PodSpec.serviceAccount': absent,
  'core/v1.PodSpec.tolerations': TOLERATIONS,
  'core/v1.PodSpec.hostname': ['host', 'my-host-1'],
  'core/v1.PodSpec.subdomain': ['sub', 'sub-1'],
  'core/v1.PodSecurityContext.supplementalGroups': ({ turn }) => [turn, 7],
  'core/v1.PodSecurityContext.runAsUser': [0, 1000],
  'core/v1.PodSecurityContext.fsGroup': [2000, 0],
  'core/v1.SecurityContext.privileged': [false],
  'core/v1.SecurityContext.runAsUser': [1001, 0],
  'core/v1.Capabilities.add': [['NET_ADMIN', 'SYS_TIME'], ['CHOWN']],
  'core/v1.Capabilities.drop': [['KILL'], ['MKNOD', 'ALL']],
  'core/v1.Container.name': (place) => each(inInitContainer(place) ? 'i' : 'c')(place),
  'core/v1.Container.image': (place) => `registry.example:5000/app-${indexOf(place)}:${place.turn}.0`,
  'core/v1.Container.workingDir': ['/', '/work dir'],
  'core/v1.Container.terminationMessagePath': ['/tmp/end', '/var/end'],
  'core/v1.Container.stdin': [true],
  'core/v1.Container.livenessProbe': (place) => (inInitContainer(place) ? undefined : probe(place, 0)),
  'core/v1.Container.readinessProbe': (place) => (inInitContainer(place) ? undefined : probe(place, 1)),
  'core/v1.Container.lifecycle': (place) =>
    inInitContainer(place) ? undefined : { postStart: handler(place, 1), preStop: handler(place, 2) },
  'core/v1.ContainerPort.name': each('port'),
  'core/v1.ContainerPort.containerPort': portNumber,
  'core/v1.ContainerPort.hostPort': portNumber,
  'core/v1.ContainerPort.hostIP': ['127.0.0.1', '127.0.0.2'],
  'core/v1.EnvVar.name': (place) => `_VAR_${indexOf(place)}`,
  'core/v1.EnvFromSource.prefix': ['P_', '_'],
  'core/v1.ResourceRequirements.limits': [
    { cpu: '2', memory: '1Gi' },
    { cpu: '1500m', memory: '1G' },
    { cpu: '1.25', memory: '1.5Gi' },
  ],
  'core/v1.ResourceRequirements.requests': [
    { cpu: '100m', memory: '64Mi' },
    { cpu: '250m', memory: '64M' },
    { cpu: '0.1', memory: '1e6' },
  ],
  'core/v1.VolumeMount.name': each('volume'),
  'core/v1.VolumeMount.mountPath': (place) => `/mnt/${indexOf(place)}`,
  'core/v1.VolumeMount.subPath': ['sub', 'a/b'],
  'core/v1.Volume.name': each('volume'),
  'core/v1.HostPathVolumeSource.path': ['/var/tmp', '/srv'],
  'core/v1.GCEPersistentDiskVolumeSource.readOnly': (place) => place.resource.kind !== 'Pod' || place.turn % 2 === 0,
  'core/v1.EmptyDirVolumeSource.medium': ['Memory'],
  'core/v1.EmptyDirVolumeSource.sizeLimit': absent,
  'core/v1.GitRepoVolumeSource.directory': ['dir', 'dir/sub'],
  'core/v1.NFSVolumeSource.path': ['/export', '/export/2'],
  'core/v1.ISCSIVolumeSource.iqn': ['iqn.2015-02.example.com:test', 'iqn.2016-02.example.com:other'],
  'core/v1.ISCSIVolumeSource.targetPortal': ['192.0.2.1:3260', '192.0.2.2:3260'],
  'core/v1.ISCSIVolumeSource.portals': [['192.0.2.3:3260'], ['192.0.2.4:3260', '192.0.2.5:3260']],
  'core/v1.ISCSIVolumeSource.chapAuthDiscovery': absent,
  'core/v1.ISCSIVolumeSource.chapAuthSession': absent,
  'core/v1.ISCSIVolumeSource.secretRef': absent,
  'core/v1.FlexVolumeSource.driver': ['example.com/driver', 'example.com/other'],
  'core/v1.AzureDiskVolumeSource.diskURI': [
    'https://blob.example/vhds/disk.vhd',
    'https://blob.example/vhds/other.vhd',
  ],
  'core/v1.AzureDiskVolumeSource.kind': ['Shared', 'Dedicated'],
  'core/v1.QuobyteVolumeSource.registry': ['192.0.2.1:7861', 'registry.example:7861'],
  'core/v1.ScaleIOVolumeSource.volumeName': ['vol', 'vol-2'],
  'core/v1.ScaleIOVolumeSource.secretRef': [{ name: 'scaleio' }, { name: 'scaleio-2' }],
  'core/v1.StorageOSVolumeSource.volumeName': ['vol', 'vol-2'],
  'core/v1.StorageOSVolumeSource.volumeNamespace': ['space', 'space-2'],
  'core/v1.KeyToPath.path': (place) => `dir/file-${indicesOf(place).join('-')}`,
  'core/v1.DownwardAPIVolumeFile.path': (place) => `file-${indexOf(place)}`,
  'core/v1.ObjectFieldSelector.apiVersion': ['v1'],
  'core/v1.ObjectFieldSelector.fieldPath': ['metadata.name', 'metadata.namespace'],
  'core/v1.ResourceFieldSelector.containerName': ['c-0', 'c-1'],
  'core/v1.ResourceFieldSelector.resource': ['limits.cpu', 'requests.cpu'],
  'core/v1.ResourceFieldSelector.divisor': ['1m', '1'],
  'core/v1.NodeSelectorTerm.matchExpressions': NODE_REQUIREMENTS,
  'core/v1.PreferredSchedulingTerm.weight': [1, 100],
  'core/v1.WeightedPodAffinityTerm.weight': [2, 99],
  'core/v1.PodAffinityTerm.topologyKey': ['kubernetes.io/hostname', 'example.com/zone'],
  'core/v1.PodAffinityTerm.namespaces': [['here', 'there'], ['elsewhere']],
  'meta/v1.LabelSelector.matchExpressions': (place) =>
    place.path.includes('affinity')
      ? turns(...LABEL_REQUIREMENTS)(place)
      : turns(
          [{ key: 'plumbline-template', operator: 'Exists' }],
          [{ key: 'plumbline-absent', operator: 'DoesNotExist' }],
        )(place),
  'meta/v1.LabelSelector.matchLabels': (place) =>
    place.path.includes('affinity') ? { app: `app-${place.turn}` } : ownLabels(place),
  'extensions/v1beta1.DaemonSetSpec.templateGeneration': absent,
  'extensions/v1beta1.DaemonSetUpdateStrategy.type': ({ turn }) => (turn % 3 === 1 ? 'OnDelete' : 'RollingUpdate'),
  'extensions/v1beta1.DaemonSetUpdateStrategy.rollingUpdate': ({ turn }) =>
    turn % 3 === 1 ? undefined : { maxUnavailable: turn % 2 === 0 ? 2 : '50%' },
  'extensions/v1beta1.ReplicaSetSpec.replicas': podCount,
  // A suspended cron job makes no jobs.
  'batch/v1.JobSpec.parallelism': (place) =>
    podCount(place.resource.kind === 'CronJob' ? { ...place, quiet: false } : place),
  'batch/v1.JobSpec.completions': [3, 4],
  'batch/v1.JobSpec.activeDeadlineSeconds': [100_000, 200_000],
  'batch/v1.JobSpec.selector': absent,
  'batch/v1.JobSpec.manualSelector': absent,
  'batch/v2alpha1.CronJobSpec.schedule': ['0 0 1 1 *', '0 0 1 2 *'],
  'batch/v2alpha1.CronJobSpec.suspend': ({ turn, quiet }) => quiet || turn % 2 === 0,
  'batch/v2alpha1.CronJobSpec.startingDeadlineSeconds': [100, 0],
  'batch/v2alpha1.CronJobSpec.successfulJobsHistoryLimit': [0, 5],
  'batch/v2alpha1.CronJobSpec.failedJobsHistoryLimit': [2, 0],
  'batch/v2alpha1.JobTemplateSpec.metadata': ({ turn }) => ({
    labels: { job: `job-${turn}` },
    annotations: { 'example.com/note': `of the job ${turn}` },
  }),
  ...deploymentSpec('apps/v1beta1'),
  ...deploymentSpec('extensions/v1beta1'),
  // Beside rules an ingress need not have a backend.
  'extensions/v1beta1.IngressSpec.backend': ({ turn }) =>
    turn % 3 === 2 ? undefined : { serviceName: `service-${turn}`, servicePort: turn % 2 === 0 ? 80 : 'web' },
  'extensions/v1beta1.IngressBackend.serviceName': ['service', 'other-service'],
  'extensions/v1beta1.IngressBackend.servicePort': [80, 'web'],
  'extensions/v1beta1.IngressRule.host': (place) => `host-${indexOf(place)}.example.com`,
  'extensions/v1beta1.IngressTLS.hosts': [['host-0.example.com', 'host-1.example.com'], ['host-1.example.com']],
  'extensions/v1beta1.HTTPIngressPath.path': ['/', '/path/.*'],
  'core/v1.LoadBalancerIngress.ip': ['192.0.2.7', '192.0.2.8'],
  'core/v1.LoadBalancerIngress.hostname': ['lb.example.com', 'lb-2.example.com'],
  'core/v1.PodStatus.phase': (place) => (place.quiet ? 'Pending' : turns('Pending', 'Running')(place)),
  'core/v1.PodStatus.hostIP': ['192.0.2.1', '192.0.2.2'],
  'core/v1.PodStatus.podIP': ['10.1.2.3', '10.1.2.4'],
  'core/v1.PodStatus.qosClass': ['Burstable'],
  'core/v1.ContainerStatus.name': (place) => each(place.path.includes('initContainerStatuses') ? 'i' : 'c')(place),
  'core/v1.ContainerStatus.restartCount': [3, 0],
  'core/v1.ContainerStatus.imageID': ['docker-pullable://app@sha256:aa', 'docker-pullable://app@sha256:bb'],
  'core/v1.ContainerStatus.containerID': ['docker://0123456789ab', 'docker://ba9876543210'],
  'core/v1.ContainerStateTerminated.containerID': ['docker://0123456789cd', 'docker://dc9876543210'],
  'core/v1.PodCondition.type': (place) => ['Ready', 'PodScheduled'][indexOf(place)],
  'extensions/v1beta1.DeploymentCondition.type': (place) => ['Available', 'Progressing'][indexOf(place)],
  'apps/v1beta1.DeploymentCondition.type': (place) => ['Available', 'Progressing'][indexOf(place)],
  'extensions/v1beta1.ReplicaSetCondition.type': (place) => ['ReplicaFailure', 'Other'][indexOf(place)],
  'batch/v1.JobCondition.type': (place) => ['Other', 'Another'][indexOf(place)],
  'batch/v2alpha1.CronJobStatus.active': ({ turn, namespace }) => [
    { apiVersion: 'batch/v1', kind: 'Job', namespace, name: `job-${turn}`, uid: `uid-${turn}` },
    { kind: 'Job', name: 'job-more' },
  ],
  'extensions/v1beta1.DaemonSetStatus.collisionCount': [15],
  ...replicaCounts('apps/v1beta1.DeploymentStatus'),
  ...replicaCounts('extensions/v1beta1.DeploymentStatus'),
  ...replicaCounts('extensions/v1beta1.ReplicaSetStatus'),
};

/** Document, DeploymentSpec and RollingUpdateDeployment. A paused Deployment makes no pods. */
function deploymentSpec(group: string): Record<string, Legal> {
  return {
    [`${group}.DeploymentSpec.replicas`]: [0, 3],
    [`${group}.DeploymentSpec.paused`]: ({ turn, quiet }) => quiet || turn % 2 === 0,
    [`${group}.DeploymentSpec.minReadySeconds`]: [5, 7],
    [`${group}.DeploymentSpec.progressDeadlineSeconds`]: [100, 601],
    [`${group}.DeploymentSpec.revisionHistoryLimit`]: [0, 7],
    [`${group}.DeploymentSpec.rollbackTo`]: absent,
    [`${group}.DeploymentStrategy.type`]: ({ turn }) => (turn % 3 === 0 ? 'Recreate' : 'RollingUpdate'),
    // Turn 2 follows a Recreate and has the default bounds.
    [`${group}.DeploymentStrategy.rollingUpdate`]: ({ turn }) =>
      turn % 3 === 0 || turn === 2
        ? undefined
        : turn % 3 === 2
          ? { maxUnavailable: 2, maxSurge: '30%' }
          : { maxUnavailable: `${turn - 1}%`, maxSurge: 2 + turn },
  };
}

/** Counts in falling order, because no more replicas can be ready than there are. `collisionCount` only grows. */
function replicaCounts(type: string): Record<string, Legal> {
  return {
    [`${type}.replicas`]: [9, 19],
    [`${type}.collisionCount`]: [15],
    [`${type}.fullyLabeledReplicas`]: [8, 18],
    [`${type}.updatedReplicas`]: [7, 17],
    [`${type}.readyReplicas`]: [6, 16],
    [`${type}.availableReplicas`]: [5, 15],
  };
}

function handler({ turn, path }: SamplePosition, offset: number): ValueObject {
  const container = Number(path.findLast((step) => /^\d+$/.test(step)) ?? 0);
  switch ((turn + container + offset) % 3) {
    case 0:
      return { exec: { command: ['run', `turn-${turn}`] } };
    case 1:
      return {
        httpGet: {
          path: `/healthz?x=${turn}`,
          port: turn % 2 === 0 ? 8080 : 'port-0',
          host: '127.0.0.1',
          scheme: turn % 2 === 0 ? 'HTTPS' : 'HTTP',
          httpHeaders: [
            { name: 'X-Probe', value: `${turn}` },
            { name: 'X-More', value: '' },
          ],
        },
      };
    default:
      return { tcpSocket: { port: turn % 2 === 0 ? 'port-0' : 8081, host: '127.0.0.1' } };
  }
}

/** A liveness probe must have a success threshold of 1 on servers of the era. */
function probe(place: SamplePosition, offset: number): ValueObject {
  const { turn } = place;
  return {
    ...handler(place, offset),
    initialDelaySeconds: 11 + turn + offset,
    timeoutSeconds: 3 + turn + offset,
    periodSeconds: 21 + turn + offset,
    successThreshold: offset === 0 ? 1 : 2 + turn,
    failureThreshold: 31 + turn + offset,
  };
}
