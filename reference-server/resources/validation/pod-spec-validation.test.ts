import { describe, expect, it } from 'vitest';
import { createCauses, summary } from '../strategy.fixture.ts';

type RefusedSpec = readonly [changes: Readonly<Record<string, unknown>>, cause: string];

const C = 'spec.containers.0';
const c = 'spec.containers[0]';
const container = (name: string, more: object = {}): object => ({ name, image: 'x:1', ...more });
const volume = (source: object): Readonly<Record<string, unknown>> => ({ 'spec.volumes': [{ name: 'v', ...source }] });
const env = (source: object): Readonly<Record<string, unknown>> => ({
  [`${C}.env`]: [{ name: 'E', valueFrom: source }],
});
const probe = (handler: object): Readonly<Record<string, unknown>> => ({ [`${C}.readinessProbe`]: handler });
const toleration = (value: object): Readonly<Record<string, unknown>> => ({ 'spec.tolerations': [value] });
const REQUIRED_NODES = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';
const nodeTerm = (expression: object): Readonly<Record<string, unknown>> => ({
  [REQUIRED_NODES]: { nodeSelectorTerms: [{ matchExpressions: [expression] }] },
});
const podTerm = (term: object): Readonly<Record<string, unknown>> => ({
  'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution': [term],
});

const CONTAINERS: readonly RefusedSpec[] = [
  [{ [`${C}.name`]: undefined }, `Required ${c}.name`],
  [{ [`${C}.name`]: 'A_b' }, `Invalid ${c}.name`],
  [{ [`${C}.image`]: '' }, `Required ${c}.image`],
  [{ [`${C}.image`]: ' x' }, `Invalid ${c}.image`],
  [{ [`${C}.tty`]: true }, `Invalid ${c}.tty`],
  [{ [`${C}.terminationMessagePolicy`]: 'Q' }, `Invalid ${c}.terminationMessagePolicy`],
  [{ [`${C}.imagePullPolicy`]: 'Q' }, `NotSupported ${c}.imagePullPolicy`],
  [
    { [`${C}.livenessProbe`]: { exec: { command: ['x'] }, successThreshold: 2 } },
    `Invalid ${c}.livenessProbe.successThreshold`,
  ],
  [{ [`${C}.ports.0.containerPort`]: 0 }, `Required ${c}.ports[0].containerPort`],
  [{ [`${C}.ports.0.containerPort`]: 70000 }, `Invalid ${c}.ports[0].containerPort`],
  [{ [`${C}.ports.0.hostPort`]: 70000 }, `Invalid ${c}.ports[0].hostPort`],
  [{ [`${C}.ports.0.protocol`]: 'ICMP' }, `NotSupported ${c}.ports[0].protocol`],
  [{ [`${C}.ports.0.name`]: '8080' }, `Invalid ${c}.ports[0].name`],
  [
    {
      [`${C}.ports`]: [
        { name: 'a', containerPort: 1 },
        { name: 'a', containerPort: 2 },
      ],
    },
    `Duplicate ${c}.ports[1].name`,
  ],
  [{ [`${C}.env`]: [{ name: '' }] }, `Required ${c}.env[0].name`],
  [{ [`${C}.env`]: [{ name: '1A' }] }, `Invalid ${c}.env[0].name`],
  [env({}), `Invalid ${c}.env[0].valueFrom`],
  [
    { [`${C}.env`]: [{ name: 'E', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
    `Invalid ${c}.env[0].valueFrom`,
  ],
  [
    env({ fieldRef: { fieldPath: 'metadata.name' }, configMapKeyRef: { name: 'x', key: 'k' } }),
    `Invalid ${c}.env[0].valueFrom`,
  ],
  [env({ fieldRef: {} }), `Required ${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [env({ fieldRef: { fieldPath: 'metadata.labels' } }), `NotSupported ${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [env({ fieldRef: { fieldPath: 'no.such' } }), `Invalid ${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [env({ resourceFieldRef: {} }), `Required ${c}.env[0].valueFrom.resourceFieldRef.resource`],
  [
    env({ resourceFieldRef: { resource: 'limits.disk' } }),
    `NotSupported ${c}.env[0].valueFrom.resourceFieldRef.resource`,
  ],
  [
    env({ resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } }),
    `Invalid ${c}.env[0].valueFrom.resourceFieldRef.divisor`,
  ],
  [env({ configMapKeyRef: { name: 'x' } }), `Required ${c}.env[0].valueFrom.configMapKeyRef.key`],
  [env({ secretKeyRef: { name: 'X', key: 'k' } }), `Invalid ${c}.env[0].valueFrom.secretKeyRef.name`],
  [{ [`${C}.envFrom`]: [{ prefix: '1-', configMapRef: { name: 'x' } }] }, `Invalid ${c}.envFrom[0].prefix`],
  [{ [`${C}.envFrom`]: [{}] }, `Invalid ${c}.envFrom`],
  [{ [`${C}.envFrom`]: [{ configMapRef: {} }] }, `Required ${c}.envFrom[0].configMapRef.name`],
  [{ [`${C}.envFrom`]: [{ secretRef: {} }] }, `Required ${c}.envFrom[0].secretRef.name`],
  [{ [`${C}.volumeMounts.0.name`]: '' }, `Required ${c}.volumeMounts[0].name`],
  [{ [`${C}.volumeMounts.0.name`]: 'other' }, `NotFound ${c}.volumeMounts[0].name`],
  [{ [`${C}.volumeMounts.0.mountPath`]: '' }, `Required ${c}.volumeMounts[0].mountPath`],
  [
    {
      [`${C}.volumeMounts`]: [
        { name: 'v', mountPath: '/a' },
        { name: 'v', mountPath: '/a' },
      ],
    },
    `Invalid ${c}.volumeMounts[1].mountPath`,
  ],
  [{ [`${C}.volumeMounts.0.subPath`]: '../x' }, `Invalid ${c}.volumeMounts.subPath`],
  [probe({}), `Required ${c}.readinessProbe`],
  [probe({ exec: { command: ['x'] }, tcpSocket: { port: 1 } }), `Forbidden ${c}.readinessProbe.tcpSocket`],
  [probe({ exec: { command: ['x'] }, periodSeconds: -1 }), `Invalid ${c}.readinessProbe.periodSeconds`],
  [probe({ exec: {} }), `Required ${c}.readinessProbe.exec.command`],
  [probe({ httpGet: { port: 0 } }), `Invalid ${c}.readinessProbe.httpGet.port`],
  [probe({ httpGet: { port: 'A' } }), `Invalid ${c}.readinessProbe.httpGet.port`],
  [probe({ httpGet: { port: 1, scheme: 'FTP' } }), `NotSupported ${c}.readinessProbe.httpGet.scheme`],
  [probe({ httpGet: { port: 1, httpHeaders: [{ name: 'a b' }] } }), `Invalid ${c}.readinessProbe.httpGet.httpHeaders`],
  [probe({ tcpSocket: { port: 70000 } }), `Invalid ${c}.readinessProbe.tcpSocket.port`],
  [{ [`${C}.lifecycle`]: { preStop: {} } }, `Required ${c}.lifecycle.preStop`],
  [{ [`${C}.resources.requests`]: { disk: '1' } }, `Invalid ${c}.resources.requests[disk]`],
  [{ [`${C}.resources.requests`]: { cpu: '-1' } }, `Invalid ${c}.resources.requests[cpu]`],
  [{ [`${C}.resources`]: { limits: { cpu: '1' }, requests: { cpu: '2' } } }, `Invalid ${c}.resources.limits`],
  [{ [`${C}.resources.requests`]: { cpu: 'one' } }, `Invalid ${c}.resources.requests[cpu]`],
  [{ [`${C}.resources.requests`]: { 'alpha.kubernetes.io/nvidia-gpu': '1' } }, `Invalid ${c}.resources.requests`],
  [
    { [`${C}.resources.requests`]: { 'pod.alpha.kubernetes.io/opaque-int-resource-x': '500m' } },
    `Invalid ${c}.resources.requests[pod.alpha.kubernetes.io/opaque-int-resource-x]`,
  ],
  [
    { [`${C}.resources.requests`]: { 'storage.kubernetes.io/overlay': '1' } },
    `Forbidden ${c}.resources.requests[storage.kubernetes.io/overlay]`,
  ],
  [{ [`${C}.securityContext`]: { runAsUser: -1 } }, `Invalid ${c}.securityContext.runAsUser`],
];

const SPEC: readonly RefusedSpec[] = [
  [{ 'spec.containers': [container('a'), container('a')] }, 'Duplicate spec.containers[1].name'],
  [{ 'spec.initContainers.0.name': 'c' }, 'Duplicate spec.initContainers[0].name'],
  [
    {
      'spec.containers': [
        container('a', {
          ports: [
            { containerPort: 1, hostPort: 9 },
            { containerPort: 2, hostPort: 9 },
          ],
        }),
      ],
    },
    'Duplicate spec.containers[0].ports[1].hostPort',
  ],
  [{ 'spec.containers': [] }, 'Required spec.containers'],
  [{ 'spec.initContainers.0.lifecycle': {} }, 'Invalid spec.initContainers[0].lifecycle'],
  [
    { 'spec.initContainers.0.livenessProbe': { exec: { command: ['x'] } } },
    'Invalid spec.initContainers[0].livenessProbe',
  ],
  [
    { 'spec.initContainers.0.readinessProbe': { exec: { command: ['x'] } } },
    'Invalid spec.initContainers[0].readinessProbe',
  ],
  [{ 'spec.restartPolicy': 'Q' }, 'NotSupported spec.restartPolicy'],
  [{ 'spec.dnsPolicy': 'Q' }, 'NotSupported spec.dnsPolicy'],
  [{ 'spec.nodeSelector': { 'a b': 'c' } }, 'Invalid spec.nodeSelector'],
  [{ 'spec.serviceAccountName': 'A_' }, 'Invalid spec.serviceAccountName'],
  [{ 'spec.nodeName': 'A_' }, 'Invalid spec.nodeName'],
  [{ 'spec.activeDeadlineSeconds': 0 }, 'Invalid spec.activeDeadlineSeconds'],
  [{ 'spec.hostname': 'a.b' }, 'Invalid spec.hostname'],
  [{ 'spec.subdomain': 'a.b' }, 'Invalid spec.subdomain'],
  [{ 'spec.terminationGracePeriodSeconds': -3 }, 'Invalid spec.terminationGracePeriodSeconds'],
  [{ 'spec.hostNetwork': true, [`${C}.ports.0.hostPort`]: 81 }, `Invalid ${c}.ports[0].containerPort`],
  [{ 'spec.hostNetwork': true, 'spec.hostAliases': [{ ip: '10.1.1.1' }] }, 'Forbidden spec'],
  [{ 'spec.hostAliases': [{ ip: 'x' }] }, 'Invalid spec.hostAliases.ip'],
  [{ 'spec.hostAliases': [{ ip: '::1', hostnames: ['A_'] }] }, 'Invalid spec.hostAliases.hostnames'],
  [{ 'spec.securityContext': { fsGroup: -1 } }, 'Invalid spec.securityContext.fsGroup'],
  [{ 'spec.securityContext': { runAsUser: -1 } }, 'Invalid spec.securityContext.runAsUser'],
  [{ 'spec.securityContext': { supplementalGroups: [-1] } }, 'Invalid spec.securityContext.supplementalGroups[0]'],
  [toleration({ key: 'a b', operator: 'Exists' }), 'Invalid spec.tolerations[0].key'],
  [toleration({ key: 'a', operator: 'Q' }), 'NotSupported spec.tolerations[0].operator'],
  [toleration({ value: 'x' }), 'Invalid spec.tolerations[0].operator'],
  [toleration({ key: 'a', value: 'a b' }), 'Invalid spec.tolerations[0].operator'],
  [toleration({ key: 'a', operator: 'Exists', value: 'x' }), 'Invalid spec.tolerations[0].operator'],
  [toleration({ key: 'a', effect: 'Q' }), 'NotSupported spec.tolerations[0].effect'],
  [toleration({ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }), 'Invalid spec.tolerations[0].effect'],
  [
    { [REQUIRED_NODES]: { nodeSelectorTerms: [] } },
    'Required spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
  ],
  [
    nodeTerm({ key: 'a', operator: 'Q' }),
    'Invalid spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator',
  ],
  [
    nodeTerm({ key: 'a', operator: 'In' }),
    'Required spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values',
  ],
  [
    nodeTerm({ key: 'a', operator: 'Gt', values: ['1', '2'] }),
    'Required spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values',
  ],
  [
    nodeTerm({ key: 'a', operator: 'Exists', values: ['1'] }),
    'Forbidden spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values',
  ],
  [podTerm({}), 'Required spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey'],
  [
    podTerm({ topologyKey: 'k', namespaces: ['A'] }),
    'Invalid spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace',
  ],
  [
    { 'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' } },
    'Invalid metadata.annotations[kubernetes.io/config.mirror]',
  ],
  [
    { 'metadata.annotations': { 'security.alpha.kubernetes.io/sysctls': 'a' } },
    'Invalid metadata.annotations[security.alpha.kubernetes.io/sysctls]',
  ],
  [
    { 'metadata.annotations': { 'scheduler.alpha.kubernetes.io/affinity': '{' } },
    'Invalid metadata.annotations[scheduler.alpha.kubernetes.io/affinity]',
  ],
];

const v = 'spec.volumes[0]';
const VOLUMES: readonly RefusedSpec[] = [
  [{ 'spec.volumes': [{ name: 'v' }, { name: '' }] }, 'Required spec.volumes[1].name'],
  [{ 'spec.volumes': [{ name: 'v' }, { name: 'A' }] }, 'Invalid spec.volumes[1].name'],
  [{ 'spec.volumes': [{ name: 'v' }, { name: 'v' }] }, 'Duplicate spec.volumes[1].name'],
  [volume({ emptyDir: {}, hostPath: { path: '/x' } }), `Forbidden ${v}.hostPath`],
  [volume({ emptyDir: { sizeLimit: '-1' } }), `Invalid ${v}.emptyDir.sizeLimit`],
  [volume({ hostPath: {} }), `Required ${v}.hostPath.path`],
  [volume({ hostPath: { path: '/a/../b' } }), `Invalid ${v}.hostPath.path`],
  [volume({ gitRepo: {} }), `Required ${v}.gitRepo.repository`],
  [volume({ gitRepo: { repository: 'r', directory: '/x' } }), `Invalid ${v}.gitRepo.directory`],
  [volume({ gcePersistentDisk: {} }), `Required ${v}.persistentDisk.pdName`],
  [volume({ gcePersistentDisk: { pdName: 'd', partition: 256 } }), `Invalid ${v}.persistentDisk.partition`],
  [volume({ awsElasticBlockStore: {} }), `Required ${v}.awsElasticBlockStore.volumeID`],
  [volume({ awsElasticBlockStore: { volumeID: 'd', partition: -1 } }), `Invalid ${v}.awsElasticBlockStore.partition`],
  [volume({ secret: {} }), `Required ${v}.secret.secretName`],
  [volume({ secret: { secretName: 's', defaultMode: 512 } }), `Invalid ${v}.secret.defaultMode`],
  [volume({ secret: { secretName: 's', items: [{ path: 'p' }] } }), `Required ${v}.secret.items[0].key`],
  [volume({ secret: { secretName: 's', items: [{ key: 'k' }] } }), `Required ${v}.secret.items[0].path`],
  [volume({ secret: { secretName: 's', items: [{ key: 'k', path: '..x' }] } }), `Invalid ${v}.secret.items[0].path`],
  [
    volume({ secret: { secretName: 's', items: [{ key: 'k', path: 'p', mode: 512 }] } }),
    `Invalid ${v}.secret.items[0].mode`,
  ],
  [volume({ configMap: {} }), `Required ${v}.configMap.name`],
  [volume({ configMap: { name: 'm', defaultMode: -1 } }), `Invalid ${v}.configMap.defaultMode`],
  [volume({ nfs: { path: '/x' } }), `Required ${v}.nfs.server`],
  [volume({ nfs: { server: 's' } }), `Required ${v}.nfs.path`],
  [volume({ nfs: { server: 's', path: 'x' } }), `Invalid ${v}.nfs.path`],
  [volume({ iscsi: { iqn: 'i' } }), `Required ${v}.iscsi.targetPortal`],
  [volume({ iscsi: { targetPortal: 't' } }), `Required ${v}.iscsi.iqn`],
  [volume({ iscsi: { targetPortal: 't', iqn: 'i', lun: 256 } }), `Invalid ${v}.iscsi.lun`],
  [volume({ iscsi: { targetPortal: 't', iqn: 'i', lun: 1, chapAuthSession: true } }), `Required ${v}.iscsi.secretRef`],
  [volume({ glusterfs: { path: 'p' } }), `Required ${v}.glusterfs.endpoints`],
  [volume({ glusterfs: { endpoints: 'e' } }), `Required ${v}.glusterfs.path`],
  [volume({ persistentVolumeClaim: {} }), `Required ${v}.persistentVolumeClaim.claimName`],
  [volume({ rbd: { image: 'i', monitors: [] } }), `Required ${v}.rbd.monitors`],
  [volume({ rbd: { monitors: ['m'] } }), `Required ${v}.rbd.image`],
  [volume({ cinder: {} }), `Required ${v}.cinder.volumeID`],
  [volume({ cephfs: {} }), `Required ${v}.cephfs.monitors`],
  [volume({ quobyte: { volume: 'v' } }), `Required ${v}.quobyte.registry`],
  [volume({ quobyte: { volume: 'v', registry: 'r' } }), `Invalid ${v}.quobyte.registry`],
  [volume({ quobyte: { registry: 'r:1' } }), `Required ${v}.quobyte.volume`],
  [volume({ fc: { lun: 1 } }), `Required ${v}.fc.targetWWNs`],
  [volume({ fc: { targetWWNs: ['w'] } }), `Required ${v}.fc.lun`],
  [volume({ flexVolume: {} }), `Required ${v}.flexVolume.driver`],
  [
    volume({ flexVolume: { driver: 'd', options: { 'kubernetes.io/x': 'y' } } }),
    `Invalid ${v}.flexVolume.options[kubernetes.io/x]`,
  ],
  [volume({ azureFile: { shareName: 's' } }), `Required ${v}.azureFile.secretName`],
  [volume({ azureFile: { secretName: 's' } }), `Required ${v}.azureFile.shareName`],
  [volume({ vsphereVolume: {} }), `Required ${v}.vsphereVolume.volumePath`],
  [volume({ photonPersistentDisk: {} }), `Required ${v}.photonPersistentDisk.pdID`],
  [volume({ portworxVolume: {} }), `Required ${v}.portworxVolume.volumeID`],
  [volume({ azureDisk: { diskURI: 'https://x' } }), `Required ${v}.azureDisk.diskName`],
  [volume({ azureDisk: { diskName: 'd', diskURI: 'x' } }), `NotSupported ${v}.azureDisk.diskURI`],
  [
    volume({ azureDisk: { diskName: 'd', diskURI: 'https://x', cachingMode: 'Q' } }),
    `NotSupported ${v}.azureDisk.cachingMode`,
  ],
  [volume({ azureDisk: { diskName: 'd', diskURI: 'https://x', kind: 'Q' } }), `NotSupported ${v}.azureDisk.kind`],
  [volume({ storageos: {} }), `Required ${v}.storageos.volumeName`],
  [volume({ scaleIO: { system: 's', volumeName: 'v' } }), `Required ${v}.scaleIO.gateway`],
  [volume({ scaleIO: { gateway: 'g', volumeName: 'v' } }), `Required ${v}.scaleIO.system`],
  [volume({ scaleIO: { gateway: 'g', system: 's' } }), `Required ${v}.scaleIO.volumeName`],
  [volume({ projected: { sources: [{ secret: {} }] } }), `Required ${v}.projected.name`],
  [volume({ projected: { sources: [], defaultMode: 512 } }), `Invalid ${v}.projected.defaultMode`],
  [
    volume({ projected: { sources: [1, 2].map(() => ({ secret: { name: 's', items: [{ key: 'k', path: 'p' }] } })) } }),
    `Invalid ${v}.projected`,
  ],
  [volume({ flocker: {} }), `Required ${v}.flocker`],
  [volume({ flocker: { datasetName: 'a', datasetUUID: 'b' } }), `Invalid ${v}.flocker`],
  [
    volume({ downwardAPI: { items: [{ fieldRef: { fieldPath: 'metadata.name' } }] } }),
    `Required ${v}.downwardAPI.path`,
  ],
  [
    volume({ downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'spec.nodeName' } }] } }),
    `NotSupported ${v}.downwardAPI.fieldRef.fieldPath`,
  ],
  [volume({ downwardAPI: { items: [{ path: 'p' }] } }), `Required ${v}.downwardAPI`],
  [
    volume({ downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'spec.host' } }] } }),
    `NotSupported ${v}.downwardAPI.fieldRef.fieldPath`,
  ],
  [
    volume({ downwardAPI: { items: [{ path: 'p', resourceFieldRef: { resource: 'limits.cpu' } }] } }),
    `Required ${v}.downwardAPI.resourceFieldRef.containerName`,
  ],
];

describe('validation of pod specs', () => {
  it('finds nothing wrong with a valid pod', () => {
    expect(createCauses('pods', {})).toEqual([]);
  });

  describe.each([
    ['containers', CONTAINERS],
    ['the spec', SPEC],
    ['volumes', VOLUMES],
  ])('%s', (_, rows) => {
    it.each(rows)('%j is refused: %s', (changes, cause) => {
      expect(summary(createCauses('pods', changes))).toEqual([`FieldValue${cause}`]);
    });
  });

  it.each([
    [{ [`${C}.tty`]: true, [`${C}.stdin`]: true }],
    [{ [`${C}.stdinOnce`]: true }],
    [{ [`${C}.env`]: [{ name: 'A' }, { name: 'A' }] }],
    [{ [`${C}.env`]: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.host' } } }] }],
    [{ [`${C}.resources.limits`]: { 'any/thing at all': '1' } }],
    [{ 'spec.schedulerName': 'Any thing' }],
    [{ 'spec.imagePullSecrets': [{ name: 'A_' }] }],
    [{ 'spec.terminationGracePeriodSeconds': 0 }],
  ])('%j is accepted', (changes) => {
    expect(createCauses('pods', changes)).toEqual([]);
  });

  it.each<RefusedSpec>([
    [volume({ emptyDir: { sizeLimit: '1Gi' } }), `Forbidden ${v}.emptyDir.sizeLimit`],
    [{ [`${C}.securityContext`]: { privileged: true } }, `Forbidden ${c}.securityContext.privileged`],
    [{ [`${C}.ports.0.protocol`]: 'SCTP' }, `NotSupported ${c}.ports[0].protocol`],
    [{ [`${C}.env`]: [{ name: 'a.b' }] }, `Invalid ${c}.env[0].name`],
    [env({ fieldRef: { fieldPath: 'metadata.uid' } }), `Invalid ${c}.env[0].valueFrom.fieldRef.fieldPath`],
    [env({ fieldRef: { fieldPath: "metadata.labels['a']" } }), `Invalid ${c}.env[0].valueFrom.fieldRef.fieldPath`],
    [
      env({ resourceFieldRef: { resource: 'limits.ephemeral-storage' } }),
      `NotSupported ${c}.env[0].valueFrom.resourceFieldRef.resource`,
    ],
    [
      { [`${C}.resources.requests`]: { 'ephemeral-storage': '1Gi' } },
      `Invalid ${c}.resources.requests[ephemeral-storage]`,
    ],
    [
      { 'metadata.annotations': { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' } },
      'Invalid metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]',
    ],
  ])('refuses %j under kubernetes-1.7 alone: %s', (changes, cause) => {
    expect(createCauses('pods', changes)).toEqual([]);
    expect(summary(createCauses('pods', changes, { 'resources.other-kinds': 'validated' }))).toEqual([
      `FieldValue${cause}`,
    ]);
  });

  it.each<RefusedSpec>([
    [{ [`${C}.resources.requests`]: { 'example.com/device': '1' } }, `Required ${c}.resources.limits`],
  ])('accepts %j under kubernetes-1.7 alone: %s', (changes, cause) => {
    expect(summary(createCauses('pods', changes))).toEqual([`FieldValue${cause}`]);
    expect(createCauses('pods', changes, { 'resources.other-kinds': 'validated' })).toEqual([]);
  });

  it('refuses a second source of a projected entry, each dialect for a field of its own', () => {
    const two = volume({ projected: { sources: [{ secret: { name: 's' }, configMap: { name: 'm' } }] } });
    expect(summary(createCauses('pods', two))).toEqual([`FieldValueForbidden ${v}.projected.sources[0]`]);
    expect(summary(createCauses('pods', two, { 'resources.other-kinds': 'validated' }))).toEqual([
      `FieldValueForbidden ${v}.projected.configMap`,
    ]);
  });

  it('accepts a terminal without stdin under kubernetes-1.7', () => {
    expect(createCauses('pods', { [`${C}.tty`]: true }, { 'container.tty': 'accepted' })).toEqual([]);
  });
});
