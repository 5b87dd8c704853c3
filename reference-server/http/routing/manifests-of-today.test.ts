import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

/**
 * Manifests as users of current clusters write them. Sources of the expected responses: the validation of
 * kube-apiserver, `pkg/apis/{core,apps,batch}/validation`, releases 1.30 to 1.34.
 */

type Manifest = readonly [path: string, object: object];
type Wrong = readonly [manifest: Manifest, field: string];

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
const BATCH = '/apis/batch/v1/namespaces/default';
const MERGE = { headers: { 'Content-Type': 'application/merge-patch+json' } };
const LABELS = { app: 'x' };
const CONTAINER = { name: 'c', image: 'i' };
const SELECTED = { selector: { matchLabels: LABELS }, template: template({}) };

function template(spec: object): object {
  return { metadata: { labels: LABELS }, spec: { containers: [CONTAINER], ...spec } };
}

/** Values for the placeholders of the table below. */
const pod = (spec: object): Manifest => [`${CORE}/pods`, { spec: { containers: [CONTAINER], ...spec } }];
const container = (more: object, spec: object = {}): Manifest =>
  pod({ containers: [{ ...CONTAINER, ...more }], ...spec });
const init = (more: object): Manifest => pod({ initContainers: [{ ...CONTAINER, name: 'i', ...more }] });
const security = (securityContext: object): Manifest => container({ securityContext });
const podSecurity = (securityContext: object): Manifest => pod({ securityContext });
const volume = (source: object): Manifest => pod({ volumes: [{ name: 'v', ...source }] });
const projected = (...sources: object[]): Manifest => volume({ projected: { sources } });
const mount = (more: object, containerMore: object = {}): Manifest =>
  container(
    { ...containerMore, volumeMounts: [{ name: 'v', mountPath: '/v', ...more }] },
    { volumes: [{ name: 'v', emptyDir: {} }] },
  );
const device = (...volumeDevices: object[]): Manifest =>
  container({ volumeDevices }, { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'p' } }] });
const env = (valueFrom: object): Manifest => container({ env: [{ name: 'E', valueFrom }] });
const spread = (more: object, ...others: object[]): Manifest =>
  pod({ topologySpreadConstraints: [{ ...SPREAD, ...more }, ...others] });
const SPREAD = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
const resources = (list: object): Manifest => container({ resources: list });
const affinity = (term: object): Manifest =>
  pod({
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'k', ...term }] } },
  });
const nodeTerm = (term: object): Manifest =>
  pod({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } },
  });

const deployment = (spec: object): Manifest => [`${APPS}/deployments`, { spec: { ...SELECTED, ...spec } }];
const replicaSet = (spec: object): Manifest => [`${APPS}/replicasets`, { spec: { ...SELECTED, ...spec } }];
const daemonSet = (spec: object): Manifest => [`${APPS}/daemonsets`, { spec: { ...SELECTED, ...spec } }];
const rolling = (rollingUpdate: object): Manifest =>
  daemonSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } });
const statefulSet = (spec: object): Manifest => [
  `${APPS}/statefulsets`,
  { spec: { ...SELECTED, serviceName: 's', ...spec } },
];
const JOB = { template: { spec: { containers: [CONTAINER], restartPolicy: 'Never' } } };
const job = (spec: object): Manifest => [`${BATCH}/jobs`, { spec: { ...JOB, ...spec } }];
const indexed = (spec: object): Manifest => job({ completionMode: 'Indexed', completions: 2, ...spec });
const failurePolicy = (...rules: object[]): Manifest => job({ podFailurePolicy: { rules } });
const cronJob = (spec: object): Manifest => [
  `${BATCH}/cronjobs`,
  { spec: { schedule: '* * * * *', jobTemplate: { spec: JOB }, ...spec } },
];
const service = (spec: object): Manifest => [`${CORE}/services`, { spec: { ports: [{ port: 80 }], ...spec } }];
const ports = (...list: object[]): Manifest => service({ ports: list });
const CLAIM_SOURCE = { kind: 'PersistentVolumeClaim', name: 'a' };
const claim = (spec: object): Manifest => [
  `${CORE}/persistentvolumeclaims`,
  { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec } },
];
const persistent = (spec: object): Manifest => [
  '/api/v1/persistentvolumes',
  {
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      ...(Object.hasOwn(spec, 'csi') ? {} : { hostPath: { path: '/p' } }),
      ...spec,
    },
  },
];
const quota = (spec: object): Manifest => [`${CORE}/resourcequotas`, { spec: { hard: { pods: '1' }, ...spec } }];
const node = (spec: object): Manifest => ['/api/v1/nodes', { spec }];
const configMap = (object: object): Manifest => [`${CORE}/configmaps`, object];
const secret = (object: object): Manifest => [`${CORE}/secrets`, object];
const ingress = (spec: object): Manifest => [
  '/apis/extensions/v1beta1/namespaces/default/ingresses',
  { spec: { backend: { serviceName: 's', servicePort: 80 }, ...spec } },
];
const ingressPath = (path: object): Manifest =>
  ingress({ rules: [{ http: { paths: [{ backend: { serviceName: 's', servicePort: 80 }, ...path }] } }] });
const endpointPort = (port: object): Manifest => [
  `${CORE}/endpoints`,
  { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80, ...port }] }] },
];
const named = (name: string, [path, object]: Manifest): Manifest => [path, { metadata: { name }, ...object }];

const c = 'spec.containers[0]';
const i = 'spec.initContainers[0]';
const v = 'spec.volumes[0]';
const spreadAt = 'spec.topologySpreadConstraints[0]';
const policyAt = 'spec.podFailurePolicy.rules[0]';
const daemonAt = 'spec.updateStrategy.rollingUpdate';
const affinityAt = 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]';

/** Refused by current clusters, with the field that they name. */
const WRONG: readonly Wrong[] = [
  // pods
  [pod({ priorityClassName: 'A_b' }), 'spec.priorityClassName'],
  [pod({ preemptionPolicy: 'Bogus' }), 'spec.preemptionPolicy'],
  [pod({ runtimeClassName: 'A_b' }), 'spec.runtimeClassName'],
  [pod({ os: { name: 'beos' } }), 'spec.os.name'],
  [pod({ os: {} }), 'spec.os.name'],
  [pod({ hostPID: true, shareProcessNamespace: true }), 'spec.shareProcessNamespace'],
  [pod({ hostUsers: false, hostNetwork: true }), 'spec.hostNetwork'],
  [pod({ hostUsers: false, hostPID: true }), 'spec.hostPID'],
  [pod({ hostnameOverride: 'A_b' }), 'spec.hostnameOverride'],
  [pod({ readinessGates: [{ conditionType: 'a b' }] }), 'spec.readinessGates[0].conditionType'],
  [pod({ readinessGates: [{}] }), 'spec.readinessGates[0].conditionType'],
  [pod({ dnsConfig: { nameservers: ['dns.example'] } }), 'spec.dnsConfig.nameservers[0]'],
  [pod({ dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } }), 'spec.dnsConfig.nameservers'],
  [pod({ dnsConfig: { searches: ['a..b'] } }), 'spec.dnsConfig.searches[0]'],
  [pod({ dnsConfig: { searches: Array.from({ length: 33 }, (_, n) => `d${n}`) } }), 'spec.dnsConfig.searches'],
  [pod({ dnsConfig: { options: [{ value: '2' }] } }), 'spec.dnsConfig.options[0].name'],
  [pod({ overhead: { cpu: '-1' } }), 'spec.overhead[cpu]'],
  [pod({ overhead: { disk: '1' } }), 'spec.overhead[disk]'],
  [pod({ schedulingGates: [{ name: 'a b' }] }), 'spec.schedulingGates[0].name'],
  [pod({ schedulingGates: [{ name: 'a' }, { name: 'a' }] }), 'spec.schedulingGates[1].name'],
  [pod({ schedulingGates: [{ name: 'a' }], nodeName: 'n' }), 'spec.nodeName'],
  [pod({ resourceClaims: [{ name: 'A', resourceClaimName: 'r' }] }), 'spec.resourceClaims[0].name'],
  [pod({ resourceClaims: [{ name: 'a' }] }), 'spec.resourceClaims[0]'],
  [
    pod({ resourceClaims: [{ name: 'a', resourceClaimName: 'r', resourceClaimTemplateName: 't' }] }),
    'spec.resourceClaims[0]',
  ],
  [
    pod({ resourceClaims: ['a', 'a'].map((name) => ({ name, resourceClaimName: 'r' })) }),
    'spec.resourceClaims[1].name',
  ],
  [pod({ resources: { requests: { 'ephemeral-storage': '1' } } }), 'spec.resources.requests[ephemeral-storage]'],
  [pod({ resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }), 'spec.resources.limits'],
  [spread({ maxSkew: 0 }), `${spreadAt}.maxSkew`],
  [spread({ maxSkew: -1 }), `${spreadAt}.maxSkew`],
  [spread({ maxSkew: undefined }), `${spreadAt}.maxSkew`],
  [spread({ topologyKey: undefined }), `${spreadAt}.topologyKey`],
  [spread({ whenUnsatisfiable: 'Bogus' }), `${spreadAt}.whenUnsatisfiable`],
  [spread({ whenUnsatisfiable: undefined }), `${spreadAt}.whenUnsatisfiable`],
  [spread({ labelSelector: { matchLabels: { 'a b': 'c' } } }), `${spreadAt}.labelSelector.matchLabels`],
  [spread({ minDomains: 0 }), `${spreadAt}.minDomains`],
  [spread({ minDomains: 2, whenUnsatisfiable: 'ScheduleAnyway' }), `${spreadAt}.minDomains`],
  [spread({ nodeAffinityPolicy: 'Bogus' }), `${spreadAt}.nodeAffinityPolicy`],
  [spread({ nodeTaintsPolicy: 'Bogus' }), `${spreadAt}.nodeTaintsPolicy`],
  [spread({ matchLabelKeys: ['a'] }), `${spreadAt}.matchLabelKeys`],
  [spread({}, SPREAD), 'spec.topologySpreadConstraints[1].{topologyKey, whenUnsatisfiable}'],
  [affinity({ namespaceSelector: { matchLabels: { 'a b': 'c' } } }), `${affinityAt}.namespaceSelector.matchLabels`],
  [affinity({ matchLabelKeys: ['a'] }), `${affinityAt}.matchLabelKeys`],
  [affinity({ mismatchLabelKeys: ['a'] }), `${affinityAt}.mismatchLabelKeys`],
  [
    nodeTerm({ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['n'] }] }),
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key',
  ],
  [
    nodeTerm({ matchFields: [{ key: 'metadata.name', operator: 'Exists' }] }),
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].operator',
  ],
  // security
  [podSecurity({ runAsGroup: -1 }), 'spec.securityContext.runAsGroup'],
  [podSecurity({ fsGroupChangePolicy: 'Bogus' }), 'spec.securityContext.fsGroupChangePolicy'],
  [podSecurity({ supplementalGroupsPolicy: 'Bogus' }), 'spec.securityContext.supplementalGroupsPolicy'],
  [podSecurity({ seLinuxChangePolicy: 'Bogus' }), 'spec.securityContext.seLinuxChangePolicy'],
  [podSecurity({ seccompProfile: { type: 'Bogus' } }), 'spec.securityContext.seccompProfile.type'],
  [podSecurity({ seccompProfile: {} }), 'spec.securityContext.seccompProfile.type'],
  [podSecurity({ seccompProfile: { type: 'Localhost' } }), 'spec.securityContext.seccompProfile.localhostProfile'],
  [
    podSecurity({ seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'p' } }),
    'spec.securityContext.seccompProfile.localhostProfile',
  ],
  [podSecurity({ appArmorProfile: { type: 'Bogus' } }), 'spec.securityContext.appArmorProfile.type'],
  [podSecurity({ appArmorProfile: { type: 'Localhost' } }), 'spec.securityContext.appArmorProfile.localhostProfile'],
  [podSecurity({ sysctls: [{ value: '1' }] }), 'spec.securityContext.sysctls[0].name'],
  [podSecurity({ sysctls: [{ name: 'a b', value: '1' }] }), 'spec.securityContext.sysctls[0].name'],
  [podSecurity({ sysctls: ['a', 'a'].map((name) => ({ name, value: '1' })) }), 'spec.securityContext.sysctls[1].name'],
  [security({ runAsGroup: -1 }), `${c}.securityContext.runAsGroup`],
  [security({ runAsUser: 2 ** 31 }), `${c}.securityContext.runAsUser`],
  [security({ procMount: 'Bogus' }), `${c}.securityContext.procMount`],
  [security({ seccompProfile: { type: 'runtime/default' } }), `${c}.securityContext.seccompProfile.type`],
  [
    security({ seccompProfile: { type: 'Localhost', localhostProfile: '/p' } }),
    `${c}.securityContext.seccompProfile.localhostProfile`,
  ],
  [security({ appArmorProfile: { type: 'Bogus' } }), `${c}.securityContext.appArmorProfile.type`],
  [security({ privileged: true, allowPrivilegeEscalation: false }), `${c}.securityContext`],
  [security({ allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } }), `${c}.securityContext`],
  // containers
  [container({ restartPolicy: 'Bogus' }), `${c}.restartPolicy`],
  [container({ restartPolicyRules: [{ action: 'Bogus' }] }), `${c}.restartPolicyRules[0].action`],
  [init({ restartPolicy: 'Bogus' }), `${i}.restartPolicy`],
  [init({ startupProbe: { exec: { command: ['a'] } } }), `${i}.startupProbe`],
  [
    container({ livenessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 0 } }),
    `${c}.livenessProbe.terminationGracePeriodSeconds`,
  ],
  [
    container({ readinessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 1 } }),
    `${c}.readinessProbe.terminationGracePeriodSeconds`,
  ],
  [container({ startupProbe: { grpc: {} } }), `${c}.startupProbe.grpc.port`],
  [
    container({ startupProbe: { exec: { command: ['a'] }, failureThreshold: -1 } }),
    `${c}.startupProbe.failureThreshold`,
  ],
  [container({ lifecycle: { preStop: { sleep: { seconds: -1 } } } }), `${c}.lifecycle.preStop.sleep.seconds`],
  [container({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }), `${c}.lifecycle.preStop.sleep.seconds`],
  [
    container({ resizePolicy: [{ resourceName: 'disk', restartPolicy: 'NotRequired' }] }),
    `${c}.resizePolicy[0].resourceName`,
  ],
  [
    container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'Bogus' }] }),
    `${c}.resizePolicy[0].restartPolicy`,
  ],
  [container({ resources: { claims: [{ name: 'absent' }] } }), `${c}.resources.claims[0]`],
  [container({ ports: [{ containerPort: 1, protocol: 'ICMP' }] }), `${c}.ports[0].protocol`],
  [device({ name: 'absent', devicePath: '/d' }), `${c}.volumeDevices[0].name`],
  [device({ name: 'v' }), `${c}.volumeDevices[0].devicePath`],
  [device({ name: 'v', devicePath: '/a/../b' }), `${c}.volumeDevices[0].devicePath`],
  [
    container({ volumeDevices: [{ name: 'v', devicePath: '/d' }] }, { volumes: [{ name: 'v', emptyDir: {} }] }),
    `${c}.volumeDevices[0].name`,
  ],
  [mount({ mountPropagation: 'Bogus' }), `${c}.volumeMounts[0].mountPropagation`],
  [mount({ mountPropagation: 'Bidirectional' }), `${c}.volumeMounts[0].mountPropagation`],
  [mount({ subPath: 'a', subPathExpr: 'b' }), `${c}.volumeMounts[0].subPathExpr`],
  [mount({ subPathExpr: '../a' }), `${c}.volumeMounts[0].subPathExpr`],
  [mount({ recursiveReadOnly: 'Bogus', readOnly: true }), `${c}.volumeMounts[0].recursiveReadOnly`],
  [mount({ recursiveReadOnly: 'Enabled' }), `${c}.volumeMounts[0].recursiveReadOnly`],
  [resources({ requests: { 'nvidia.com/gpu': '1' } }), `${c}.resources.limits`],
  [resources({ limits: { 'nvidia.com/gpu': '500m' } }), `${c}.resources.limits[nvidia.com/gpu]`],
  [resources({ limits: { 'nvidia.com/gpu': '2' }, requests: { 'nvidia.com/gpu': '1' } }), `${c}.resources.requests`],
  [resources({ limits: { 'hugepages-2Mi': '2Mi' } }), `${c}.resources`],
  [resources({ limits: { storage: '1' } }), `${c}.resources.limits[storage]`],
  [resources({ limits: { 'requests.a.example/b': '1' } }), `${c}.resources.limits[requests.a.example/b]`],
  [env({ fieldRef: { fieldPath: "metadata.labels['a b']" } }), `${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [env({ fieldRef: { fieldPath: 'status.phase' } }), `${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [env({ resourceFieldRef: { resource: 'limits.storage' } }), `${c}.env[0].valueFrom.resourceFieldRef.resource`],
  [env({ fileKeyRef: { path: 'p', key: 'k' } }), `${c}.env[0].valueFrom.fileKeyRef.volumeName`],
  [container({ env: [{ name: 'a=b' }] }), `${c}.env[0].name`],
  // volumes
  [projected({ secret: { name: 's' }, configMap: { name: 'm' } }), `${v}.projected.sources[0]`],
  [projected({ serviceAccountToken: {} }), `${v}.projected.sources[0].serviceAccountToken.path`],
  [
    projected({ serviceAccountToken: { path: 'p', expirationSeconds: 599 } }),
    `${v}.projected.sources[0].serviceAccountToken.expirationSeconds`,
  ],
  [projected({ serviceAccountToken: { path: 'p' }, secret: { name: 's' } }), `${v}.projected.sources[0]`],
  [projected({ clusterTrustBundle: { name: 'b' } }), `${v}.projected.sources[0].clusterTrustBundle.path`],
  [projected({ clusterTrustBundle: { path: 'p' } }), `${v}.projected.sources[0].clusterTrustBundle`],
  [
    projected({ secret: { name: 's', items: [{ key: 'k', path: 'p' }] } }, { serviceAccountToken: { path: 'p' } }),
    `${v}.projected`,
  ],
  [volume({ hostPath: { path: '/p', type: 'Bogus' } }), `${v}.hostPath.type`],
  [volume({ csi: { driver: 'a b' } }), `${v}.csi.driver`],
  [volume({ csi: {} }), `${v}.csi.driver`],
  [volume({ csi: { driver: 'd', nodePublishSecretRef: {} } }), `${v}.csi.nodePublishSecretRef.name`],
  [volume({ ephemeral: {} }), `${v}.ephemeral.volumeClaimTemplate`],
  [
    volume({
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['Bogus'], resources: { requests: { storage: '1' } } } },
      },
    }),
    `${v}.ephemeral.volumeClaimTemplate.spec.accessModes`,
  ],
  [volume({ image: { reference: 'i', pullPolicy: 'Bogus' } }), `${v}.image.pullPolicy`],
  [volume({ image: {} }), `${v}.image.reference`],
  [volume({ image: { reference: '' } }), `${v}.image.reference`],
  [volume({ emptyDir: {}, hostPath: { path: '/p' } }), `${v}.hostPath`],
  // operating systems
  [pod({ os: { name: 'linux' }, securityContext: { windowsOptions: {} } }), 'spec.securityContext.windowsOptions'],
  [pod({ os: { name: 'windows' }, securityContext: { fsGroup: 1 } }), 'spec.securityContext.fsGroup'],
  [pod({ os: { name: 'windows' }, hostPID: true }), 'spec.hostPID'],
  [
    container({ securityContext: { capabilities: { add: ['KILL'] } } }, { os: { name: 'windows' } }),
    `${c}.securityContext.capabilities`,
  ],
  // workloads
  [
    deployment({
      selector: { matchLabels: LABELS, matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['b c'] }] },
    }),
    'spec.selector.matchExpressions[0].values[0]',
  ],
  [rolling({ maxSurge: 1, maxUnavailable: 1 }), `${daemonAt}.maxSurge`],
  [rolling({ maxSurge: 1 }), `${daemonAt}.maxSurge`],
  [rolling({ maxSurge: 0, maxUnavailable: 0 }), `${daemonAt}.maxUnavailable`],
  [rolling({ maxUnavailable: '0%' }), `${daemonAt}.maxUnavailable`],
  [rolling({ maxSurge: '101%', maxUnavailable: 0 }), `${daemonAt}.maxSurge`],
  [rolling({ maxSurge: 'many', maxUnavailable: 0 }), `${daemonAt}.maxSurge`],
  [daemonSet({ updateStrategy: { type: 'Recreate' } }), 'spec.updateStrategy'],
  [daemonSet({ template: template({ restartPolicy: 'Never' }) }), 'spec.template.spec.restartPolicy'],
  [deployment({ replicas: -1 }), 'spec.replicas'],
  [deployment({ revisionHistoryLimit: -1 }), 'spec.revisionHistoryLimit'],
  [deployment({ selector: { matchLabels: { app: 'y' } } }), 'spec.template.metadata.labels'],
  [
    deployment({ template: template({ topologySpreadConstraints: [{ ...SPREAD, maxSkew: 0 }] }) }),
    'spec.template.spec.topologySpreadConstraints[0].maxSkew',
  ],
  [deployment({ strategy: { type: 'Rolling' } }), 'spec.strategy'],
  [
    deployment({ strategy: { rollingUpdate: { maxUnavailable: '150%' } } }),
    'spec.strategy.rollingUpdate.maxUnavailable',
  ],
  [deployment({ minReadySeconds: -1 }), 'spec.minReadySeconds'],
  [deployment({ progressDeadlineSeconds: 5, minReadySeconds: 5 }), 'spec.progressDeadlineSeconds'],
  [replicaSet({ replicas: -1 }), 'spec.replicas'],
  [replicaSet({ selector: {} }), 'spec.selector'],
  [statefulSet({ revisionHistoryLimit: -1 }), 'spec.revisionHistoryLimit'],
  [statefulSet({ minReadySeconds: -1 }), 'spec.minReadySeconds'],
  [statefulSet({ ordinals: { start: -1 } }), 'spec.ordinals.start'],
  [
    statefulSet({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Bogus' } }),
    'spec.persistentVolumeClaimRetentionPolicy.whenDeleted',
  ],
  [
    statefulSet({ persistentVolumeClaimRetentionPolicy: { whenScaled: 'Bogus' } }),
    'spec.persistentVolumeClaimRetentionPolicy.whenScaled',
  ],
  [
    statefulSet({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }),
    'spec.updateStrategy.rollingUpdate.maxUnavailable',
  ],
  [
    statefulSet({ updateStrategy: { rollingUpdate: { maxUnavailable: '101%' } } }),
    'spec.updateStrategy.rollingUpdate.maxUnavailable',
  ],
  [statefulSet({ podManagementPolicy: 'Bogus' }), 'spec.podManagementPolicy'],
  [named('a.b', statefulSet({})), 'metadata.name'],
  // jobs
  [job({ backoffLimit: -1 }), 'spec.backoffLimit'],
  [named('j'.repeat(62), indexed({ completions: 20 })), 'metadata.name'],
  [job({ ttlSecondsAfterFinished: -1 }), 'spec.ttlSecondsAfterFinished'],
  [job({ completionMode: 'Bogus' }), 'spec.completionMode'],
  [job({ completionMode: 'Indexed', parallelism: 1 }), 'spec.completions'],
  [indexed({ parallelism: 100_001 }), 'spec.parallelism'],
  [job({ podReplacementPolicy: 'Bogus' }), 'spec.podReplacementPolicy'],
  [job({ podReplacementPolicy: 'TerminatingOrFailed', podFailurePolicy: { rules: [] } }), 'spec.podReplacementPolicy'],
  [job({ managedBy: 'nobody' }), 'spec.managedBy'],
  [job({ backoffLimitPerIndex: 1 }), 'spec.backoffLimitPerIndex'],
  [indexed({ backoffLimitPerIndex: -1 }), 'spec.backoffLimitPerIndex'],
  [indexed({ maxFailedIndexes: 1 }), 'spec.backoffLimitPerIndex'],
  [indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 3 }), 'spec.maxFailedIndexes'],
  [indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: -1 }), 'spec.maxFailedIndexes'],
  [job({ successPolicy: { rules: [{ succeededCount: 1 }] } }), 'spec.successPolicy'],
  [indexed({ successPolicy: { rules: [] } }), 'spec.successPolicy.rules'],
  [indexed({ successPolicy: { rules: [{}] } }), 'spec.successPolicy.rules[0]'],
  [indexed({ successPolicy: { rules: [{ succeededCount: 3 }] } }), 'spec.successPolicy.rules[0].succeededCount'],
  [
    failurePolicy({ action: 'Bogus', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }),
    `${policyAt}.action`,
  ],
  [failurePolicy({ action: 'Ignore' }), policyAt],
  [
    failurePolicy({ action: 'FailIndex', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }),
    `${policyAt}.action`,
  ],
  [
    failurePolicy({ action: 'Ignore', onExitCodes: { operator: 'Bogus', values: [1] } }),
    `${policyAt}.onExitCodes.operator`,
  ],
  [failurePolicy({ action: 'Ignore', onExitCodes: { operator: 'In', values: [] } }), `${policyAt}.onExitCodes.values`],
  [
    failurePolicy({ action: 'Ignore', onExitCodes: { operator: 'In', values: [0] } }),
    `${policyAt}.onExitCodes.values[0]`,
  ],
  [
    failurePolicy({ action: 'Ignore', onExitCodes: { operator: 'In', values: [1], containerName: 'z' } }),
    `${policyAt}.onExitCodes.containerName`,
  ],
  [
    failurePolicy({ action: 'Ignore', onPodConditions: [{ type: 'a b', status: 'True' }] }),
    `${policyAt}.onPodConditions[0].type`,
  ],
  [
    failurePolicy({ action: 'Ignore', onPodConditions: [{ type: 'a', status: 'Bogus' }] }),
    `${policyAt}.onPodConditions[0].status`,
  ],
  [
    job({
      podFailurePolicy: { rules: [] },
      template: { spec: { containers: [CONTAINER], restartPolicy: 'OnFailure' } },
    }),
    'spec.template.spec.restartPolicy',
  ],
  [job({ template: { spec: { containers: [CONTAINER] } } }), 'spec.template.spec.restartPolicy'],
  [cronJob({ timeZone: 'Nowhere/None' }), 'spec.timeZone'],
  [cronJob({ timeZone: '' }), 'spec.timeZone'],
  [cronJob({ timeZone: 'Local' }), 'spec.timeZone'],
  [cronJob({ schedule: 'TZ=UTC * * * * *' }), 'spec.schedule'],
  [cronJob({ schedule: '* * *' }), 'spec.schedule'],
  [cronJob({ jobTemplate: { spec: { ...JOB, backoffLimit: -1 } } }), 'spec.jobTemplate.spec.backoffLimit'],
  [cronJob({ concurrencyPolicy: 'Bogus' }), 'spec.concurrencyPolicy'],
  // services
  [ports({ name: 'a', port: 80 }, { name: 'b', port: 80 }), 'spec.ports[1]'],
  [ports({ name: 'a', port: 80 }, { name: 'a', port: 81 }), 'spec.ports[1].name'],
  [ports({ port: 80, appProtocol: 'a b' }), 'spec.ports[0].appProtocol'],
  [ports({ port: 80, protocol: 'ICMP' }), 'spec.ports[0].protocol'],
  [service({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 1 } } }), 'spec.sessionAffinityConfig'],
  [
    service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } }),
    'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
  ],
  [
    service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } }),
    'spec.sessionAffinityConfig.clientIP.timeoutSeconds',
  ],
  [service({ ipFamilyPolicy: 'Bogus' }), 'spec.ipFamilyPolicy'],
  [service({ ipFamilies: ['IPv5'] }), 'spec.ipFamilies[0]'],
  [service({ ipFamilies: ['IPv4', 'IPv4'] }), 'spec.ipFamilies[1]'],
  [service({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.8'] }), 'spec.clusterIPs[0]'],
  [service({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', 'x'] }), 'spec.clusterIPs[1]'],
  [service({ internalTrafficPolicy: 'Bogus' }), 'spec.internalTrafficPolicy'],
  [service({ trafficDistribution: 'Bogus' }), 'spec.trafficDistribution'],
  [service({ allocateLoadBalancerNodePorts: false }), 'spec.allocateLoadBalancerNodePorts'],
  [service({ loadBalancerClass: 'a/b' }), 'spec.loadBalancerClass'],
  [service({ type: 'LoadBalancer', loadBalancerClass: 'a b' }), 'spec.loadBalancerClass'],
  [service({ type: 'ExternalName', externalName: 'a.example', ipFamilyPolicy: 'SingleStack' }), 'spec.ipFamilyPolicy'],
  [service({ type: 'Bogus' }), 'spec.type'],
  // the rest
  [claim({ volumeMode: 'Bogus' }), 'spec.volumeMode'],
  [claim({ dataSource: { kind: 'PersistentVolumeClaim' } }), 'spec.dataSource.name'],
  [claim({ dataSource: { name: 'a' } }), 'spec.dataSource.kind'],
  [claim({ dataSource: { kind: 'Pod', name: 'a' } }), 'spec.dataSource'],
  [claim({ dataSourceRef: { kind: 'PersistentVolumeClaim' } }), 'spec.dataSourceRef.name'],
  [claim({ dataSource: { ...CLAIM_SOURCE, apiGroup: 'a b' } }), 'spec.dataSource.apiGroup'],
  [claim({ dataSource: CLAIM_SOURCE, dataSourceRef: { ...CLAIM_SOURCE, name: 'b' } }), 'spec'],
  [claim({ dataSource: CLAIM_SOURCE, dataSourceRef: { ...CLAIM_SOURCE, namespace: 'other' } }), 'spec'],
  // empty texts
  [claim({ volumeMode: '' }), 'spec.volumeMode'],
  [persistent({ volumeMode: '' }), 'spec.volumeMode'],
  [pod({ preemptionPolicy: '' }), 'spec.preemptionPolicy'],
  [pod({ runtimeClassName: '' }), 'spec.runtimeClassName'],
  [pod({ dnsConfig: { nameservers: [''] } }), 'spec.dnsConfig.nameservers[0]'],
  [podSecurity({ fsGroupChangePolicy: '' }), 'spec.securityContext.fsGroupChangePolicy'],
  [security({ procMount: '' }), 'spec.containers[0].securityContext.procMount'],
  [mount({ mountPropagation: '' }), 'spec.containers[0].volumeMounts[0].mountPropagation'],
  [service({ ipFamilyPolicy: '' }), 'spec.ipFamilyPolicy'],
  [service({ internalTrafficPolicy: '' }), 'spec.internalTrafficPolicy'],
  [service({ type: 'LoadBalancer', loadBalancerClass: '' }), 'spec.loadBalancerClass'],
  [ports({ port: 80, appProtocol: '' }), 'spec.ports[0].appProtocol'],
  [claim({ volumeAttributesClassName: 'A_b' }), 'spec.volumeAttributesClassName'],
  [claim({ resources: { requests: { storage: '0' } } }), 'spec.resources[storage]'],
  [claim({ accessModes: ['Bogus'] }), 'spec.accessModes'],
  [persistent({ volumeMode: 'Bogus' }), 'spec.volumeMode'],
  [persistent({ nodeAffinity: {} }), 'spec.nodeAffinity.required'],
  [
    persistent({ nodeAffinity: { required: { nodeSelectorTerms: [] } } }),
    'spec.nodeAffinity.required.nodeSelectorTerms',
  ],
  [persistent({ csi: { volumeHandle: 'h' } }), 'spec.csi.driver'],
  [persistent({ csi: { driver: 'd' } }), 'spec.csi.volumeHandle'],
  [persistent({ csi: { driver: 'a b', volumeHandle: 'h' } }), 'spec.csi.driver'],
  [
    persistent({ csi: { driver: 'd', volumeHandle: 'h', nodeStageSecretRef: { name: 's' } } }),
    'spec.csi.nodeStageSecretRef.namespace',
  ],
  [persistent({ volumeAttributesClassName: 'a' }), 'spec.volumeAttributesClassName'],
  [persistent({ hostPath: { path: '/p', type: 'Bogus' } }), 'spec.hostPath.type'],
  [
    quota({ scopeSelector: { matchExpressions: [{ scopeName: 'Bogus', operator: 'Exists' }] } }),
    'spec.scopeSelector.matchExpressions[0].scopeName',
  ],
  [
    quota({ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Bogus' }] } }),
    'spec.scopeSelector.matchExpressions[0].operator',
  ],
  [
    quota({ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } }),
    'spec.scopeSelector.matchExpressions[0].values',
  ],
  [
    quota({ scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'In', values: ['a'] }] } }),
    'spec.scopeSelector.matchExpressions[0].operator',
  ],
  [node({ podCIDRs: ['nowhere'] }), 'spec.podCIDRs[0]'],
  [configMap({ data: { a: '' }, binaryData: { a: 'YQ==' } }), 'binaryData[a]'],
  [configMap({ binaryData: { 'a b': 'YQ==' } }), 'binaryData[a b]'],
  [secret({ type: 'kubernetes.io/basic-auth' }), 'data[%s][username]'],
  [ingress({ ingressClassName: 'A_b' }), 'spec.ingressClassName'],
  [ingressPath({ path: '/a', pathType: 'Bogus' }), 'spec.rules[0].http.paths[0].pathType'],
  [endpointPort({ appProtocol: 'a b' }), 'subsets[0].ports[0].appProtocol'],
];

/** Taken by current clusters. */
const LEGAL: readonly Manifest[] = [
  pod({ os: { name: 'windows' }, hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }),
  rolling({ maxSurge: 1, maxUnavailable: 0 }),
  rolling({ maxSurge: '10%', maxUnavailable: '0%' }),
  rolling({ maxSurge: 0, maxUnavailable: 2 }),
  rolling({}),
  daemonSet({ updateStrategy: { type: 'OnDelete' } }),
  security({ privileged: true }),
  security({
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    runAsUser: 65_532,
    runAsGroup: 65_532,
    seccompProfile: { type: 'RuntimeDefault' },
  }),
  security({ seccompProfile: { type: 'Localhost', localhostProfile: 'profiles/audit.json' }, procMount: 'Default' }),
  podSecurity({
    fsGroup: 1,
    fsGroupChangePolicy: 'OnRootMismatch',
    sysctls: [
      { name: 'net.core.somaxconn', value: '1' },
      { name: 'kernel/shm_rmid_forced', value: '0' },
    ],
    supplementalGroupsPolicy: 'Strict',
  }),
  resources({
    requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '1Gi' },
    limits: { 'ephemeral-storage': '2Gi' },
  }),
  resources({ limits: { cpu: '1', 'hugepages-2Mi': '2Mi' } }),
  resources({ limits: { 'nvidia.com/gpu': '1' } }),
  resources({ limits: { 'nvidia.com/gpu': '1' }, requests: { 'nvidia.com/gpu': '1' } }),
  container({ ports: [{ containerPort: 1, protocol: 'SCTP' }] }),
  container({ env: [{ name: 'spring.profiles.active', value: 'a' }, { name: 'a-b' }] }),
  container({ envFrom: [{ configMapRef: { name: 'm', optional: true } }] }),
  container({
    startupProbe: { grpc: { port: 1, service: 's' } },
    livenessProbe: { exec: { command: ['a'] }, terminationGracePeriodSeconds: 5 },
  }),
  container({ lifecycle: { preStop: { sleep: { seconds: 5 } } } }),
  container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }),
  init({
    restartPolicy: 'Always',
    readinessProbe: { exec: { command: ['a'] } },
    startupProbe: { exec: { command: ['a'] } },
    lifecycle: { preStop: { exec: { command: ['a'] } } },
  }),
  ...[
    'metadata.uid',
    'status.podIPs',
    'status.hostIPs',
    "metadata.labels['app']",
    "metadata.annotations['a.b/c']",
    'status.hostIP',
  ].map((fieldPath) => env({ fieldRef: { fieldPath } })),
  env({ resourceFieldRef: { resource: 'limits.ephemeral-storage' } }),
  volume({
    downwardAPI: {
      items: [
        { path: 'a', fieldRef: { fieldPath: 'metadata.uid' } },
        { path: 'b', fieldRef: { fieldPath: "metadata.labels['app']" } },
      ],
    },
  }),
  volume({
    downwardAPI: {
      items: [{ path: 'a', resourceFieldRef: { containerName: 'c', resource: 'requests.ephemeral-storage' } }],
    },
  }),
  projected(
    { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
  ),
  projected({ clusterTrustBundle: { name: 'b', path: 'p' } }),
  volume({ hostPath: { path: '/p', type: 'DirectoryOrCreate' } }),
  volume({ hostPath: { path: '/p', type: '' } }),
  volume({ emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } }),
  volume({
    csi: {
      driver: 'secrets-store.csi.k8s.io',
      readOnly: true,
      volumeAttributes: { a: 'b' },
      nodePublishSecretRef: { name: 's' },
    },
  }),
  volume({
    ephemeral: {
      volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    },
  }),
  volume({ image: { reference: 'i', pullPolicy: 'IfNotPresent' } }),
  volume({ image: { reference: 'i', pullPolicy: '' } }),
  deployment({ template: template({ volumes: [{ name: 'v', image: {} }] }) }),
  mount({ mountPropagation: 'HostToContainer', subPathExpr: '$(E)' }),
  mount({ mountPropagation: 'Bidirectional' }, { securityContext: { privileged: true } }),
  mount({ recursiveReadOnly: 'Enabled', readOnly: true }),
  device({ name: 'v', devicePath: '/dev/x' }),
  spread({
    labelSelector: { matchLabels: LABELS },
    minDomains: 2,
    nodeAffinityPolicy: 'Honor',
    nodeTaintsPolicy: 'Ignore',
    matchLabelKeys: ['pod-template-hash'],
  }),
  spread({}, { ...SPREAD, whenUnsatisfiable: 'ScheduleAnyway' }),
  affinity({ labelSelector: { matchLabels: LABELS }, namespaceSelector: {}, matchLabelKeys: ['a'] }),
  nodeTerm({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }),
  pod({ tolerations: [{ operator: 'Exists' }], priorityClassName: 'system-node-critical', preemptionPolicy: 'Never' }),
  pod({
    dnsConfig: {
      nameservers: ['1.1.1.1', '2001:db8::1'],
      searches: ['svc.cluster.local', 'example.', '_x.example'],
      options: [{ name: 'ndots', value: '2' }, { name: 'edns0' }],
    },
  }),
  pod({
    os: { name: 'linux' },
    enableServiceLinks: false,
    setHostnameAsFQDN: true,
    hostUsers: false,
    shareProcessNamespace: true,
  }),
  pod({
    readinessGates: [{ conditionType: 'target-health.elbv2.k8s.aws/x' }],
    runtimeClassName: 'gvisor',
    overhead: { cpu: '1m' },
  }),
  pod({
    schedulingGates: [{ name: 'example.com/g' }],
    resourceClaims: [{ name: 'a', resourceClaimTemplateName: 't' }],
  }),
  pod({ resources: { requests: { cpu: '1', 'hugepages-2Mi': '2Mi' }, limits: { cpu: '2', 'hugepages-2Mi': '2Mi' } } }),
  pod({
    containers: [{ ...CONTAINER, resources: { claims: [{ name: 'a' }] } }],
    resourceClaims: [{ name: 'a', resourceClaimName: 'r' }],
  }),
  statefulSet({
    minReadySeconds: 1,
    ordinals: { start: 1 },
    revisionHistoryLimit: 0,
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1, maxUnavailable: 2 } },
  }),
  statefulSet({
    volumeClaimTemplates: [
      {
        metadata: { name: 'd' },
        spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
  }),
  deployment({ revisionHistoryLimit: 0, strategy: { rollingUpdate: { maxSurge: '200%', maxUnavailable: 0 } } }),
  deployment({ strategy: { type: 'Recreate' } }),
  job({
    backoffLimit: 0,
    ttlSecondsAfterFinished: 0,
    completionMode: 'NonIndexed',
    suspend: true,
    podReplacementPolicy: 'Failed',
    managedBy: 'example.com/m',
  }),
  indexed({
    backoffLimitPerIndex: 1,
    maxFailedIndexes: 1,
    successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 1 }] },
  }),
  failurePolicy(
    { action: 'FailJob', onExitCodes: { containerName: 'c', operator: 'In', values: [1, 42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
  ),
  failurePolicy({ action: 'Count', onExitCodes: { operator: 'NotIn', values: [0, 1] } }),
  cronJob({ timeZone: 'Europe/Berlin', schedule: '@hourly', startingDeadlineSeconds: 200 }),
  cronJob({ schedule: '0 0 * * SUN' }),
  ports(
    { name: 'a', port: 53, protocol: 'UDP' },
    { name: 'b', port: 53, protocol: 'TCP', appProtocol: 'kubernetes.io/h2c' },
  ),
  ports({ port: 80, protocol: 'SCTP' }),
  service({
    type: 'LoadBalancer',
    ports: [
      { name: 'a', port: 53, protocol: 'UDP' },
      { name: 'b', port: 53, protocol: 'TCP' },
    ],
    allocateLoadBalancerNodePorts: false,
    loadBalancerClass: 'example.com/l',
  }),
  service({
    ipFamilyPolicy: 'SingleStack',
    ipFamilies: ['IPv4'],
    internalTrafficPolicy: 'Local',
    trafficDistribution: 'PreferClose',
    publishNotReadyAddresses: true,
  }),
  service({
    clusterIP: 'None',
    clusterIPs: ['None'],
    ipFamilyPolicy: 'RequireDualStack',
    ipFamilies: ['IPv4', 'IPv6'],
  }),
  service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } }),
  service({ type: 'ExternalName', externalName: 'a.example.', ports: [] }),
  service({ externalIPs: ['198.51.100.1'], externalTrafficPolicy: 'Local' }),
  service({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_080, targetPort: 'http' }] }),
  claim({
    volumeMode: 'Block',
    dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' },
  }),
  claim({ dataSource: CLAIM_SOURCE, dataSourceRef: { ...CLAIM_SOURCE, namespace: '' }, volumeAttributesClassName: '' }),
  claim({ dataSource: { ...CLAIM_SOURCE, apiGroup: '' } }),
  claim({
    dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'p' },
    storageClassName: '',
    volumeAttributesClassName: 'gold',
  }),
  persistent({
    csi: {
      driver: 'ebs.csi.aws.com',
      volumeHandle: 'h',
      fsType: 'ext4',
      nodeStageSecretRef: { name: 's', namespace: 'n' },
    },
    volumeMode: 'Filesystem',
    mountOptions: ['ro'],
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }] },
    },
  }),
  quota({
    hard: {
      'requests.cpu': '1',
      'count/deployments.apps': '5',
      'requests.ephemeral-storage': '1Gi',
      'requests.nvidia.com/gpu': '1',
    },
  }),
  quota({ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] } }),
  node({ podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24', '2001:db8::/64'] }),
  secret({ type: 'kubernetes.io/basic-auth', stringData: { username: 'u' } }),
  secret({ type: 'kubernetes.io/tls', stringData: { 'tls.crt': '', 'tls.key': '' } }),
  configMap({ immutable: true, binaryData: { a: '' } }),
  ingress({ ingressClassName: 'nginx' }),
  ingressPath({ path: '/a', pathType: 'Prefix' }),
];

/** Values of another JSON type, which no cluster decodes. */
const UNREADABLE: readonly Manifest[] = [
  pod({ dnsConfig: { options: [{ name: 'ndots', value: 2 }] } }),
  pod({ dnsConfig: { nameservers: '1.1.1.1' } }),
  podSecurity({ sysctls: [{ name: 'net.core.somaxconn', value: 1024 }] }),
  podSecurity({ seccompProfile: 'RuntimeDefault' }),
  podSecurity({ seccompProfile: { type: 5 } }),
  container({ startupProbe: { grpc: { port: '80' } } }),
  container({ lifecycle: { preStop: { sleep: { seconds: '5' } } } }),
  volume({ csi: { driver: 'd', volumeAttributes: { a: true } } }),
  volume({ csi: { driver: 'd', readOnly: 'true' } }),
  volume({ ephemeral: { volumeClaimTemplate: { spec: { accessModes: 'ReadWriteOnce' } } } }),
  projected({ serviceAccountToken: { path: 'p', expirationSeconds: '3600' } }),
  spread({ maxSkew: '1' }),
  statefulSet({ ordinals: { start: '1' } }),
  failurePolicy({ action: 'Ignore', onExitCodes: { operator: 'In', values: ['1'] } }),
  service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: '10' } } }),
  persistent({ csi: { driver: 'd', volumeHandle: 5 } }),
  persistent({ nodeAffinity: { required: { nodeSelectorTerms: {} } } }),
  quota({ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: 'high' }] } }),
];

type Change = readonly [before: Manifest, changes: object, field?: string];

const GATED = { schedulingGates: [{ name: 'a' }, { name: 'b' }], nodeSelector: { zone: 'x' } };
const inTemplate = (spec: object): object => ({ spec: { template: { spec } } });

/** Merge patches, and the field for which current clusters refuse them; none if they carry them out. */
const CHANGES: readonly Change[] = [
  [pod(GATED), { spec: { schedulingGates: [{ name: 'b' }] } }],
  [pod(GATED), { spec: { schedulingGates: null, nodeSelector: { disk: 'ssd' } } }],
  [pod(GATED), { spec: { nodeSelector: { zone: 'y' } } }, 'spec'],
  [pod({}), { spec: { nodeSelector: { disk: 'ssd' } } }, 'spec'],
  [pod({}), { spec: { schedulingGates: [{ name: 'a' }] } }, 'spec'],
  [job({ suspend: true }), inTemplate({ nodeSelector: { zone: 'x' }, tolerations: [{ operator: 'Exists' }] })],
  [job({ suspend: true }), inTemplate({ containers: [{ ...CONTAINER, image: 'other' }] }), 'spec.template'],
  [job({}), inTemplate({ nodeSelector: { zone: 'x' } }), 'spec.template'],
  [job({}), { spec: { suspend: true, parallelism: 2, backoffLimit: 1, ttlSecondsAfterFinished: 1 } }],
  [persistent({}), { spec: { hostPath: { path: '/other' } } }, 'spec.persistentvolumesource'],
  [persistent({}), { spec: { volumeMode: 'Block' } }, 'volumeMode'],
  [persistent({}), { spec: { capacity: { storage: '2Gi' }, volumeMode: 'Filesystem', claimRef: { name: 'c' } } }],
  [service({ type: 'NodePort' }), { spec: { type: 'ClusterIP' } }],
  [service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' }), { spec: { type: 'ClusterIP' } }],
  [service({ clusterIP: '10.0.0.9' }), { spec: { type: 'ExternalName', externalName: 'a.example' } }],
  [service({ clusterIP: '10.0.0.9' }), { spec: { clusterIP: '10.0.0.8' } }, 'spec.clusterIP'],
  [
    service({ type: 'NodePort' }),
    { spec: { type: 'ClusterIP', ports: [{ port: 1, nodePort: 30_001 }] } },
    'spec.ports[0].nodePort',
  ],
  [statefulSet({}), { spec: { revisionHistoryLimit: 3, minReadySeconds: 1, replicas: 2 } }],
  [statefulSet({}), { spec: { serviceName: 'other' } }, 'spec'],
];

const shown = ([path, object]: Manifest): string => `${path.split('/').at(-1)} ${JSON.stringify(object)}`;

describe('manifests of today', () => {
  let server: TestServer;
  let number = 0;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const create = ([path, object]: Manifest): ReturnType<TestServer['send']> =>
    server.send('POST', path, { metadata: { name: `m${(number += 1)}` }, ...object });

  it('that current clusters refuse are refused for the same field', async () => {
    const wrong: unknown[] = [];
    for (const [manifest, field] of WRONG) {
      const { status, body } = await create(manifest);
      const fields = body.details?.causes?.map((cause) => cause.field) ?? [];
      if (status !== 422 || !fields.includes(field)) wrong.push([shown(manifest), field, status, ...fields]);
    }
    expect(wrong).toEqual([]);
  });

  it('that current clusters cannot read get 400', async () => {
    const read: unknown[] = [];
    for (const manifest of UNREADABLE) {
      const { status } = await create(manifest);
      if (status !== 400) read.push([shown(manifest), status]);
    }
    expect(read).toEqual([]);
  });

  it('that current clusters take are taken', async () => {
    const refused: unknown[] = [];
    for (const manifest of LEGAL) {
      const { status, body } = await create(manifest);
      if (status !== 200) refused.push([shown(manifest), body.message]);
    }
    expect(refused).toEqual([]);
  });

  it.each(CHANGES.map(([before, changes, field = '']) => [before, changes, field] as const))(
    '%j may be changed to %j, unless a field is named: %s',
    async (before, changes, field) => {
      const [path] = before;
      const made = await create(before);
      expect(made.status).toBe(200);
      const { status, body } = await server.send('PATCH', `${path}/${made.body.metadata.name}`, changes, MERGE);
      const fields = body.details?.causes?.map((cause) => cause.field) ?? [];
      expect([status, ...fields]).toEqual(field === '' ? [200] : [422, field]);
    },
  );

  it('a service that leaves its nodes gives up its ports of them', async () => {
    const [path, object] = service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    const name = `m${(number += 1)}`;
    await server.send('POST', path, { metadata: { name }, ...object });
    const { body } = await server.send('PATCH', `${path}/${name}`, { spec: { type: 'ClusterIP' } }, MERGE);
    expect(body.spec).toEqual({
      ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      clusterIP: expect.stringMatching(/^10\.0\./),
      type: 'ClusterIP',
      sessionAffinity: 'None',
    });
  });

  it('the status of a stateful set is validated', async () => {
    const [path, object] = statefulSet({});
    await server.send('POST', path, { metadata: { name: 'counted' }, ...object });
    const write = async (status: object): Promise<number> =>
      (await server.send('PATCH', `${path}/counted/status`, { status }, MERGE)).status;
    expect(await write({ replicas: 1, readyReplicas: 2 })).toBe(422);
    expect(await write({ replicas: 2, readyReplicas: 2, availableReplicas: 1 })).toBe(200);
  });

  it('the old rules hold under kubernetes-1.7: services keep ports of nodes, volumes change their source', async () => {
    await using old = await testServer({ dialect: KUBERNETES_1_7 });
    for (const [[path, object], changes, status] of [
      [service({ type: 'NodePort' }), { spec: { type: 'ClusterIP' } }, 422],
      [persistent({}), { spec: { hostPath: { path: '/other' } } }, 200],
    ] as const) {
      await old.send('POST', path, { metadata: { name: 'old' }, ...object });
      expect((await old.send('PATCH', `${path}/old`, changes, MERGE)).status).toBe(status);
    }
  });
});
