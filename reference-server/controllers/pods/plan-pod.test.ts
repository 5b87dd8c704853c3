import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { items, members } from '../../resources/values/json-members.ts';
import { planPod, type PodPlan } from './plan-pod.ts';

const NOON = Date.parse('2017-08-01T12:00:00Z');
const SECOND = 1000;

interface PodShape {
  readonly restartPolicy?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: object;
}

/** A pod with container `c`, and the time since noon in seconds. */
class SmallNode {
  pod: ApiObject;
  #now = NOON;
  #ids = 0;

  constructor({ restartPolicy = 'Always', annotations = {}, spec = {} }: PodShape) {
    this.pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', annotations },
      spec: { restartPolicy, containers: [{ name: 'c', image: 'i:1' }], ...spec },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    };
  }

  step(): PodPlan {
    const plan = planPod(this.pod, {
      now: this.#now,
      hostIP: '10.0.0.1',
      podIP: '10.65.0.1',
      newId: () => String((this.#ids += 1)),
    });
    this.pod = { ...this.pod, status: plan.status };
    return plan;
  }

  /** Steps to that many seconds after noon, at each due time. */
  until(seconds: number): this {
    for (let steps = 0; steps < 200; steps += 1) {
      const before = JSON.stringify(this.pod);
      const { nextAt = Number.POSITIVE_INFINITY } = this.step();
      if (JSON.stringify(this.pod) !== before) continue;
      if (nextAt > NOON + seconds * SECOND) break;
      this.#now = nextAt;
    }
    this.#now = NOON + seconds * SECOND;
    return this;
  }

  get phase(): unknown {
    return members(this.pod['status'])['phase'];
  }

  container(list = 'containerStatuses', index = 0): Record<string, unknown> {
    return items(members(this.pod['status'])[list])[index] as Record<string, unknown>;
  }

  /** `running`, `terminated 1`, `waiting CrashLoopBackOff`. */
  state(list = 'containerStatuses', index = 0): string {
    const [[name = '', detail] = []] = Object.entries(members(this.container(list, index)['state']));
    const { exitCode, reason } = members(detail);
    return [name, exitCode ?? (name === 'waiting' ? reason : undefined)].filter((each) => each !== undefined).join(' ');
  }

  get conditions(): Record<string, unknown> {
    return Object.fromEntries(
      items(members(this.pod['status'])['conditions']).map((each) => [members(each)['type'], members(each)['status']]),
    );
  }
}

describe('a pod on a node', () => {
  it('runs and is ready, with addresses, a start time and a status for each container', () => {
    const node = new SmallNode({}).until(0);
    expect(node.pod['status']).toMatchObject({
      phase: 'Running',
      hostIP: '10.0.0.1',
      podIP: '10.65.0.1',
      startTime: '2017-08-01T12:00:00Z',
      qosClass: 'BestEffort',
    });
    expect(node.container()).toMatchObject({
      name: 'c',
      image: 'i:1',
      ready: true,
      restartCount: 0,
      state: { running: { startedAt: '2017-08-01T12:00:00Z' } },
    });
    expect(node.conditions).toEqual({ Initialized: 'True', Ready: 'True', PodScheduled: 'True' });
  });

  it.each([
    ['Never', '0', 'Succeeded', 'terminated 0', 0],
    ['Never', '3', 'Failed', 'terminated 3', 0],
    ['OnFailure', '0', 'Succeeded', 'terminated 0', 0],
    ['OnFailure', '3, 0', 'Succeeded', 'terminated 0', 1],
    ['OnFailure', '3', 'Running', 'waiting CrashLoopBackOff', 1],
    ['Always', '0', 'Running', 'waiting CrashLoopBackOff', 1],
    ['Always', '1, 1, run', 'Running', 'waiting CrashLoopBackOff', 1],
  ])(
    'under restartPolicy %s, with runs that end in %s, is %s: %s after %d restarts',
    (restartPolicy, exit, phase, state, restarts) => {
      const node = new SmallNode({ restartPolicy, annotations: { 'exit.plumbline.test/c': exit } }).until(5);
      expect([node.phase, node.state(), node.container()['restartCount']]).toEqual([phase, state, restarts]);
    },
  );

  it('restarts a container at once, then after 10 seconds, then after twice as long each time, and counts up to 5', () => {
    const node = new SmallNode({ annotations: { 'exit.plumbline.test/c': '1' } });
    const counts = [0, 9, 10, 29, 30, 70, 150, 310, 3600].map(
      (seconds) => node.until(seconds).container()['restartCount'],
    );
    expect(counts).toEqual([1, 1, 2, 2, 3, 4, 5, 5, 5]);
    expect(node.container()['lastState']).toMatchObject({ terminated: { exitCode: 1, reason: 'Error' } });
  });

  it('runs init containers in order, and its containers after them', () => {
    const initContainers = [
      { name: 'a', image: 'i' },
      { name: 'b', image: 'i' },
    ];
    const node = new SmallNode({
      spec: { initContainers },
      annotations: { 'exit.plumbline.test/a': '0 after 10s', 'exit.plumbline.test/b': '0 after 5s' },
    });
    const seen = [0, 10, 15].map((seconds) => {
      node.until(seconds);
      const ready = [0, 1].map((index) => node.container('initContainerStatuses', index)['ready']);
      const initialized = items(members(node.pod['status'])['conditions'])
        .map(members)
        .find(({ type }) => type === 'Initialized');
      return [
        node.phase,
        node.state('initContainerStatuses', 0),
        node.state('initContainerStatuses', 1),
        node.state(),
        ready,
        initialized?.['message'],
      ];
    });
    expect(seen).toEqual([
      [
        'Pending',
        'running',
        'waiting PodInitializing',
        'waiting PodInitializing',
        [false, false],
        'containers with incomplete status: [a b]',
      ],
      [
        'Pending',
        'terminated 0',
        'running',
        'waiting PodInitializing',
        [true, false],
        'containers with incomplete status: [b]',
      ],
      ['Running', 'terminated 0', 'terminated 0', 'running', [true, true], undefined],
    ]);
  });

  it.each([
    ['Never', 'Failed'],
    ['Always', 'Pending'],
  ])('whose init container fails under restartPolicy %s is %s', (restartPolicy, phase) => {
    const node = new SmallNode({
      restartPolicy,
      spec: { initContainers: [{ name: 'a', image: 'i' }] },
      annotations: { 'exit.plumbline.test/a': '1' },
    }).until(5);
    expect([node.phase, node.conditions['Initialized'], node.state()]).toEqual([
      phase,
      'False',
      'waiting PodInitializing',
    ]);
  });

  it('has failed when its deadline has passed, and its running containers are ended', () => {
    const node = new SmallNode({ spec: { activeDeadlineSeconds: 20 } });
    expect(node.until(19).phase).toBe('Running');
    expect([node.until(20).phase, members(node.pod['status'])['reason'], node.state()]).toEqual([
      'Failed',
      'DeadlineExceeded',
      'terminated 137',
    ]);
  });

  it('whose deadline passes before its init containers have ended is not initialized', () => {
    const node = new SmallNode({
      spec: { activeDeadlineSeconds: 20, initContainers: [{ name: 'a', image: 'i' }] },
      annotations: { 'exit.plumbline.test/a': '0 after 60s' },
    }).until(20);
    expect([node.phase, node.state('initContainerStatuses'), node.state(), node.conditions['Initialized']]).toEqual([
      'Failed',
      'terminated 137',
      'waiting PodInitializing',
      'False',
    ]);
  });

  it('is not ready while an annotation says so, or before its first probe', () => {
    const unready = new SmallNode({ annotations: { 'unready.plumbline.test/c': 'true' } }).until(3600);
    expect([unready.phase, unready.conditions['Ready']]).toEqual(['Running', 'False']);
    const probed = new SmallNode({
      spec: { containers: [{ name: 'c', image: 'i', readinessProbe: { initialDelaySeconds: 7 } }] },
    });
    expect([probed.until(6).conditions['Ready'], probed.until(7).conditions['Ready']]).toEqual(['False', 'True']);
  });

  it('whose container cannot start waits, for the reason in an annotation', () => {
    const node = new SmallNode({ annotations: { 'waiting.plumbline.test/c': 'ErrImagePull' } }).until(3600);
    expect([node.phase, node.state()]).toEqual(['Pending', 'waiting ErrImagePull']);
  });

  it('ignores annotations that it cannot read', () => {
    const node = new SmallNode({
      annotations: { 'exit.plumbline.test/c': 'soon, 1 in 5s, 5 after long', 'ready-after.plumbline.test/c': '-1' },
    }).until(3600);
    expect([node.phase, node.state(), node.conditions['Ready']]).toEqual(['Running', 'running', 'True']);
  });
});
