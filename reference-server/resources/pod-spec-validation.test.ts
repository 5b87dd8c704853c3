import { describe, expect, it } from 'vitest';
import { createCauses, summary } from './strategy.fixture.ts';

type Row = readonly [changes: Readonly<Record<string, unknown>>, reason: string, field: string];

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

const CONTAINERS: readonly Row[] = [
  [{ [`${C}.name`]: undefined }, 'FieldValueRequired', `${c}.name`],
  [{ [`${C}.name`]: 'A_b' }, 'FieldValueInvalid', `${c}.name`],
  [{ [`${C}.image`]: '' }, 'FieldValueRequired', `${c}.image`],
  [{ [`${C}.image`]: ' x' }, 'FieldValueInvalid', `${c}.image`],
  [{ [`${C}.tty`]: true }, 'FieldValueInvalid', `${c}.tty`],
  [{ [`${C}.terminationMessagePolicy`]: 'Q' }, 'FieldValueInvalid', `${c}.terminationMessagePolicy`],
  [{ [`${C}.imagePullPolicy`]: 'Q' }, 'FieldValueNotSupported', `${c}.imagePullPolicy`],
  [
    { [`${C}.livenessProbe`]: { exec: { command: ['x'] }, successThreshold: 2 } },
    'FieldValueInvalid',
    `${c}.livenessProbe.successThreshold`,
  ],
  [{ [`${C}.ports.0.containerPort`]: 0 }, 'FieldValueRequired', `${c}.ports[0].containerPort`],
  [{ [`${C}.ports.0.containerPort`]: 70000 }, 'FieldValueInvalid', `${c}.ports[0].containerPort`],
  [{ [`${C}.ports.0.hostPort`]: 70000 }, 'FieldValueInvalid', `${c}.ports[0].hostPort`],
  [{ [`${C}.ports.0.protocol`]: 'SCTP' }, 'FieldValueNotSupported', `${c}.ports[0].protocol`],
  [{ [`${C}.ports.0.name`]: '8080' }, 'FieldValueInvalid', `${c}.ports[0].name`],
  [
    {
      [`${C}.ports`]: [
        { name: 'a', containerPort: 1 },
        { name: 'a', containerPort: 2 },
      ],
    },
    'FieldValueDuplicate',
    `${c}.ports[1].name`,
  ],
  [{ [`${C}.env`]: [{ name: '' }] }, 'FieldValueRequired', `${c}.env[0].name`],
  [{ [`${C}.env`]: [{ name: '1A' }] }, 'FieldValueInvalid', `${c}.env[0].name`],
  [env({}), 'FieldValueInvalid', `${c}.env[0].valueFrom`],
  [
    { [`${C}.env`]: [{ name: 'E', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
    'FieldValueInvalid',
    `${c}.env[0].valueFrom`,
  ],
  [
    env({ fieldRef: { fieldPath: 'metadata.name' }, configMapKeyRef: { name: 'x', key: 'k' } }),
    'FieldValueInvalid',
    `${c}.env[0].valueFrom`,
  ],
  [env({ fieldRef: {} }), 'FieldValueRequired', `${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [
    env({ fieldRef: { fieldPath: 'metadata.labels' } }),
    'FieldValueNotSupported',
    `${c}.env[0].valueFrom.fieldRef.fieldPath`,
  ],
  [env({ fieldRef: { fieldPath: 'no.such' } }), 'FieldValueInvalid', `${c}.env[0].valueFrom.fieldRef.fieldPath`],
  [env({ resourceFieldRef: {} }), 'FieldValueRequired', `${c}.env[0].valueFrom.resourceFieldRef.resource`],
  [
    env({ resourceFieldRef: { resource: 'limits.disk' } }),
    'FieldValueNotSupported',
    `${c}.env[0].valueFrom.resourceFieldRef.resource`,
  ],
  [
    env({ resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } }),
    'FieldValueInvalid',
    `${c}.env[0].valueFrom.resourceFieldRef.divisor`,
  ],
  [env({ configMapKeyRef: { name: 'x' } }), 'FieldValueRequired', `${c}.env[0].valueFrom.configMapKeyRef.key`],
  [env({ secretKeyRef: { name: 'X', key: 'k' } }), 'FieldValueInvalid', `${c}.env[0].valueFrom.secretKeyRef.name`],
  [
    { [`${C}.envFrom`]: [{ prefix: '1-', configMapRef: { name: 'x' } }] },
    'FieldValueInvalid',
    `${c}.envFrom[0].prefix`,
  ],
  [{ [`${C}.envFrom`]: [{}] }, 'FieldValueInvalid', `${c}.envFrom`],
  [{ [`${C}.envFrom`]: [{ configMapRef: {} }] }, 'FieldValueRequired', `${c}.envFrom[0].configMapRef.name`],
  [{ [`${C}.envFrom`]: [{ secretRef: {} }] }, 'FieldValueRequired', `${c}.envFrom[0].secretRef.name`],
  [{ [`${C}.volumeMounts.0.name`]: '' }, 'FieldValueRequired', `${c}.volumeMounts[0].name`],
  [{ [`${C}.volumeMounts.0.name`]: 'other' }, 'FieldValueNotFound', `${c}.volumeMounts[0].name`],
  [{ [`${C}.volumeMounts.0.mountPath`]: '' }, 'FieldValueRequired', `${c}.volumeMounts[0].mountPath`],
  [
    {
      [`${C}.volumeMounts`]: [
        { name: 'v', mountPath: '/a' },
        { name: 'v', mountPath: '/a' },
      ],
    },
    'FieldValueInvalid',
    `${c}.volumeMounts[1].mountPath`,
  ],
  [{ [`${C}.volumeMounts.0.subPath`]: '../x' }, 'FieldValueInvalid', `${c}.volumeMounts.subPath`],
  [probe({}), 'FieldValueRequired', `${c}.readinessProbe`],
  [probe({ exec: { command: ['x'] }, tcpSocket: { port: 1 } }), 'FieldValueForbidden', `${c}.readinessProbe.tcpSocket`],
  [probe({ exec: { command: ['x'] }, periodSeconds: -1 }), 'FieldValueInvalid', `${c}.readinessProbe.periodSeconds`],
  [probe({ exec: {} }), 'FieldValueRequired', `${c}.readinessProbe.exec.command`],
  [probe({ httpGet: { port: 0 } }), 'FieldValueInvalid', `${c}.readinessProbe.httpGet.port`],
  [probe({ httpGet: { port: 'A' } }), 'FieldValueInvalid', `${c}.readinessProbe.httpGet.port`],
  [probe({ httpGet: { port: 1, scheme: 'FTP' } }), 'FieldValueNotSupported', `${c}.readinessProbe.httpGet.scheme`],
  [
    probe({ httpGet: { port: 1, httpHeaders: [{ name: 'a b' }] } }),
    'FieldValueInvalid',
    `${c}.readinessProbe.httpGet.httpHeaders`,
  ],
  [probe({ tcpSocket: { port: 70000 } }), 'FieldValueInvalid', `${c}.readinessProbe.tcpSocket.port`],
  [{ [`${C}.lifecycle`]: { preStop: {} } }, 'FieldValueRequired', `${c}.lifecycle.preStop`],
  [{ [`${C}.resources.requests`]: { disk: '1' } }, 'FieldValueInvalid', `${c}.resources.requests[disk]`],
  [{ [`${C}.resources.requests`]: { cpu: '-1' } }, 'FieldValueInvalid', `${c}.resources.requests[cpu]`],
  [
    { [`${C}.resources`]: { limits: { cpu: '1' }, requests: { cpu: '2' } } },
    'FieldValueInvalid',
    `${c}.resources.limits`,
  ],
  [{ [`${C}.resources.requests`]: { cpu: 'one' } }, 'FieldValueInvalid', `${c}.resources.requests[cpu]`],
  [
    { [`${C}.resources.requests`]: { 'alpha.kubernetes.io/nvidia-gpu': '1' } },
    'FieldValueInvalid',
    `${c}.resources.requests`,
  ],
  [
    { [`${C}.resources.requests`]: { 'pod.alpha.kubernetes.io/opaque-int-resource-x': '500m' } },
    'FieldValueInvalid',
    `${c}.resources.requests[pod.alpha.kubernetes.io/opaque-int-resource-x]`,
  ],
  [
    { [`${C}.resources.requests`]: { 'storage.kubernetes.io/overlay': '1' } },
    'FieldValueForbidden',
    `${c}.resources.requests[storage.kubernetes.io/overlay]`,
  ],
  [{ [`${C}.securityContext`]: { privileged: true } }, 'FieldValueForbidden', `${c}.securityContext.privileged`],
  [{ [`${C}.securityContext`]: { runAsUser: -1 } }, 'FieldValueInvalid', `${c}.securityContext.runAsUser`],
];

const SPEC: readonly Row[] = [
  [{ 'spec.containers': [container('a'), container('a')] }, 'FieldValueDuplicate', 'spec.containers[1].name'],
  [{ 'spec.initContainers.0.name': 'c' }, 'FieldValueDuplicate', 'spec.initContainers[0].name'],
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
    'FieldValueDuplicate',
    'spec.containers[0].ports[1].hostPort',
  ],
  [{ 'spec.containers': [] }, 'FieldValueRequired', 'spec.containers'],
  [{ 'spec.initContainers.0.lifecycle': {} }, 'FieldValueInvalid', 'spec.initContainers[0].lifecycle'],
  [
    { 'spec.initContainers.0.livenessProbe': { exec: { command: ['x'] } } },
    'FieldValueInvalid',
    'spec.initContainers[0].livenessProbe',
  ],
  [
    { 'spec.initContainers.0.readinessProbe': { exec: { command: ['x'] } } },
    'FieldValueInvalid',
    'spec.initContainers[0].readinessProbe',
  ],
  [{ 'spec.restartPolicy': 'Q' }, 'FieldValueNotSupported', 'spec.restartPolicy'],
  [{ 'spec.dnsPolicy': 'Q' }, 'FieldValueNotSupported', 'spec.dnsPolicy'],
  [{ 'spec.nodeSelector': { 'a b': 'c' } }, 'FieldValueInvalid', 'spec.nodeSelector'],
  [{ 'spec.serviceAccountName': 'A_' }, 'FieldValueInvalid', 'spec.serviceAccountName'],
  [{ 'spec.nodeName': 'A_' }, 'FieldValueInvalid', 'spec.nodeName'],
  [{ 'spec.activeDeadlineSeconds': 0 }, 'FieldValueInvalid', 'spec.activeDeadlineSeconds'],
  [{ 'spec.hostname': 'a.b' }, 'FieldValueInvalid', 'spec.hostname'],
  [{ 'spec.subdomain': 'a.b' }, 'FieldValueInvalid', 'spec.subdomain'],
  [{ 'spec.terminationGracePeriodSeconds': -3 }, 'FieldValueInvalid', 'spec.terminationGracePeriodSeconds'],
  [{ 'spec.hostNetwork': true, [`${C}.ports.0.hostPort`]: 81 }, 'FieldValueInvalid', `${c}.ports[0].containerPort`],
  [{ 'spec.hostNetwork': true, 'spec.hostAliases': [{ ip: '10.1.1.1' }] }, 'FieldValueForbidden', 'spec'],
  [{ 'spec.hostAliases': [{ ip: 'x' }] }, 'FieldValueInvalid', 'spec.hostAliases.ip'],
  [{ 'spec.hostAliases': [{ ip: '::1', hostnames: ['A_'] }] }, 'FieldValueInvalid', 'spec.hostAliases.hostnames'],
  [{ 'spec.securityContext': { fsGroup: -1 } }, 'FieldValueInvalid', 'spec.securityContext.fsGroup'],
  [{ 'spec.securityContext': { runAsUser: -1 } }, 'FieldValueInvalid', 'spec.securityContext.runAsUser'],
  [
    { 'spec.securityContext': { supplementalGroups: [-1] } },
    'FieldValueInvalid',
    'spec.securityContext.supplementalGroups[0]',
  ],
  [toleration({ key: 'a b', operator: 'Exists' }), 'FieldValueInvalid', 'spec.tolerations[0].key'],
  [toleration({ key: 'a', operator: 'Q' }), 'FieldValueNotSupported', 'spec.tolerations[0].operator'],
  [toleration({ value: 'x' }), 'FieldValueInvalid', 'spec.tolerations[0].operator'],
  [toleration({ key: 'a', value: 'a b' }), 'FieldValueInvalid', 'spec.tolerations[0].operator'],
  [toleration({ key: 'a', operator: 'Exists', value: 'x' }), 'FieldValueInvalid', 'spec.tolerations[0].operator'],
  [toleration({ key: 'a', effect: 'Q' }), 'FieldValueNotSupported', 'spec.tolerations[0].effect'],
  [
    toleration({ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }),
    'FieldValueInvalid',
    'spec.tolerations[0].effect',
  ],
  [
    { [REQUIRED_NODES]: { nodeSelectorTerms: [] } },
    'FieldValueRequired',
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
  ],
  [
    nodeTerm({ key: 'a', operator: 'Q' }),
    'FieldValueInvalid',
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator',
  ],
  [
    nodeTerm({ key: 'a', operator: 'In' }),
    'FieldValueRequired',
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values',
  ],
  [
    nodeTerm({ key: 'a', operator: 'Gt', values: ['1', '2'] }),
    'FieldValueRequired',
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values',
  ],
  [
    nodeTerm({ key: 'a', operator: 'Exists', values: ['1'] }),
    'FieldValueForbidden',
    'spec.affinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values',
  ],
  [
    podTerm({}),
    'FieldValueRequired',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey',
  ],
  [
    podTerm({ topologyKey: 'k', namespaces: ['A'] }),
    'FieldValueInvalid',
    'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespace',
  ],
  [
    { 'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' } },
    'FieldValueInvalid',
    'metadata.annotations[kubernetes.io/config.mirror]',
  ],
  [
    { 'metadata.annotations': { 'security.alpha.kubernetes.io/sysctls': 'a' } },
    'FieldValueInvalid',
    'metadata.annotations[security.alpha.kubernetes.io/sysctls]',
  ],
  [
    { 'metadata.annotations': { 'scheduler.alpha.kubernetes.io/affinity': '{' } },
    'FieldValueInvalid',
    'metadata.annotations[scheduler.alpha.kubernetes.io/affinity]',
  ],
];

const v = 'spec.volumes[0]';
const VOLUMES: readonly Row[] = [
  [{ 'spec.volumes': [{ name: 'v' }, { name: '' }] }, 'FieldValueRequired', 'spec.volumes[1].name'],
  [{ 'spec.volumes': [{ name: 'v' }, { name: 'A' }] }, 'FieldValueInvalid', 'spec.volumes[1].name'],
  [{ 'spec.volumes': [{ name: 'v' }, { name: 'v' }] }, 'FieldValueDuplicate', 'spec.volumes[1].name'],
  [volume({ emptyDir: {}, hostPath: { path: '/x' } }), 'FieldValueForbidden', `${v}.hostPath`],
  [volume({ emptyDir: { sizeLimit: '1Gi' } }), 'FieldValueForbidden', `${v}.emptyDir.sizeLimit`],
  [volume({ hostPath: {} }), 'FieldValueRequired', `${v}.hostPath.path`],
  [volume({ hostPath: { path: '/a/../b' } }), 'FieldValueInvalid', `${v}.hostPath.path`],
  [volume({ gitRepo: {} }), 'FieldValueRequired', `${v}.gitRepo.repository`],
  [volume({ gitRepo: { repository: 'r', directory: '/x' } }), 'FieldValueInvalid', `${v}.gitRepo.directory`],
  [volume({ gcePersistentDisk: {} }), 'FieldValueRequired', `${v}.persistentDisk.pdName`],
  [
    volume({ gcePersistentDisk: { pdName: 'd', partition: 256 } }),
    'FieldValueInvalid',
    `${v}.persistentDisk.partition`,
  ],
  [volume({ awsElasticBlockStore: {} }), 'FieldValueRequired', `${v}.awsElasticBlockStore.volumeID`],
  [
    volume({ awsElasticBlockStore: { volumeID: 'd', partition: -1 } }),
    'FieldValueInvalid',
    `${v}.awsElasticBlockStore.partition`,
  ],
  [volume({ secret: {} }), 'FieldValueRequired', `${v}.secret.secretName`],
  [volume({ secret: { secretName: 's', defaultMode: 512 } }), 'FieldValueInvalid', `${v}.secret.defaultMode`],
  [volume({ secret: { secretName: 's', items: [{ path: 'p' }] } }), 'FieldValueRequired', `${v}.secret.items[0].key`],
  [volume({ secret: { secretName: 's', items: [{ key: 'k' }] } }), 'FieldValueRequired', `${v}.secret.items[0].path`],
  [
    volume({ secret: { secretName: 's', items: [{ key: 'k', path: '..x' }] } }),
    'FieldValueInvalid',
    `${v}.secret.items[0].path`,
  ],
  [
    volume({ secret: { secretName: 's', items: [{ key: 'k', path: 'p', mode: 512 }] } }),
    'FieldValueInvalid',
    `${v}.secret.items[0].mode`,
  ],
  [volume({ configMap: {} }), 'FieldValueRequired', `${v}.configMap.name`],
  [volume({ configMap: { name: 'm', defaultMode: -1 } }), 'FieldValueInvalid', `${v}.configMap.defaultMode`],
  [volume({ nfs: { path: '/x' } }), 'FieldValueRequired', `${v}.nfs.server`],
  [volume({ nfs: { server: 's' } }), 'FieldValueRequired', `${v}.nfs.path`],
  [volume({ nfs: { server: 's', path: 'x' } }), 'FieldValueInvalid', `${v}.nfs.path`],
  [volume({ iscsi: { iqn: 'i' } }), 'FieldValueRequired', `${v}.iscsi.targetPortal`],
  [volume({ iscsi: { targetPortal: 't' } }), 'FieldValueRequired', `${v}.iscsi.iqn`],
  [volume({ iscsi: { targetPortal: 't', iqn: 'i', lun: 256 } }), 'FieldValueInvalid', `${v}.iscsi.lun`],
  [
    volume({ iscsi: { targetPortal: 't', iqn: 'i', lun: 1, chapAuthSession: true } }),
    'FieldValueRequired',
    `${v}.iscsi.secretRef`,
  ],
  [volume({ glusterfs: { path: 'p' } }), 'FieldValueRequired', `${v}.glusterfs.endpoints`],
  [volume({ glusterfs: { endpoints: 'e' } }), 'FieldValueRequired', `${v}.glusterfs.path`],
  [volume({ persistentVolumeClaim: {} }), 'FieldValueRequired', `${v}.persistentVolumeClaim.claimName`],
  [volume({ rbd: { image: 'i', monitors: [] } }), 'FieldValueRequired', `${v}.rbd.monitors`],
  [volume({ rbd: { monitors: ['m'] } }), 'FieldValueRequired', `${v}.rbd.image`],
  [volume({ cinder: {} }), 'FieldValueRequired', `${v}.cinder.volumeID`],
  [volume({ cephfs: {} }), 'FieldValueRequired', `${v}.cephfs.monitors`],
  [volume({ quobyte: { volume: 'v' } }), 'FieldValueRequired', `${v}.quobyte.registry`],
  [volume({ quobyte: { volume: 'v', registry: 'r' } }), 'FieldValueInvalid', `${v}.quobyte.registry`],
  [volume({ quobyte: { registry: 'r:1' } }), 'FieldValueRequired', `${v}.quobyte.volume`],
  [volume({ fc: { lun: 1 } }), 'FieldValueRequired', `${v}.fc.targetWWNs`],
  [volume({ fc: { targetWWNs: ['w'] } }), 'FieldValueRequired', `${v}.fc.lun`],
  [volume({ flexVolume: {} }), 'FieldValueRequired', `${v}.flexVolume.driver`],
  [
    volume({ flexVolume: { driver: 'd', options: { 'kubernetes.io/x': 'y' } } }),
    'FieldValueInvalid',
    `${v}.flexVolume.options[kubernetes.io/x]`,
  ],
  [volume({ azureFile: { shareName: 's' } }), 'FieldValueRequired', `${v}.azureFile.secretName`],
  [volume({ azureFile: { secretName: 's' } }), 'FieldValueRequired', `${v}.azureFile.shareName`],
  [volume({ vsphereVolume: {} }), 'FieldValueRequired', `${v}.vsphereVolume.volumePath`],
  [volume({ photonPersistentDisk: {} }), 'FieldValueRequired', `${v}.photonPersistentDisk.pdID`],
  [volume({ portworxVolume: {} }), 'FieldValueRequired', `${v}.portworxVolume.volumeID`],
  [volume({ azureDisk: { diskURI: 'https://x' } }), 'FieldValueRequired', `${v}.azureDisk.diskName`],
  [volume({ azureDisk: { diskName: 'd', diskURI: 'x' } }), 'FieldValueNotSupported', `${v}.azureDisk.diskURI`],
  [
    volume({ azureDisk: { diskName: 'd', diskURI: 'https://x', cachingMode: 'Q' } }),
    'FieldValueNotSupported',
    `${v}.azureDisk.cachingMode`,
  ],
  [
    volume({ azureDisk: { diskName: 'd', diskURI: 'https://x', kind: 'Q' } }),
    'FieldValueNotSupported',
    `${v}.azureDisk.kind`,
  ],
  [volume({ storageos: {} }), 'FieldValueRequired', `${v}.storageos.volumeName`],
  [volume({ scaleIO: { system: 's', volumeName: 'v' } }), 'FieldValueRequired', `${v}.scaleIO.gateway`],
  [volume({ scaleIO: { gateway: 'g', volumeName: 'v' } }), 'FieldValueRequired', `${v}.scaleIO.system`],
  [volume({ scaleIO: { gateway: 'g', system: 's' } }), 'FieldValueRequired', `${v}.scaleIO.volumeName`],
  [volume({ projected: { sources: [{ secret: {} }] } }), 'FieldValueRequired', `${v}.projected.name`],
  [volume({ projected: { sources: [], defaultMode: 512 } }), 'FieldValueInvalid', `${v}.projected.defaultMode`],
  [
    volume({ projected: { sources: [1, 2].map(() => ({ secret: { name: 's', items: [{ key: 'k', path: 'p' }] } })) } }),
    'FieldValueInvalid',
    `${v}.projected`,
  ],
  [volume({ flocker: {} }), 'FieldValueRequired', `${v}.flocker`],
  [volume({ flocker: { datasetName: 'a', datasetUUID: 'b' } }), 'FieldValueInvalid', `${v}.flocker`],
  [
    volume({ downwardAPI: { items: [{ fieldRef: { fieldPath: 'metadata.name' } }] } }),
    'FieldValueRequired',
    `${v}.downwardAPI.path`,
  ],
  [
    volume({ downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'spec.nodeName' } }] } }),
    'FieldValueNotSupported',
    `${v}.downwardAPI.fieldRef.fieldPath`,
  ],
  [volume({ downwardAPI: { items: [{ path: 'p' }] } }), 'FieldValueRequired', `${v}.downwardAPI`],
  [
    volume({ downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'spec.host' } }] } }),
    'FieldValueNotSupported',
    `${v}.downwardAPI.fieldRef.fieldPath`,
  ],
  [
    volume({ downwardAPI: { items: [{ path: 'p', resourceFieldRef: { resource: 'limits.cpu' } }] } }),
    'FieldValueRequired',
    `${v}.downwardAPI.resourceFieldRef.containerName`,
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
    it.each(rows)('%j is refused: %s %s', (changes, reason, field) => {
      expect(summary(createCauses('pods', changes))).toEqual([`${reason} ${field}`]);
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

  it('accepts a terminal without stdin under the dialect that says so', () => {
    expect(createCauses('pods', { [`${C}.tty`]: true }, { 'container.tty': 'accepted' })).toEqual([]);
  });
});
