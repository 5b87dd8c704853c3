import type { Members } from '../../../shared/json.ts';
import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import type { ResourceId } from '../../../spec/surface/resources.ts';
import type { ApiObject } from '../api-object.ts';
import { changed, contextOf, created, sentObject, strategyFor } from '../strategy.fixture.ts';

function at(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => (value as Members | undefined)?.[step], object);
}

function made(id: ResourceId, changes: Members = {}): ApiObject {
  return created(id, changed(sentObject(id), changes));
}

const POD = 'spec.containers.0';
const volume = (source: object): Members => ({ 'spec.volumes': [{ name: 'v', ...source }] });
const GUARANTEED = { limits: { cpu: '1', memory: '1Gi' } };

const ROWS: readonly (readonly [id: ResourceId, changes: Members, path: string, value: unknown])[] = [
  ['pods', {}, `${POD}.imagePullPolicy`, 'IfNotPresent'],
  ['pods', { [`${POD}.image`]: 'nginx' }, `${POD}.imagePullPolicy`, 'Always'],
  ['pods', {}, `${POD}.terminationMessagePath`, '/dev/termination-log'],
  ['pods', {}, `${POD}.terminationMessagePolicy`, 'File'],
  ['pods', {}, `${POD}.resources`, {}],
  ['pods', {}, `${POD}.ports.0.protocol`, 'TCP'],
  ['pods', {}, `${POD}.ports.0.hostPort`, undefined],
  ['pods', { 'spec.hostNetwork': true }, `${POD}.ports.0.hostPort`, 80],
  ['pods', {}, 'spec.dnsPolicy', 'ClusterFirst'],
  ['pods', { 'spec.dnsPolicy': '' }, 'spec.dnsPolicy', 'ClusterFirst'],
  ['pods', {}, 'spec.restartPolicy', 'Always'],
  ['pods', {}, 'spec.terminationGracePeriodSeconds', 30],
  ['pods', { 'spec.terminationGracePeriodSeconds': 0 }, 'spec.terminationGracePeriodSeconds', 0],
  ['pods', {}, 'spec.schedulerName', 'default-scheduler'],
  ['pods', {}, 'spec.securityContext', {}],
  ['pods', { 'spec.serviceAccount': 'old' }, 'spec.serviceAccountName', 'old'],
  ['pods', { 'spec.serviceAccount': 'old', 'spec.serviceAccountName': 'new' }, 'spec.serviceAccount', 'new'],
  [
    'pods',
    { [`${POD}.readinessProbe`]: { httpGet: { port: 1 } } },
    `${POD}.readinessProbe`,
    {
      httpGet: { port: 1, path: '/', scheme: 'HTTP' },
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    },
  ],
  [
    'pods',
    { [`${POD}.env`]: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
    `${POD}.env.0.valueFrom.fieldRef.apiVersion`,
    'v1',
  ],
  [
    'pods',
    { [`${POD}.env`]: [{ name: 'E', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }] },
    `${POD}.env.0.valueFrom.resourceFieldRef.divisor`,
    '0',
  ],
  [
    'pods',
    { [`${POD}.resources`]: { limits: { cpu: '0.5' } } },
    `${POD}.resources`,
    { limits: { cpu: '500m' }, requests: { cpu: '500m' } },
  ],
  ['pods', {}, 'spec.volumes.0.emptyDir', { sizeLimit: '0' }],
  ['pods', volume({ secret: { secretName: 's' } }), 'spec.volumes.0.secret.defaultMode', 420],
  ['pods', volume({ configMap: { name: 'm' } }), 'spec.volumes.0.configMap.defaultMode', 420],
  ['pods', volume({ downwardAPI: {} }), 'spec.volumes.0.downwardAPI.defaultMode', 420],
  ['pods', volume({ projected: { sources: [] } }), 'spec.volumes.0.projected.defaultMode', 420],
  ['pods', volume({ iscsi: {} }), 'spec.volumes.0.iscsi.iscsiInterface', 'default'],
  [
    'pods',
    volume({ azureDisk: {} }),
    'spec.volumes.0.azureDisk',
    { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
  ],
  ['pods', volume({ rbd: {} }), 'spec.volumes.0.rbd', { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' }],
  [
    'pods',
    volume({ scaleIO: {} }),
    'spec.volumes.0.scaleIO',
    { protectionDomain: 'default', storagePool: 'default', storageMode: 'ThinProvisioned', fsType: 'xfs' },
  ],
  ['pods', {}, 'status', { phase: 'Pending', qosClass: 'BestEffort' }],
  [
    'pods',
    { status: { phase: 'Running' }, [`${POD}.resources`]: GUARANTEED },
    'status',
    { phase: 'Pending', qosClass: 'Guaranteed' },
  ],
  ['pods', { [`${POD}.resources`]: { requests: { cpu: '1' } } }, 'status.qosClass', 'Burstable'],
  ...(['deployments.apps', 'deployments.extensions'] as const).flatMap(
    (id): [ResourceId, Members, string, unknown][] => [
      [id, {}, 'spec.replicas', 1],
      [id, { 'spec.replicas': 0 }, 'spec.replicas', 0],
      [id, {}, 'spec.selector', { matchLabels: { app: 'x' } }],
      [id, {}, 'metadata.labels', { app: 'x' }],
      [id, {}, 'spec.strategy', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } }],
      [id, { 'spec.strategy': { type: 'Recreate' } }, 'spec.strategy', { type: 'Recreate' }],
      [id, {}, 'spec.revisionHistoryLimit', 2],
      [id, {}, 'spec.progressDeadlineSeconds', 600],
      [id, { 'spec.rollbackTo': {} }, 'spec.rollbackTo', {}],
      [id, { status: { replicas: 3 } }, 'status', {}],
      [
        id,
        { 'spec.template.spec.containers.0.resources': { limits: { cpu: '1' } } },
        'spec.template.spec.containers.0.resources',
        { limits: { cpu: '1' } },
      ],
      [id, {}, 'spec.template.metadata.creationTimestamp', null],
    ],
  ),
  ['daemonsets.extensions', {}, 'spec.updateStrategy', { type: 'OnDelete' }],
  [
    'daemonsets.extensions',
    { 'spec.updateStrategy': { type: 'RollingUpdate' } },
    'spec.updateStrategy.rollingUpdate',
    { maxUnavailable: 1 },
  ],
  ['daemonsets.extensions', {}, 'spec.revisionHistoryLimit', 10],
  ['daemonsets.extensions', {}, 'spec.templateGeneration', 1],
  ['daemonsets.extensions', { 'spec.templateGeneration': 7 }, 'spec.templateGeneration', 7],
  [
    'daemonsets.extensions',
    {},
    'status',
    { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  ],
  ['replicasets.extensions', {}, 'spec.replicas', 1],
  ['replicasets.extensions', {}, 'status', { replicas: 0 }],
  ['ingresses.extensions', {}, 'status', { loadBalancer: {} }],
  ['jobs.batch', {}, 'spec.completions', 1],
  ['jobs.batch', {}, 'spec.parallelism', 1],
  ['jobs.batch', { 'spec.parallelism': 2 }, 'spec.completions', undefined],
  ['jobs.batch', {}, 'spec.selector', { matchLabels: { 'controller-uid': 'u-1' } }],
  ['jobs.batch', {}, 'spec.template.metadata.labels', { 'controller-uid': 'u-1', 'job-name': 'x', app: 'x' }],
  ['jobs.batch', {}, 'metadata.labels', { 'controller-uid': 'u-1', 'job-name': 'x', app: 'x' }],
  ['jobs.batch', { 'metadata.labels': { mine: 'y' } }, 'metadata.labels', { mine: 'y' }],
  ['cronjobs.batch', {}, 'spec.concurrencyPolicy', 'Allow'],
  ['cronjobs.batch', {}, 'spec.suspend', false],
  ['cronjobs.batch', {}, 'spec.jobTemplate.spec.parallelism', undefined],
  ['cronjobs.batch', {}, 'spec.successfulJobsHistoryLimit', undefined],
  ['services', {}, 'spec.sessionAffinity', 'None'],
  ['services', {}, 'spec.type', 'ClusterIP'],
  ['services', {}, 'spec.ports.0', { port: 80, protocol: 'TCP', targetPort: 80 }],
  ['services', { 'spec.type': 'NodePort' }, 'spec.externalTrafficPolicy', 'Cluster'],
  ['services', { 'spec.type': 'ExternalName', 'spec.externalName': 'a.b' }, 'spec.clusterIP', undefined],
  ['services', { 'spec.clusterIP': 'None' }, 'spec.clusterIP', 'None'],
  ['services', {}, 'status', { loadBalancer: {} }],
  ['secrets', {}, 'type', 'Opaque'],
  ['secrets', { stringData: { key: 'new' } }, 'data', { key: 'bmV3' }],
  ['secrets', { stringData: { key: 'new' } }, 'stringData', undefined],
  ['namespaces', {}, 'spec.finalizers', ['kubernetes']],
  ['namespaces', { 'spec.finalizers': ['a/b'] }, 'spec.finalizers', ['a/b', 'kubernetes']],
  ['namespaces', { status: { phase: 'Q' } }, 'status', { phase: 'Active' }],
  ['events', { source: undefined }, 'source', {}],
  ['events', {}, 'firstTimestamp', null],
];

describe('defaults', () => {
  it.each(ROWS)('%s with %j has %s %j', (id, changes, path, value) => {
    expect(at(made(id, changes), path)).toEqual(value);
  });

  it('of a deployment under extensions are those of the era, under kubernetes-1.7', () => {
    const object = created('deployments.extensions', sentObject('deployments.extensions'), {
      'deployment.extensions-defaults': 'legacy',
    });
    expect(at(object, 'spec.strategy.rollingUpdate')).toEqual({ maxUnavailable: 1, maxSurge: 1 });
    expect(at(object, 'spec.revisionHistoryLimit')).toBeUndefined();
  });

  it('allocate an address and ports to a service, one node port for each of its ports', () => {
    const ports = [
      { port: 53, name: 'a' },
      { port: 53, name: 'b', protocol: 'UDP' },
      { port: 80, name: 'c' },
    ];
    const object = made('services', { 'spec.type': 'NodePort', 'spec.ports': ports });
    const [tcp, udp, other] = [0, 1, 2].map((index) => at(object, `spec.ports.${index}.nodePort`));
    expect(at(object, 'spec.clusterIP')).toMatch(/^10\.0\.\d+\.\d+$/);
    expect(tcp).toBe(udp);
    expect(other).not.toBe(tcp);
  });

  it.each(ROWS)('are the same when filled in twice: %s with %j', (id, changes) => {
    const context = contextOf(id);
    const once = strategyFor(id).defaults(changed(sentObject(id), changes), context);
    expect(strategyFor(id).defaults(once, context)).toEqual(once);
  });

  it('do not change sent values', () => {
    const sent = sentObject('pods');
    const before = JSON.stringify(sent);
    created('pods', sent);
    expect(JSON.stringify(sent)).toBe(before);
  });
});

describe('a write', () => {
  it.each(['deployments.apps', 'jobs.batch', 'pods', 'services'] as const)(
    'never changes the status through %s, nor anything else through its status',
    (id) => {
      const [strategy, context, old] = [strategyFor(id), contextOf(id), made(id)];
      const other = changed(old, { 'status.marker': 'x', 'spec.marker': 'x' });
      expect(strategy.prepareForUpdate(other, old, context)['status']).toEqual(old['status']);
      const written = strategy.prepareForStatusUpdate?.(other, old, context);
      expect(written?.['spec']).toEqual(old['spec']);
      expect(written?.['status']).toEqual(other['status']);
    },
  );

  it('raises the generation with the spec alone, and in kubernetes-1.7 with the annotations of a deployment too', () => {
    const context = contextOf('deployments.apps');
    const real = { ...context, choices: KUBERNETES_1_7.choices };
    const old = made('deployments.apps');
    const grows = strategyFor('deployments.apps').generationChanges;
    expect(grows?.(changed(old, { 'spec.replicas': 2 }), old, context)).toBe(true);
    expect(grows?.(changed(old, { 'metadata.annotations.a': 'b' }), old, context)).toBe(false);
    expect(grows?.(changed(old, { 'metadata.annotations.a': 'b' }), old, real)).toBe(true);
    expect(grows?.(changed(old, { 'metadata.labels.a': 'b', 'status.replicas': 2 }), old, real)).toBe(false);
    expect(strategyFor('pods').generationChanges).toBeUndefined();
  });

  it('increments the templateGeneration of a daemon set with its template', () => {
    const [strategy, context, old] = [
      strategyFor('daemonsets.extensions'),
      contextOf('daemonsets.extensions'),
      made('daemonsets.extensions'),
    ];
    const same = strategy.prepareForUpdate(changed(old, { 'spec.templateGeneration': 9 }), old, context);
    const other = strategy.prepareForUpdate(changed(old, { 'spec.template.spec.nodeName': 'n' }), old, context);
    expect([at(same, 'spec.templateGeneration'), at(other, 'spec.templateGeneration')]).toEqual([1, 2]);
  });

  it.each([
    [{}, undefined, 0],
    [{ 'spec.nodeName': 'n' }, undefined, 30],
    [{ 'spec.nodeName': 'n' }, 5, 5],
    [{ 'spec.nodeName': 'n' }, 0, 0],
  ])('gives a terminating pod with %j, deleted with %s, %i seconds of grace', (changes, asked, grace) => {
    expect(strategyFor('pods').gracePeriod?.(made('pods', changes), asked)).toBe(grace);
  });

  it('sets exactly the selectable fields that its kind names', () => {
    for (const id of ['pods', 'events', 'secrets', 'namespaces', 'jobs.batch', 'cronjobs.batch'] as const) {
      expect(Object.keys(strategyFor(id).selectableFields(made(id))).sort()).toEqual(
        [...strategyFor(id).selectableFieldNames].sort(),
      );
    }
  });
});
