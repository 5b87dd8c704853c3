import type { Members } from '../../../shared/json.ts';
import { describe, expect, it } from 'vitest';
import { type ResourceId, RESOURCES } from '../../../spec/surface/resources.ts';
import { createCauses, statusCauses, summary, updateCauses } from '../strategy.fixture.ts';

type RefusedChange = readonly [id: ResourceId, changes: Members, cause: string];

const KEPT: readonly ResourceId[] = [
  'deployments.apps',
  'deployments.extensions',
  'replicasets.extensions',
  'daemonsets.extensions',
];
const ROLLING = 'spec.strategy.rollingUpdate';
const LABELS = 'spec.template.metadata.labels';
const owner = (more: object): Members => ({
  'metadata.ownerReferences': [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', ...more }],
});
const ports = (...list: object[]): Members => ({ 'spec.ports': list });
const disk = [{ name: 'd', gcePersistentDisk: { pdName: 'd' } }];

const META: readonly RefusedChange[] = [
  ['configmaps', { 'metadata.name': undefined }, 'Required metadata.name'],
  ['configmaps', { 'metadata.name': 'A_b' }, 'Invalid metadata.name'],
  ['configmaps', { 'metadata.name': 'a'.repeat(254) }, 'Invalid metadata.name'],
  ['namespaces', { 'metadata.name': 'a.b' }, 'Invalid metadata.name'],
  ['services', { 'metadata.name': '1a' }, 'Invalid metadata.name'],
  ['events', { 'metadata.name': 'a/b' }, 'Invalid metadata.name'],
  ['events', { 'metadata.name': '..' }, 'Invalid metadata.name'],
  ['configmaps', { 'metadata.generateName': 'A' }, 'Invalid metadata.generateName'],
  ['configmaps', { 'metadata.labels': { 'a b': 'c' } }, 'Invalid metadata.labels'],
  ['configmaps', { 'metadata.labels': { a: 'b c' } }, 'Invalid metadata.labels'],
  ['configmaps', { 'metadata.annotations': { 'a b': 'c' } }, 'Invalid metadata.annotations'],
  ['configmaps', { 'metadata.annotations': { a: 'x'.repeat(262_144) } }, 'TooLong metadata.annotations'],
  ['configmaps', { 'metadata.finalizers': ['a b/c'] }, 'Invalid metadata.finalizers'],
  ['configmaps', { 'metadata.finalizers': ['mine'] }, 'Invalid metadata.finalizers'],
  ['configmaps', { 'metadata.finalizers': ['orphan', 'foregroundDeletion'] }, 'Invalid metadata.finalizers'],
  ...['apiVersion', 'kind', 'name', 'uid'].map((member): RefusedChange => [
    'configmaps',
    owner({ [member]: '' }),
    `Invalid metadata.ownerReferences.${member}`,
  ]),
  ['configmaps', owner({ apiVersion: 'a/b/c' }), 'Invalid metadata.ownerReferences.apiVersion'],
  ['configmaps', owner({ kind: 'Event' }), 'Invalid metadata.ownerReferences'],
  [
    'configmaps',
    {
      'metadata.ownerReferences': ['a', 'b'].map((uid) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        name: 'p',
        uid,
        controller: true,
      })),
    },
    'Invalid metadata.ownerReferences',
  ],
  ['configmaps', { 'metadata.generation': -1 }, 'Invalid metadata.generation'],
  ['configmaps', { 'metadata.initializers': { pending: [] } }, 'Invalid metadata.initializers.pending'],
];

const DATA: readonly RefusedChange[] = [
  ['configmaps', { data: { 'a b': 'x' } }, 'Invalid data[a b]'],
  ['configmaps', { data: { '..x': 'x' } }, 'Invalid data[..x]'],
  ['configmaps', { data: { a: 'x'.repeat(1_048_577) } }, 'TooLong data'],
  ['secrets', { data: { 'a b': '' } }, 'Invalid data[a b]'],
  [
    'secrets',
    { type: 'kubernetes.io/service-account-token' },
    'Required metadata.annotations[kubernetes.io/service-account.name]',
  ],
  ['secrets', { type: 'kubernetes.io/dockercfg' }, 'Required data[.dockercfg]'],
  ['secrets', { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '[' } }, 'Invalid data[.dockercfg]'],
  ['secrets', { type: 'kubernetes.io/dockerconfigjson' }, 'Required data[.dockerconfigjson]'],
  ['secrets', { type: 'kubernetes.io/ssh-auth' }, 'Required data[%s][ssh-privatekey]'],
  ['secrets', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } }, 'Required data[tls.key]'],
  ['namespaces', { 'spec.finalizers': ['mine'] }, 'Invalid spec.finalizers[0]'],
  ['events', { 'involvedObject.namespace': 'b' }, 'Invalid involvedObject.namespace'],
  ['events', { involvedObject: {} }, 'Invalid involvedObject.namespace'],
  ['events', { 'involvedObject.kind': 'Namespace' }, 'Invalid involvedObject.namespace'],
  ['events', { 'involvedObject.kind': 'Node' }, 'Invalid involvedObject.namespace'],
];

const WORKLOADS: readonly RefusedChange[] = [
  ...KEPT.flatMap((id): RefusedChange[] => [
    [id, { 'spec.minReadySeconds': -1 }, 'Invalid spec.minReadySeconds'],
    [id, { 'spec.selector': {} }, 'Invalid spec.selector'],
    [id, { 'spec.selector': { matchLabels: { other: 'y' } } }, `Invalid ${LABELS}`],
    [
      id,
      { 'spec.selector': { matchExpressions: [{ key: 'other', operator: 'NotIn' }], matchLabels: { app: 'x' } } },
      'Required spec.selector.matchExpressions[0].values',
    ],
    [id, { 'spec.template.spec.restartPolicy': 'Never' }, 'NotSupported spec.template.spec.restartPolicy'],
    [id, { 'spec.template.spec.activeDeadlineSeconds': 5 }, 'Invalid spec.template.spec.activeDeadlineSeconds'],
    [id, { 'spec.template.spec.containers': [] }, 'Required spec.template.spec.containers'],
    [
      id,
      { 'spec.replicas': 2, 'spec.template.spec.volumes': disk },
      'Invalid spec.template.spec.volumes[0].gcePersistentDisk.readOnly',
    ],
  ]),
  ...KEPT.filter((id) => !id.startsWith('daemonsets')).map((id): RefusedChange => [
    id,
    { 'spec.replicas': -1 },
    'Invalid spec.replicas',
  ]),
  ...KEPT.filter((id) => !id.startsWith('daemonsets')).map((id): RefusedChange => [
    id,
    { [LABELS]: undefined },
    'Required spec.selector',
  ]),
  ['daemonsets.extensions', { [LABELS]: undefined }, `Invalid ${LABELS}`],
  ['daemonsets.extensions', { 'spec.updateStrategy.type': 'Q' }, 'NotSupported spec.updateStrategy'],
  [
    'daemonsets.extensions',
    { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } } },
    'Invalid spec.updateStrategy.rollingUpdate.maxUnavailable',
  ],
  [
    'daemonsets.extensions',
    { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '101%' } } },
    'Invalid spec.updateStrategy.rollingUpdate.maxUnavailable',
  ],
  ['daemonsets.extensions', { 'spec.revisionHistoryLimit': -1 }, 'Invalid spec.revisionHistoryLimit'],
  ...(['deployments.apps', 'deployments.extensions'] as const).flatMap((id): RefusedChange[] => [
    [id, { 'spec.strategy.type': 'Q' }, 'NotSupported spec.strategy'],
    [id, { 'spec.strategy': { type: 'Recreate', rollingUpdate: {} } }, `Forbidden ${ROLLING}`],
    [id, { [ROLLING]: { maxSurge: 0, maxUnavailable: 0 } }, `Invalid ${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxSurge: '0%', maxUnavailable: 0 } }, `Invalid ${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxUnavailable: '101%' } }, `Invalid ${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxUnavailable: '5' } }, `Invalid ${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxUnavailable: -1 } }, `Invalid ${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxSurge: 'x' } }, `Invalid ${ROLLING}.maxSurge`],
    [id, { [ROLLING]: { maxSurge: -1 } }, `Invalid ${ROLLING}.maxSurge`],
    [id, { 'spec.revisionHistoryLimit': -1 }, 'Invalid spec.revisionHistoryLimit'],
    [id, { 'spec.rollbackTo': { revision: -1 } }, 'Invalid spec.rollback.version'],
    [id, { 'spec.progressDeadlineSeconds': 0 }, 'Invalid spec.progressDeadlineSeconds'],
    [id, { 'spec.minReadySeconds': 600 }, 'Invalid spec.progressDeadlineSeconds'],
  ]),
  ['jobs.batch', { 'spec.parallelism': -1 }, 'Invalid spec.parallelism'],
  ['jobs.batch', { 'spec.completions': -1 }, 'Invalid spec.completions'],
  ['jobs.batch', { 'spec.activeDeadlineSeconds': -1 }, 'Invalid spec.activeDeadlineSeconds'],
  ['jobs.batch', { 'spec.template.spec.restartPolicy': 'Always' }, 'NotSupported spec.template.spec.restartPolicy'],
  ['jobs.batch', { 'spec.manualSelector': true }, 'Required spec.selector'],
  ['jobs.batch', { 'spec.manualSelector': true, 'spec.selector': { matchLabels: { a: 'b' } } }, `Invalid ${LABELS}`],
  ['jobs.batch', { [LABELS]: { 'job-name': 'other' } }, `Invalid ${LABELS}[job-name]`],
  ['jobs.batch', { 'spec.selector': { matchLabels: { app: 'x' } } }, 'Invalid spec.selector'],
  ['cronjobs.batch', { 'spec.schedule': undefined }, 'Required spec.schedule'],
  ['cronjobs.batch', { 'spec.schedule': '* * * * * *' }, 'Invalid spec.schedule'],
  ['cronjobs.batch', { 'spec.startingDeadlineSeconds': -1 }, 'Invalid spec.startingDeadlineSeconds'],
  ['cronjobs.batch', { 'spec.concurrencyPolicy': 'Q' }, 'NotSupported spec.concurrencyPolicy'],
  ['cronjobs.batch', { 'spec.successfulJobsHistoryLimit': -1 }, 'Invalid spec.successfulJobsHistoryLimit'],
  ['cronjobs.batch', { 'spec.failedJobsHistoryLimit': -1 }, 'Invalid spec.failedJobsHistoryLimit'],
  [
    'cronjobs.batch',
    { 'spec.jobTemplate.spec.selector': { matchLabels: { a: 'b' } } },
    'Invalid spec.jobTemplate.spec.selector',
  ],
  [
    'cronjobs.batch',
    { 'spec.jobTemplate.spec.manualSelector': true },
    'NotSupported spec.jobTemplate.spec.manualSelector',
  ],
  [
    'cronjobs.batch',
    { 'spec.jobTemplate.spec.template.spec.restartPolicy': 'Always' },
    'NotSupported spec.jobTemplate.spec.template.spec.restartPolicy',
  ],
];

const NETWORK: readonly RefusedChange[] = [
  ['services', { 'spec.ports': [] }, 'Required spec.ports'],
  ['services', { 'spec.type': 'Q' }, 'NotSupported spec.type'],
  ['services', { 'spec.sessionAffinity': 'Q' }, 'NotSupported spec.sessionAffinity'],
  ['services', { 'spec.clusterIP': 'x' }, 'Invalid spec.clusterIP'],
  ['services', { 'spec.clusterIP': '192.168.0.1' }, 'Invalid spec.clusterIP'],
  ['services', { 'spec.type': 'NodePort', 'spec.clusterIP': 'None' }, 'Invalid spec.clusterIP'],
  [
    'services',
    { 'spec.type': 'ExternalName', 'spec.externalName': 'a.b', 'spec.clusterIP': '10.0.0.1' },
    'Invalid spec.clusterIP',
  ],
  ['services', { 'spec.type': 'ExternalName' }, 'Required spec.externalName'],
  ['services', { 'spec.type': 'ExternalName', 'spec.externalName': 'A_' }, 'Invalid spec.externalName'],
  ['services', ports({ port: 1, name: 'a' }, { port: 2 }), 'Required spec.ports[1].name'],
  ['services', ports({ port: 1, name: 'A' }), 'Invalid spec.ports[0].name'],
  ['services', ports({ port: 1, name: 'a' }, { port: 2, name: 'a' }), 'Duplicate spec.ports[1].name'],
  ['services', ports({ port: 70000, targetPort: 1 }), 'Invalid spec.ports[0].port'],
  ['services', ports({ port: 1, targetPort: 70000 }), 'Invalid spec.ports[0].targetPort'],
  ['services', ports({ port: 1, protocol: 'ICMP' }), 'NotSupported spec.ports[0].protocol'],
  ['services', ports({ port: 1, nodePort: 30000 }), 'Invalid spec.ports[0].nodePort'],
  [
    'services',
    {
      'spec.type': 'NodePort',
      ...ports({ port: 1, name: 'a', nodePort: 30000 }, { port: 2, name: 'b', nodePort: 30000 }),
    },
    'Duplicate spec.ports[1].nodePort',
  ],
  ['services', { 'spec.type': 'NodePort', ...ports({ port: 1, nodePort: 80 }) }, 'Invalid spec.ports[0].nodePort'],
  ['services', { 'spec.type': 'LoadBalancer', ...ports({ port: 10250 }) }, 'Invalid spec.ports[0]'],
  ['services', { 'spec.selector': { a: 'b c' } }, 'Invalid spec.selector'],
  ['services', { 'spec.externalIPs': ['127.0.0.1'] }, 'Invalid spec.externalIPs[0]'],
  ['services', { 'spec.loadBalancerSourceRanges': ['10.0.0.0/8'] }, 'Invalid spec.LoadBalancerSourceRanges'],
  [
    'services',
    { 'spec.type': 'LoadBalancer', 'spec.loadBalancerSourceRanges': ['10.0.0.0/33'] },
    'Invalid spec.LoadBalancerSourceRanges',
  ],
  ['services', { 'spec.type': 'NodePort', 'spec.externalTrafficPolicy': 'Q' }, 'Invalid spec.externalTrafficPolicy'],
  ['services', { 'spec.externalTrafficPolicy': 'Local' }, 'Invalid spec.externalTrafficPolicy'],
  ['services', { 'spec.healthCheckNodePort': 30000 }, 'Invalid spec.healthCheckNodePort'],
  [
    'services',
    { 'metadata.annotations': { 'service.beta.kubernetes.io/external-traffic': 'Q' } },
    'Invalid metadata.annotations[service.beta.kubernetes.io/external-traffic]',
  ],
  ['ingresses.extensions', { spec: {} }, 'Invalid spec'],
  ['ingresses.extensions', { 'spec.backend.serviceName': '' }, 'Required spec.backend.serviceName'],
  ['ingresses.extensions', { 'spec.backend.serviceName': '1a' }, 'Invalid spec.backend.serviceName'],
  ['ingresses.extensions', { 'spec.backend.servicePort': 70000 }, 'Invalid spec.backend.servicePort'],
  ['ingresses.extensions', { 'spec.rules.0.host': '10.0.0.1' }, 'Invalid spec.rules[0].host'],
  ['ingresses.extensions', { 'spec.rules.0.host': 'A_' }, 'Invalid spec.rules[0].host'],
  ['ingresses.extensions', { 'spec.rules.0.http.paths': [] }, 'Required spec.rules[0].http.paths'],
  ['ingresses.extensions', { 'spec.rules.0.http.paths.0.path': 'x' }, 'Invalid spec.rules[0].http.paths[0].path'],
  ['ingresses.extensions', { 'spec.rules.0.http.paths.0.path': '/(' }, 'Invalid spec.rules[0].http.paths[0].path'],
  [
    'ingresses.extensions',
    { 'spec.rules.0.http.paths.0.backend.serviceName': '' },
    'Required spec.rules[0].http.paths[0].backend.serviceName',
  ],
  ['ingresses.extensions', { 'spec.tls.0.hosts': ['A_'] }, 'Invalid spec.tls[0].hosts[0]'],
];

const UPDATES: readonly RefusedChange[] = [
  ['pods', { 'spec.containers.0.image': 'other:1' }, 'Forbidden spec'],
  ['pods', { 'spec.containers.0.env': [{ name: 'A' }] }, 'Forbidden spec'],
  [
    'pods',
    {
      'spec.containers': [
        { name: 'c', image: 'a:1' },
        { name: 'd', image: 'b:1' },
      ],
    },
    'Forbidden spec.containers',
  ],
  ['pods', { 'spec.initContainers': [] }, 'Forbidden spec.initContainers'],
  ['pods', { 'spec.restartPolicy': 'Never' }, 'Forbidden spec'],
  [
    'pods',
    { 'metadata.annotations': { 'container.apparmor.security.beta.kubernetes.io/c': 'runtime/default' } },
    'Forbidden metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]',
  ],
  ['secrets', { type: 'other' }, 'Invalid type'],
  ['services', { 'spec.clusterIP': '10.0.9.9' }, 'Invalid spec.clusterIP'],
  ['services', { 'spec.clusterIP': undefined }, 'Invalid spec.clusterIP'],
  ['jobs.batch', { 'spec.completions': 5 }, 'Invalid spec.completions'],
  ['jobs.batch', { 'spec.template.spec.nodeName': 'n' }, 'Invalid spec.template'],
  ['deployments.apps', { 'spec.replicas': -1 }, 'Invalid spec.replicas'],
];

const STATUSES: readonly RefusedChange[] = [
  ['deployments.apps', { replicas: -1 }, 'Invalid status.replicas'],
  ['deployments.apps', { replicas: 1, readyReplicas: 2 }, 'Invalid status.readyReplicas'],
  ['deployments.apps', { replicas: 3, readyReplicas: 1, availableReplicas: 2 }, 'Invalid status.availableReplicas'],
  ['replicasets.extensions', { replicas: 1, fullyLabeledReplicas: 2 }, 'Invalid status.fullyLabeledReplicas'],
  ['replicasets.extensions', { replicas: 3, availableReplicas: 2 }, 'Invalid status.availableReplicas'],
  ['daemonsets.extensions', { numberReady: -1 }, 'Invalid status.numberReady'],
  ['jobs.batch', { active: -1 }, 'Invalid status.active'],
  ['namespaces', { phase: 'Terminating' }, 'Invalid status.Phase'],
  ['services', { loadBalancer: { ingress: [{ ip: 'x' }] } }, 'Invalid status.loadBalancer.ingress[0].ip'],
];

describe('validation by kind', () => {
  it.each(RESOURCES.map(({ id }) => id))('finds nothing wrong with a valid object: %s', (id) => {
    expect(createCauses(id, {})).toEqual([]);
    expect(updateCauses(id, {})).toEqual([]);
  });

  describe.each([
    ['metadata', META],
    ['data', DATA],
    ['workloads', WORKLOADS],
    ['network', NETWORK],
  ])('%s at create', (_, rows) => {
    it.each(rows)('%s %j is refused: %s', (id, changes, cause) => {
      expect(summary(createCauses(id, changes))).toEqual([`FieldValue${cause}`]);
    });
  });

  it.each(UPDATES)('%s changed to %j is refused: %s', (id, changes, cause) => {
    expect(summary(updateCauses(id, changes))).toEqual([`FieldValue${cause}`]);
  });

  it.each(STATUSES)('%s with status %j is refused: %s', (id, status, cause) => {
    expect(summary(statusCauses(id, status))).toEqual([`FieldValue${cause}`]);
  });

  it.each<RefusedChange>([
    [
      'services',
      { 'spec.type': 'LoadBalancer', ...ports({ port: 1, name: 'a' }, { port: 2, name: 'b', protocol: 'UDP' }) },
      'Invalid spec.ports',
    ],
    ['services', ports({ port: 1, protocol: 'SCTP' }), 'NotSupported spec.ports[0].protocol'],
    ['services', { 'spec.type': 'ExternalName', 'spec.externalName': 'a.' }, 'Invalid spec.externalName'],
    [
      'services',
      { 'spec.externalIPs': ['198.51.100.1'], 'spec.externalTrafficPolicy': 'Local' },
      'Invalid spec.externalTrafficPolicy',
    ],
  ])('%s %j is refused under kubernetes-1.7 alone: %s', (id, changes, cause) => {
    expect(createCauses(id, changes)).toEqual([]);
    expect(summary(createCauses(id, changes, { 'resources.other-kinds': 'validated' }))).toEqual([
      `FieldValue${cause}`,
    ]);
  });

  it('takes one port of a service twice under kubernetes-1.7 alone', () => {
    const twice = ports({ port: 1, name: 'a' }, { port: 1, name: 'b' });
    expect(summary(createCauses('services', twice))).toEqual(['FieldValueDuplicate spec.ports[1]']);
    expect(createCauses('services', twice, { 'resources.other-kinds': 'validated' })).toEqual([]);
  });

  it.each<RefusedChange>([
    ['jobs.batch', { 'spec.completionMode': 'NonIndexed' }, 'Invalid spec.completionMode'],
    ['jobs.batch', { 'spec.managedBy': 'a/b' }, 'Invalid spec.managedBy'],
    ['jobs.batch', { 'spec.completions': 2, 'spec.parallelism': 2 }, 'Invalid spec.completions'],
  ])('%s changed to %j is refused, as later releases do: %s', (id, changes, cause) => {
    expect(summary(updateCauses(id, changes))).toEqual([`FieldValue${cause}`]);
  });

  it('an indexed job grows if its completions and its parallelism do', () => {
    const before = { 'spec.completionMode': 'Indexed', 'spec.completions': 1, 'spec.parallelism': 1 };
    const resized = (changes: Members): string[] => summary(updateCauses('jobs.batch', changes, { before }));
    expect(resized({ 'spec.completions': 2, 'spec.parallelism': 2 })).toEqual([]);
    expect(resized({ 'spec.completions': 2 })).toEqual(['FieldValueInvalid spec.completions']);
  });

  it('requires a user or a password for basic authentication', () => {
    expect(summary(createCauses('secrets', { type: 'kubernetes.io/basic-auth' }))).toHaveLength(2);
    expect(createCauses('secrets', { type: 'kubernetes.io/basic-auth', stringData: { username: 'u' } })).toEqual([]);
  });

  it.each([
    ['pods', {}, { 'spec.activeDeadlineSeconds': 10 }],
    ['pods', { 'spec.activeDeadlineSeconds': 10 }, { 'spec.activeDeadlineSeconds': 5 }],
    [
      'pods',
      { 'spec.tolerations': [{ key: 'a', operator: 'Exists', effect: 'NoExecute' }] },
      {
        'spec.tolerations': [{ key: 'b' }, { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
      },
    ],
    ['pods', {}, { 'metadata.labels': { a: 'b' } }],
    ['deployments.apps', {}, { 'spec.replicas': 0 }],
    ['jobs.batch', {}, { 'spec.parallelism': 7 }],
    ['services', {}, { 'spec.type': 'NodePort' }],
    ['configmaps', {}, { data: { other: 'x' } }],
  ] as const)('%s that is %j may be changed to %j', (id, before, changes) => {
    expect(updateCauses(id, changes, { before })).toEqual([]);
  });

  it.each([
    [{ 'spec.activeDeadlineSeconds': 20 }, 'FieldValueInvalid spec.activeDeadlineSeconds'],
    [{ 'spec.activeDeadlineSeconds': undefined }, 'FieldValueInvalid spec.activeDeadlineSeconds'],
    [{ 'spec.tolerations': undefined }, 'FieldValueForbidden spec.tolerations'],
  ])('a pod with a deadline and tolerations may not be changed to %j', (changes, cause) => {
    const before = { 'spec.activeDeadlineSeconds': 10, 'spec.tolerations': [{ key: 'a', operator: 'Exists' }] };
    expect(summary(updateCauses('pods', changes, { before }))).toEqual([cause]);
  });

  it('lets the image of a container change under kubernetes-1.7', () => {
    expect(
      updateCauses('pods', { 'spec.containers.0.image': 'other:1' }, { choices: { 'pod.image': 'mutable' } }),
    ).toEqual([]);
  });

  it('accepts a maxSurge above 100%', () => {
    expect(createCauses('deployments.apps', { [ROLLING]: { maxSurge: '300%' } })).toEqual([]);
  });
});
