import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { simulatedNodes } from '../pods/simulated-nodes.ts';
import type { DaemonNode } from './daemon-nodes.ts';
import { type DaemonPlan, GENERATION_LABEL, planDaemons } from './plan-daemons.ts';
import { REVISION_LABEL } from './daemon-revisions.ts';
import type { HasObject } from './plan-replicas.ts';

const NOON = Date.parse('2017-08-01T12:00:00Z');
const NODES = simulatedNodes(4);

function daemonSet(spec: object = {}, template: object = {}): ApiObject {
  const metadata = { name: 'd', generation: 3 };
  return {
    apiVersion: 'extensions/v1beta1',
    kind: 'DaemonSet',
    metadata,
    spec: { templateGeneration: 2, updateStrategy: { type: 'OnDelete' }, template: { spec: template }, ...spec },
  };
}

interface DaemonPodShape {
  readonly node?: string;
  readonly generation?: number;
  readonly ready?: boolean;
  readonly phase?: string;
  readonly deletionTimestamp?: string;
}

function pod(
  name: string,
  { node = 'node-1', generation = 2, ready = true, phase = 'Running', ...going }: DaemonPodShape = {},
): HasObject {
  const metadata = {
    name,
    namespace: 'n',
    creationTimestamp: '2017-08-01T11:00:00Z',
    labels: { [GENERATION_LABEL]: String(generation) },
    ...going,
  };
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: '2017-08-01T11:59:50Z' }];
  return {
    value: {
      object: { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName: node }, status: { phase, conditions } },
    },
  };
}

function plan(
  subject: ApiObject,
  pods: readonly HasObject[],
  { hash, nodes = NODES }: { readonly hash?: string; readonly nodes?: readonly DaemonNode[] } = {},
): DaemonPlan<HasObject> {
  return planDaemons({ daemonSet: subject, nodes, now: NOON, ...(hash === undefined ? {} : { hash }) }, pods);
}

function everywhere(shape: DaemonPodShape, nodes = NODES): HasObject[] {
  return nodes.map(({ name }) => pod(`on-${name}`, { node: name, ...shape }));
}

function names(pods: readonly HasObject[]): (string | undefined)[] {
  return pods.map(({ value }) => value.object.metadata.name);
}

describe('a daemon set', () => {
  it.each([
    [{}, ['node-1', 'node-2', 'node-3', 'node-4']],
    [{ nodeSelector: { 'kubernetes.io/hostname': 'node-3' } }, ['node-3']],
    [{ nodeName: 'node-2' }, ['node-2']],
    [{ nodeName: 'node-2', nodeSelector: { 'kubernetes.io/hostname': 'node-3' } }, []],
  ])('whose pods are %j wants one on each of %j', (template, nodes) => {
    const { missing, status } = plan(daemonSet({}, template), []);
    expect([missing, status['desiredNumberScheduled']]).toEqual([nodes, nodes.length]);
  });

  it('ignores pods without a node, or on a missing node', () => {
    const { surplus, missing, status } = plan(daemonSet(), [
      pod('waiting', { node: '' }),
      pod('away', { node: 'elsewhere' }),
    ]);
    expect([surplus, missing.length, status['numberMisscheduled']]).toEqual([[], 4, 0]);
  });

  it('deletes duplicate, misplaced and failed pods, and reports the failed ones', () => {
    const pods = [
      pod('first'),
      pod('second'),
      pod('stray', { node: 'node-3' }),
      pod('failed', { node: 'node-2', phase: 'Failed' }),
    ];
    const fits = {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'NotIn', values: ['node-3'] }] },
            ],
          },
        },
      },
    };
    const { surplus, happenings, missing, status } = plan(daemonSet({}, fits), pods);
    expect([names(surplus), happenings.map(({ reason }) => reason), missing]).toEqual([
      ['second', 'stray', 'failed'],
      ['FailedDaemonPod'],
      ['node-4'],
    ]);
    expect(status).toMatchObject({ desiredNumberScheduled: 3, currentNumberScheduled: 2, numberMisscheduled: 1 });
  });

  it.each([
    ['OnDelete', undefined, 0],
    ['RollingUpdate', 1, 1],
    ['RollingUpdate', '26%', 2],
    ['RollingUpdate', '100%', 4],
  ])('under %s with maxUnavailable %s ends %d of four pods of an earlier template', (type, maxUnavailable, ended) => {
    const updateStrategy = { type, ...(maxUnavailable === undefined ? {} : { rollingUpdate: { maxUnavailable } }) };
    expect(plan(daemonSet({ updateStrategy }), everywhere({ generation: 1 })).surplus).toHaveLength(ended);
  });

  it('ends no more available pods of an earlier template when maxUnavailable is reached, but ends unavailable ones', () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } };
    const pods = [
      pod('new', { node: 'node-1', ready: false }),
      pod('ill', { node: 'node-2', generation: 1, ready: false }),
      ...everywhere({ generation: 1 }, NODES.slice(2)),
    ];
    expect(names(plan(daemonSet({ updateStrategy }), pods).surplus)).toEqual(['ill']);
  });

  it('counts its nodes: desired, current, ready, available, and updated', () => {
    const pods = [...everywhere({}, NODES.slice(0, 2)), pod('old', { node: 'node-3', generation: 1, ready: false })];
    const { status, nextAt } = plan(daemonSet({ minReadySeconds: 30 }), pods);
    expect(status).toEqual({
      currentNumberScheduled: 3,
      numberMisscheduled: 0,
      desiredNumberScheduled: 4,
      numberReady: 2,
      observedGeneration: 3,
      updatedNumberScheduled: 2,
      numberUnavailable: 4,
    });
    expect(nextAt).toBe(NOON + 20_000);
  });

  it.each([
    [undefined, undefined, 4, 4, 0],
    ['NoSchedule', undefined, 3, 4, 0],
    ['NoExecute', undefined, 3, 3, 1],
    ['NoSchedule', 'only', 4, 4, 0],
    ['NoExecute', 'other', 3, 3, 1],
  ])(
    'with a taint of effect %s on a node and a toleration of %s wants %d, keeps %d and ends %d',
    (effect, tolerated, wants, keeps, ends) => {
      const taints = effect === undefined ? [] : [{ key: 'only', effect }];
      const nodes = NODES.map((node, index) => (index === 0 ? { ...node, taints } : node));
      const subject = daemonSet(
        {},
        tolerated === undefined ? {} : { tolerations: [{ key: tolerated, operator: 'Exists' }] },
      );
      const [none, all] = [plan(subject, [], { nodes }), plan(subject, everywhere({}), { nodes })];
      expect([
        none.missing.length,
        4 - all.surplus.length,
        all.surplus.length,
        all.status['numberMisscheduled'],
      ]).toEqual([wants, keeps, ends, 4 - wants]);
    },
  );

  it('takes a pod of an earlier generation for current if its template is the same', () => {
    const [first, ...others] = everywhere({ generation: 1 });
    const object = first?.value.object ?? daemonSet();
    const same: HasObject = {
      value: {
        object: {
          ...object,
          metadata: { ...object.metadata, labels: { ...object.metadata.labels, [REVISION_LABEL]: '77' } },
        },
      },
    };
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 4 } };
    const { surplus, status } = plan(daemonSet({ updateStrategy }), [same, ...others], { hash: '77' });
    expect([names(surplus).sort(), status['updatedNumberScheduled']]).toEqual([names(others), 1]);
  });

  it('that is being deleted creates and ends no pods', () => {
    const { metadata, ...rest } = daemonSet();
    const { missing, surplus } = plan(
      { ...rest, metadata: { ...metadata, deletionTimestamp: '2017-08-01T12:00:00Z' } },
      [pod('a'), pod('b')],
    );
    expect([missing, surplus]).toEqual([[], []]);
  });
});
