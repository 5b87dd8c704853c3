import { describe, expect, it } from 'vitest';
import { type ResourceId, RESOURCES } from '../../spec/surface/resources.ts';
import { createCauses, statusCauses, summary, updateCauses } from './strategy.fixture.ts';

type Changes = Readonly<Record<string, unknown>>;
type Row = readonly [id: ResourceId, changes: Changes, reason: string, field: string];

const KEPT: readonly ResourceId[] = [
  'deployments.apps',
  'deployments.extensions',
  'replicasets.extensions',
  'daemonsets.extensions',
];
const ROLLING = 'spec.strategy.rollingUpdate';
const LABELS = 'spec.template.metadata.labels';
const owner = (more: object): Changes => ({
  'metadata.ownerReferences': [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', ...more }],
});
const ports = (...list: object[]): Changes => ({ 'spec.ports': list });
const disk = [{ name: 'd', gcePersistentDisk: { pdName: 'd' } }];

const META: readonly Row[] = [
  ['configmaps', { 'metadata.name': undefined }, 'FieldValueRequired', 'metadata.name'],
  ['configmaps', { 'metadata.name': 'A_b' }, 'FieldValueInvalid', 'metadata.name'],
  ['configmaps', { 'metadata.name': 'a'.repeat(254) }, 'FieldValueInvalid', 'metadata.name'],
  ['namespaces', { 'metadata.name': 'a.b' }, 'FieldValueInvalid', 'metadata.name'],
  ['services', { 'metadata.name': '1a' }, 'FieldValueInvalid', 'metadata.name'],
  ['events', { 'metadata.name': 'a/b' }, 'FieldValueInvalid', 'metadata.name'],
  ['events', { 'metadata.name': '..' }, 'FieldValueInvalid', 'metadata.name'],
  ['configmaps', { 'metadata.generateName': 'A' }, 'FieldValueInvalid', 'metadata.generateName'],
  ['configmaps', { 'metadata.labels': { 'a b': 'c' } }, 'FieldValueInvalid', 'metadata.labels'],
  ['configmaps', { 'metadata.labels': { a: 'b c' } }, 'FieldValueInvalid', 'metadata.labels'],
  ['configmaps', { 'metadata.annotations': { 'a b': 'c' } }, 'FieldValueInvalid', 'metadata.annotations'],
  ['configmaps', { 'metadata.annotations': { a: 'x'.repeat(262_144) } }, 'FieldValueTooLong', 'metadata.annotations'],
  ['configmaps', { 'metadata.finalizers': ['a b/c'] }, 'FieldValueInvalid', 'metadata.finalizers'],
  ['configmaps', { 'metadata.finalizers': ['mine'] }, 'FieldValueInvalid', 'metadata.finalizers'],
  [
    'configmaps',
    { 'metadata.finalizers': ['orphan', 'foregroundDeletion'] },
    'FieldValueInvalid',
    'metadata.finalizers',
  ],
  ...['apiVersion', 'kind', 'name', 'uid'].map((member): Row => [
    'configmaps',
    owner({ [member]: '' }),
    'FieldValueInvalid',
    `metadata.ownerReferences.${member}`,
  ]),
  ['configmaps', owner({ apiVersion: 'a/b/c' }), 'FieldValueInvalid', 'metadata.ownerReferences.apiVersion'],
  ['configmaps', owner({ kind: 'Event' }), 'FieldValueInvalid', 'metadata.ownerReferences'],
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
    'FieldValueInvalid',
    'metadata.ownerReferences',
  ],
  ['configmaps', { 'metadata.generation': -1 }, 'FieldValueInvalid', 'metadata.generation'],
  ['configmaps', { 'metadata.initializers': { pending: [] } }, 'FieldValueInvalid', 'metadata.initializers.pending'],
];

const DATA: readonly Row[] = [
  ['configmaps', { data: { 'a b': 'x' } }, 'FieldValueInvalid', 'data[a b]'],
  ['configmaps', { data: { '..x': 'x' } }, 'FieldValueInvalid', 'data[..x]'],
  ['configmaps', { data: { a: 'x'.repeat(1_048_577) } }, 'FieldValueTooLong', 'data'],
  ['secrets', { data: { 'a b': '' } }, 'FieldValueInvalid', 'data[a b]'],
  [
    'secrets',
    { type: 'kubernetes.io/service-account-token' },
    'FieldValueRequired',
    'metadata.annotations[kubernetes.io/service-account.name]',
  ],
  ['secrets', { type: 'kubernetes.io/dockercfg' }, 'FieldValueRequired', 'data[.dockercfg]'],
  [
    'secrets',
    { type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '[' } },
    'FieldValueInvalid',
    'data[.dockercfg]',
  ],
  ['secrets', { type: 'kubernetes.io/dockerconfigjson' }, 'FieldValueRequired', 'data[.dockerconfigjson]'],
  ['secrets', { type: 'kubernetes.io/ssh-auth' }, 'FieldValueRequired', 'data[%s][ssh-privatekey]'],
  ['secrets', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } }, 'FieldValueRequired', 'data[tls.key]'],
  ['namespaces', { 'spec.finalizers': ['mine'] }, 'FieldValueInvalid', 'spec.finalizers[0]'],
  ['events', { 'involvedObject.namespace': 'b' }, 'FieldValueInvalid', 'involvedObject.namespace'],
  ['events', { involvedObject: {} }, 'FieldValueInvalid', 'involvedObject.namespace'],
  ['events', { 'involvedObject.kind': 'Namespace' }, 'FieldValueInvalid', 'involvedObject.namespace'],
  ['events', { 'involvedObject.kind': 'Node' }, 'FieldValueInvalid', 'involvedObject.namespace'],
];

const WORKLOADS: readonly Row[] = [
  ...KEPT.flatMap((id): Row[] => [
    [id, { 'spec.minReadySeconds': -1 }, 'FieldValueInvalid', 'spec.minReadySeconds'],
    [id, { 'spec.selector': {} }, 'FieldValueInvalid', 'spec.selector'],
    [id, { 'spec.selector': { matchLabels: { other: 'y' } } }, 'FieldValueInvalid', LABELS],
    [
      id,
      { 'spec.selector': { matchExpressions: [{ key: 'other', operator: 'NotIn' }], matchLabels: { app: 'x' } } },
      'FieldValueRequired',
      'spec.selector.matchExpressions[0].values',
    ],
    [id, { 'spec.template.spec.restartPolicy': 'Never' }, 'FieldValueNotSupported', 'spec.template.spec.restartPolicy'],
    [
      id,
      { 'spec.template.spec.activeDeadlineSeconds': 5 },
      'FieldValueInvalid',
      'spec.template.spec.activeDeadlineSeconds',
    ],
    [id, { 'spec.template.spec.containers': [] }, 'FieldValueRequired', 'spec.template.spec.containers'],
    [
      id,
      { 'spec.replicas': 2, 'spec.template.spec.volumes': disk },
      'FieldValueInvalid',
      'spec.template.spec.volumes[0].gcePersistentDisk.readOnly',
    ],
  ]),
  ...KEPT.filter((id) => !id.startsWith('daemonsets')).map((id): Row => [
    id,
    { 'spec.replicas': -1 },
    'FieldValueInvalid',
    'spec.replicas',
  ]),
  ...KEPT.filter((id) => !id.startsWith('daemonsets')).map((id): Row => [
    id,
    { [LABELS]: undefined },
    'FieldValueRequired',
    'spec.selector',
  ]),
  ['daemonsets.extensions', { [LABELS]: undefined }, 'FieldValueInvalid', LABELS],
  ['daemonsets.extensions', { 'spec.updateStrategy.type': 'Q' }, 'FieldValueNotSupported', 'spec.updateStrategy'],
  [
    'daemonsets.extensions',
    { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } } },
    'FieldValueInvalid',
    'spec.updateStrategy.rollingUpdate.maxUnavailable',
  ],
  [
    'daemonsets.extensions',
    { 'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '101%' } } },
    'FieldValueInvalid',
    'spec.updateStrategy.rollingUpdate.maxUnavailable',
  ],
  ['daemonsets.extensions', { 'spec.revisionHistoryLimit': -1 }, 'FieldValueInvalid', 'spec.revisionHistoryLimit'],
  ...(['deployments.apps', 'deployments.extensions'] as const).flatMap((id): Row[] => [
    [id, { 'spec.strategy.type': 'Q' }, 'FieldValueNotSupported', 'spec.strategy'],
    [id, { 'spec.strategy': { type: 'Recreate', rollingUpdate: {} } }, 'FieldValueForbidden', ROLLING],
    [id, { [ROLLING]: { maxSurge: 0, maxUnavailable: 0 } }, 'FieldValueInvalid', `${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxSurge: '0%', maxUnavailable: 0 } }, 'FieldValueInvalid', `${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxUnavailable: '101%' } }, 'FieldValueInvalid', `${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxUnavailable: '5' } }, 'FieldValueInvalid', `${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxUnavailable: -1 } }, 'FieldValueInvalid', `${ROLLING}.maxUnavailable`],
    [id, { [ROLLING]: { maxSurge: 'x' } }, 'FieldValueInvalid', `${ROLLING}.maxSurge`],
    [id, { [ROLLING]: { maxSurge: -1 } }, 'FieldValueInvalid', `${ROLLING}.maxSurge`],
    [id, { 'spec.revisionHistoryLimit': -1 }, 'FieldValueInvalid', 'spec.revisionHistoryLimit'],
    [id, { 'spec.rollbackTo': { revision: -1 } }, 'FieldValueInvalid', 'spec.rollback.version'],
    [id, { 'spec.progressDeadlineSeconds': 0 }, 'FieldValueInvalid', 'spec.progressDeadlineSeconds'],
    [id, { 'spec.minReadySeconds': 600 }, 'FieldValueInvalid', 'spec.progressDeadlineSeconds'],
  ]),
  ['jobs.batch', { 'spec.parallelism': -1 }, 'FieldValueInvalid', 'spec.parallelism'],
  ['jobs.batch', { 'spec.completions': -1 }, 'FieldValueInvalid', 'spec.completions'],
  ['jobs.batch', { 'spec.activeDeadlineSeconds': -1 }, 'FieldValueInvalid', 'spec.activeDeadlineSeconds'],
  [
    'jobs.batch',
    { 'spec.template.spec.restartPolicy': 'Always' },
    'FieldValueNotSupported',
    'spec.template.spec.restartPolicy',
  ],
  ['jobs.batch', { 'spec.manualSelector': true }, 'FieldValueRequired', 'spec.selector'],
  [
    'jobs.batch',
    { 'spec.manualSelector': true, 'spec.selector': { matchLabels: { a: 'b' } } },
    'FieldValueInvalid',
    LABELS,
  ],
  ['jobs.batch', { [LABELS]: { 'job-name': 'other' } }, 'FieldValueInvalid', `${LABELS}[job-name]`],
  ['jobs.batch', { 'spec.selector': { matchLabels: { app: 'x' } } }, 'FieldValueInvalid', 'spec.selector'],
  ['cronjobs.batch', { 'spec.schedule': undefined }, 'FieldValueRequired', 'spec.schedule'],
  ['cronjobs.batch', { 'spec.schedule': '* * * * * *' }, 'FieldValueInvalid', 'spec.schedule'],
  ['cronjobs.batch', { 'spec.startingDeadlineSeconds': -1 }, 'FieldValueInvalid', 'spec.startingDeadlineSeconds'],
  ['cronjobs.batch', { 'spec.concurrencyPolicy': 'Q' }, 'FieldValueNotSupported', 'spec.concurrencyPolicy'],
  ['cronjobs.batch', { 'spec.successfulJobsHistoryLimit': -1 }, 'FieldValueInvalid', 'spec.successfulJobsHistoryLimit'],
  ['cronjobs.batch', { 'spec.failedJobsHistoryLimit': -1 }, 'FieldValueInvalid', 'spec.failedJobsHistoryLimit'],
  [
    'cronjobs.batch',
    { 'spec.jobTemplate.spec.selector': { matchLabels: { a: 'b' } } },
    'FieldValueInvalid',
    'spec.jobTemplate.spec.selector',
  ],
  [
    'cronjobs.batch',
    { 'spec.jobTemplate.spec.manualSelector': true },
    'FieldValueNotSupported',
    'spec.jobTemplate.spec.manualSelector',
  ],
  [
    'cronjobs.batch',
    { 'spec.jobTemplate.spec.template.spec.restartPolicy': 'Always' },
    'FieldValueNotSupported',
    'spec.jobTemplate.spec.template.spec.restartPolicy',
  ],
];

const NETWORK: readonly Row[] = [
  ['services', { 'spec.ports': [] }, 'FieldValueRequired', 'spec.ports'],
  ['services', { 'spec.type': 'Q' }, 'FieldValueNotSupported', 'spec.type'],
  ['services', { 'spec.sessionAffinity': 'Q' }, 'FieldValueNotSupported', 'spec.sessionAffinity'],
  ['services', { 'spec.clusterIP': 'x' }, 'FieldValueInvalid', 'spec.clusterIP'],
  ['services', { 'spec.clusterIP': '192.168.0.1' }, 'FieldValueInvalid', 'spec.clusterIP'],
  ['services', { 'spec.type': 'NodePort', 'spec.clusterIP': 'None' }, 'FieldValueInvalid', 'spec.clusterIP'],
  [
    'services',
    { 'spec.type': 'ExternalName', 'spec.externalName': 'a.b', 'spec.clusterIP': '10.0.0.1' },
    'FieldValueInvalid',
    'spec.clusterIP',
  ],
  ['services', { 'spec.type': 'ExternalName' }, 'FieldValueRequired', 'spec.externalName'],
  ['services', { 'spec.type': 'ExternalName', 'spec.externalName': 'A_' }, 'FieldValueInvalid', 'spec.externalName'],
  ['services', ports({ port: 1, name: 'a' }, { port: 2 }), 'FieldValueRequired', 'spec.ports[1].name'],
  ['services', ports({ port: 1, name: 'A' }), 'FieldValueInvalid', 'spec.ports[0].name'],
  ['services', ports({ port: 1, name: 'a' }, { port: 2, name: 'a' }), 'FieldValueDuplicate', 'spec.ports[1].name'],
  ['services', ports({ port: 70000, targetPort: 1 }), 'FieldValueInvalid', 'spec.ports[0].port'],
  ['services', ports({ port: 1, targetPort: 70000 }), 'FieldValueInvalid', 'spec.ports[0].targetPort'],
  ['services', ports({ port: 1, protocol: 'SCTP' }), 'FieldValueNotSupported', 'spec.ports[0].protocol'],
  ['services', ports({ port: 1, nodePort: 30000 }), 'FieldValueInvalid', 'spec.ports[0].nodePort'],
  [
    'services',
    {
      'spec.type': 'NodePort',
      ...ports({ port: 1, name: 'a', nodePort: 30000 }, { port: 2, name: 'b', nodePort: 30000 }),
    },
    'FieldValueDuplicate',
    'spec.ports[1].nodePort',
  ],
  [
    'services',
    { 'spec.type': 'NodePort', ...ports({ port: 1, nodePort: 80 }) },
    'FieldValueInvalid',
    'spec.ports[0].nodePort',
  ],
  ['services', { 'spec.type': 'LoadBalancer', ...ports({ port: 10250 }) }, 'FieldValueInvalid', 'spec.ports[0]'],
  [
    'services',
    { 'spec.type': 'LoadBalancer', ...ports({ port: 1, name: 'a' }, { port: 2, name: 'b', protocol: 'UDP' }) },
    'FieldValueInvalid',
    'spec.ports',
  ],
  ['services', { 'spec.selector': { a: 'b c' } }, 'FieldValueInvalid', 'spec.selector'],
  ['services', { 'spec.externalIPs': ['127.0.0.1'] }, 'FieldValueInvalid', 'spec.externalIPs[0]'],
  [
    'services',
    { 'spec.loadBalancerSourceRanges': ['10.0.0.0/8'] },
    'FieldValueInvalid',
    'spec.LoadBalancerSourceRanges',
  ],
  [
    'services',
    { 'spec.type': 'LoadBalancer', 'spec.loadBalancerSourceRanges': ['10.0.0.0/33'] },
    'FieldValueInvalid',
    'spec.LoadBalancerSourceRanges',
  ],
  [
    'services',
    { 'spec.type': 'NodePort', 'spec.externalTrafficPolicy': 'Q' },
    'FieldValueInvalid',
    'spec.externalTrafficPolicy',
  ],
  ['services', { 'spec.externalTrafficPolicy': 'Local' }, 'FieldValueInvalid', 'spec.externalTrafficPolicy'],
  ['services', { 'spec.healthCheckNodePort': 30000 }, 'FieldValueInvalid', 'spec.healthCheckNodePort'],
  [
    'services',
    { 'metadata.annotations': { 'service.beta.kubernetes.io/external-traffic': 'Q' } },
    'FieldValueInvalid',
    'metadata.annotations[service.beta.kubernetes.io/external-traffic]',
  ],
  ['ingresses.extensions', { spec: {} }, 'FieldValueInvalid', 'spec'],
  ['ingresses.extensions', { 'spec.backend.serviceName': '' }, 'FieldValueRequired', 'spec.backend.serviceName'],
  ['ingresses.extensions', { 'spec.backend.serviceName': '1a' }, 'FieldValueInvalid', 'spec.backend.serviceName'],
  ['ingresses.extensions', { 'spec.backend.servicePort': 70000 }, 'FieldValueInvalid', 'spec.backend.servicePort'],
  ['ingresses.extensions', { 'spec.rules.0.host': '10.0.0.1' }, 'FieldValueInvalid', 'spec.rules[0].host'],
  ['ingresses.extensions', { 'spec.rules.0.host': 'A_' }, 'FieldValueInvalid', 'spec.rules[0].host'],
  ['ingresses.extensions', { 'spec.rules.0.http.paths': [] }, 'FieldValueRequired', 'spec.rules[0].http.paths'],
  [
    'ingresses.extensions',
    { 'spec.rules.0.http.paths.0.path': 'x' },
    'FieldValueInvalid',
    'spec.rules[0].http.paths[0].path',
  ],
  [
    'ingresses.extensions',
    { 'spec.rules.0.http.paths.0.path': '/(' },
    'FieldValueInvalid',
    'spec.rules[0].http.paths[0].path',
  ],
  [
    'ingresses.extensions',
    { 'spec.rules.0.http.paths.0.backend.serviceName': '' },
    'FieldValueRequired',
    'spec.rules[0].http.paths[0].backend.serviceName',
  ],
  ['ingresses.extensions', { 'spec.tls.0.hosts': ['A_'] }, 'FieldValueInvalid', 'spec.tls[0].hosts[0]'],
];

const UPDATES: readonly Row[] = [
  ['pods', { 'spec.containers.0.image': 'other:1' }, 'FieldValueForbidden', 'spec'],
  ['pods', { 'spec.containers.0.env': [{ name: 'A' }] }, 'FieldValueForbidden', 'spec'],
  [
    'pods',
    {
      'spec.containers': [
        { name: 'c', image: 'a:1' },
        { name: 'd', image: 'b:1' },
      ],
    },
    'FieldValueForbidden',
    'spec.containers',
  ],
  ['pods', { 'spec.initContainers': [] }, 'FieldValueForbidden', 'spec.initContainers'],
  ['pods', { 'spec.restartPolicy': 'Never' }, 'FieldValueForbidden', 'spec'],
  [
    'pods',
    { 'metadata.annotations': { 'container.apparmor.security.beta.kubernetes.io/c': 'runtime/default' } },
    'FieldValueForbidden',
    'metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]',
  ],
  ['secrets', { type: 'other' }, 'FieldValueInvalid', 'type'],
  ['services', { 'spec.clusterIP': '10.0.9.9' }, 'FieldValueInvalid', 'spec.clusterIP'],
  ['services', { 'spec.clusterIP': undefined }, 'FieldValueInvalid', 'spec.clusterIP'],
  ['jobs.batch', { 'spec.completions': 5 }, 'FieldValueInvalid', 'spec.completions'],
  ['jobs.batch', { 'spec.template.spec.nodeName': 'n' }, 'FieldValueInvalid', 'spec.template'],
  ['deployments.apps', { 'spec.replicas': -1 }, 'FieldValueInvalid', 'spec.replicas'],
];

const STATUSES: readonly Row[] = [
  ['deployments.apps', { replicas: -1 }, 'FieldValueInvalid', 'status.replicas'],
  ['deployments.apps', { replicas: 1, readyReplicas: 2 }, 'FieldValueInvalid', 'status.readyReplicas'],
  [
    'deployments.apps',
    { replicas: 3, readyReplicas: 1, availableReplicas: 2 },
    'FieldValueInvalid',
    'status.availableReplicas',
  ],
  [
    'replicasets.extensions',
    { replicas: 1, fullyLabeledReplicas: 2 },
    'FieldValueInvalid',
    'status.fullyLabeledReplicas',
  ],
  ['replicasets.extensions', { replicas: 3, availableReplicas: 2 }, 'FieldValueInvalid', 'status.availableReplicas'],
  ['daemonsets.extensions', { numberReady: -1 }, 'FieldValueInvalid', 'status.numberReady'],
  ['jobs.batch', { active: -1 }, 'FieldValueInvalid', 'status.active'],
  ['namespaces', { phase: 'Terminating' }, 'FieldValueInvalid', 'status.Phase'],
  ['services', { loadBalancer: { ingress: [{ ip: 'x' }] } }, 'FieldValueInvalid', 'status.loadBalancer.ingress[0].ip'],
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
    it.each(rows)('%s %j is refused: %s %s', (id, changes, reason, field) => {
      expect(summary(createCauses(id, changes))).toEqual([`${reason} ${field}`]);
    });
  });

  it.each(UPDATES)('%s changed to %j is refused: %s %s', (id, changes, reason, field) => {
    expect(summary(updateCauses(id, changes))).toEqual([`${reason} ${field}`]);
  });

  it.each(STATUSES)('%s with status %j is refused: %s %s', (id, status, reason, field) => {
    expect(summary(statusCauses(id, status))).toEqual([`${reason} ${field}`]);
  });

  it('asks basic authentication for a user or a password', () => {
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

  it('lets the image of a container change under the dialect that says so', () => {
    expect(
      updateCauses('pods', { 'spec.containers.0.image': 'other:1' }, { choices: { 'pod.image': 'mutable' } }),
    ).toEqual([]);
  });

  it('lets maxSurge be more than all', () => {
    expect(createCauses('deployments.apps', { [ROLLING]: { maxSurge: '300%' } })).toEqual([]);
  });
});
