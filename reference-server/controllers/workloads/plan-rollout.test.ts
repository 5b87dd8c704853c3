import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { planRollout } from './plan-rollout.ts';
import type { RolloutPlan } from './plan-rollout.ts';
import { REVISION, revisionOf } from './revisions.ts';
import { rolloutBounds } from './rollout-bounds.ts';

const NOW = Date.UTC(2017, 7, 1, 12);

interface Shape {
  readonly replicas: number;
  readonly strategy: object;
  readonly image?: string;
  readonly more?: object;
}

function template(image: string): object {
  return { metadata: { creationTimestamp: null, labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image }] } };
}

function deploymentOf({ replicas, strategy, image = 'new', more = {} }: Shape): ApiObject {
  const spec = { replicas, selector: { matchLabels: { app: 'a' } }, template: template(image), strategy, progressDeadlineSeconds: 600, revisionHistoryLimit: 2, ...more };
  return { apiVersion: 'apps/v1beta1', kind: 'Deployment', metadata: { name: 'd', uid: 'u', generation: 1 }, spec, status: {} };
}

function rolling(maxSurge: unknown, maxUnavailable: unknown): object {
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
}

/** A world with just replica sets, in which the test decides which pods are there and available. */
class SmallWorld {
  deployment: ApiObject;
  readonly sets = new Map<string, ApiObject>();
  #made = 0;

  constructor(deployment: ApiObject) {
    this.deployment = deployment;
  }

  /** Plans and carries out one step. */
  step(now = NOW, oldPodsRun = false): RolloutPlan {
    const plan = planRollout({ deployment: this.deployment, replicaSets: [...this.sets.values()], podsRun: () => oldPodsRun, now });
    for (const write of plan.writes) {
      if (write.write === 'create') {
        const creationTimestamp = new Date(NOW + (this.#made += 1) * 1000).toISOString();
        this.sets.set(write.name, { ...write.object, metadata: { ...write.object.metadata, creationTimestamp }, status: {} });
      } else if (write.write === 'remove') this.sets.delete(write.name);
      else if (write.write === 'deployment') this.deployment = changed(this.deployment, write.annotations, write.spec);
      else {
        const set = this.sets.get(write.name);
        if (set !== undefined) this.sets.set(write.name, changed(set, write.annotations, write.spec));
      }
    }
    if (plan.status !== undefined) this.deployment = { ...this.deployment, status: plan.status };
    return plan;
  }

  /** Pods that are asked for are there; in each set as many more become available as are said, or all. */
  settlePods(more: (set: ApiObject) => number = () => Number.POSITIVE_INFINITY): void {
    for (const [name, set] of this.sets) {
      const replicas = number(specOf(set)['replicas']);
      const availableReplicas = Math.min(replicas, number(members(set['status'])['availableReplicas']) + more(set));
      this.sets.set(name, { ...set, status: { replicas, readyReplicas: availableReplicas, availableReplicas } });
    }
  }

  /** Steps until nothing is written. */
  rollOut(): void {
    for (let steps = 0; steps < 200; steps += 1) {
      this.settlePods();
      const { writes } = this.step();
      if (writes.length === 0) break;
    }
    this.step();
  }

  retemplate(image: string): void {
    this.deployment = changed(this.deployment, {}, { template: template(image) });
  }

  get sizes(): Record<string, number> {
    return Object.fromEntries([...this.sets.values()].map((set) => [imageOf(set), number(specOf(set)['replicas'])]));
  }

  get total(): number {
    return Object.values(this.sizes).reduce((sum, size) => sum + size, 0);
  }

  condition(type: string): unknown {
    const conditions = members(this.deployment['status'])['conditions'] as { type: string; status: string; reason: string }[];
    const found = conditions.find((condition) => condition.type === type);
    return found === undefined ? undefined : `${found.status} ${found.reason}`;
  }
}

function changed(object: ApiObject, annotations: Readonly<Record<string, string | undefined>>, spec: object): ApiObject {
  const noted = Object.entries({ ...object.metadata.annotations, ...annotations }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  const merged = Object.fromEntries(Object.entries({ ...specOf(object), ...spec }).filter(([, value]) => value !== undefined));
  return { ...object, metadata: { ...object.metadata, annotations: Object.fromEntries(noted) }, spec: merged };
}

function imageOf(object: ApiObject): string {
  const { containers } = specOf(specOf(object)['template'] as ApiObject);
  return (containers as { image: string }[])[0]?.image ?? '';
}

describe('a rolling update', () => {
  it('goes in steps that keep to its bounds, and ends complete', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 10, strategy: rolling('25%', '25%'), image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    const steps = [0, 0, 3, 0, 3].map((more) => {
      world.step();
      world.settlePods((set) => (imageOf(set) === 'new' ? more : 0));
      return world.sizes;
    });
    expect(steps).toEqual([{ old: 10, new: 3 }, { old: 8, new: 3 }, { old: 8, new: 5 }, { old: 5, new: 5 }, { old: 5, new: 8 }]);
    world.rollOut();
    expect([world.sizes, world.condition('Progressing'), world.condition('Available')]).toEqual([{ old: 0, new: 10 }, 'True NewReplicaSetAvailable', 'True MinimumReplicasAvailable']);
  });

  it('never asks for more pods than maxSurge allows, nor leaves fewer available than maxUnavailable does, whichever pods become available when', () => {
    const share = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), share, share, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }), (replicas, surge, unavailable, paces) => {
        const world = new SmallWorld(deploymentOf({ replicas, strategy: rolling(surge, unavailable), image: 'old' }));
        world.rollOut();
        world.retemplate('new');
        const { most, leastAvailable } = rolloutBounds(world.deployment);
        for (const pace of paces) {
          world.step();
          expect(world.total).toBeLessThanOrEqual(most);
          world.settlePods((set) => (imageOf(set) === 'new' ? pace : 0));
          const available = [...world.sets.values()].reduce((sum, set) => sum + number(members(set['status'])['availableReplicas']), 0);
          expect(available).toBeGreaterThanOrEqual(leastAvailable);
        }
        world.rollOut();
        expect(world.sizes).toEqual({ old: 0, new: replicas });
      }),
      { numRuns: 60 },
    );
  });

  it('takes away old pods that are not available though none may become unavailable', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 4, strategy: rolling(1, 0), image: 'old' }));
    world.step();
    world.settlePods(() => 1);
    world.retemplate('new');
    world.step();
    world.settlePods((set) => (imageOf(set) === 'new' ? 1 : 0));
    world.step();
    expect(world.sizes).toEqual({ old: 3, new: 1 });
  });
});

describe('a replacement that ends the old first', () => {
  it('makes the new replica set when the old pods are gone', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 3, strategy: { type: 'Recreate' }, image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    world.step(NOW, true);
    expect(world.sizes).toEqual({ old: 0 });
    world.step(NOW, true);
    expect(world.sizes).toEqual({ old: 0 });
    world.step(NOW, false);
    expect(world.sizes).toEqual({ old: 0, new: 3 });
  });
});

describe('revisions', () => {
  it('go up with each template, and a template that comes back is the newest', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    world.rollOut();
    world.retemplate('b');
    world.rollOut();
    world.retemplate('a');
    world.rollOut();
    expect([...world.sets.values()].map((set) => [imageOf(set), revisionOf(set)])).toEqual([['a', 3], ['b', 2]]);
    expect(world.deployment.metadata.annotations).toMatchObject({ [REVISION]: '3' });
  });

  it('are kept as far as the history limit says, the newest of the old', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    for (const image of ['a', 'b', 'c', 'd', 'e']) {
      world.retemplate(image);
      world.rollOut();
    }
    expect(Object.keys(world.sizes)).toEqual(['c', 'd', 'e']);
  });

  it('are gone back to by a rollback, 0 for the one before; rollbackTo is taken away', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    world.rollOut();
    world.retemplate('b');
    world.rollOut();
    for (const [revision, image] of [[0, 'a'], [2, 'b'], [77, 'b']] as const) {
      world.deployment = changed(world.deployment, {}, { rollbackTo: { revision } });
      world.rollOut();
      expect([imageOf(world.deployment), specOf(world.deployment)['rollbackTo']]).toEqual([image, undefined]);
    }
  });
});

describe('progress', () => {
  it('is overdue when nothing has become available for the deadline, and holds again when something does', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 2, strategy: rolling(1, 0) }));
    world.step();
    world.settlePods(() => 0);
    const { nextAt = 0 } = world.step();
    expect(world.condition('Progressing')).toBe('True ReplicaSetUpdated');
    world.step(nextAt - 1000);
    expect(world.condition('Progressing')).toBe('True ReplicaSetUpdated');
    world.step(nextAt);
    expect([nextAt - NOW, world.condition('Progressing')]).toEqual([601_000, 'False ProgressDeadlineExceeded']);
    world.settlePods();
    world.step(nextAt);
    expect(world.condition('Progressing')).toBe('True NewReplicaSetAvailable');
  });

  it('is not estimated while the deployment is paused, and no replica set is made', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 2, strategy: rolling(1, 0), more: { paused: true } }));
    const { nextAt } = world.step();
    world.step(NOW + 3_600_000);
    expect([nextAt, world.sets.size, world.condition('Progressing')]).toEqual([undefined, 0, 'Unknown DeploymentPaused']);
  });
});

describe('a new number of replicas', () => {
  it('is shared out in proportion in the middle of a rollout', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 10, strategy: rolling(3, 2), image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    for (let step = 0; step < 3; step += 1) {
      world.step();
      world.settlePods(() => 0);
    }
    expect(world.sizes).toEqual({ old: 8, new: 5 });
    world.deployment = changed(world.deployment, {}, { replicas: 15 });
    world.step();
    expect(world.sizes).toEqual({ old: 11, new: 7 });
  });

  it('goes to the one replica set that has pods also while the deployment is paused', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 2, strategy: rolling(1, 0), image: 'old' }));
    world.rollOut();
    world.deployment = changed(world.deployment, {}, { replicas: 5, paused: true, template: template('new') });
    world.rollOut();
    expect(world.sizes).toEqual({ old: 5 });
  });
});
