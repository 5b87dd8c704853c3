import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { REVISION, revisionOf } from './revisions.ts';
import { rolloutBounds } from './rollout-bounds.ts';
import { NOW, SmallCluster, changed, deploymentOf, imageOf, rolling, template } from './rollout.fixture.ts';

describe('a rolling update', () => {
  it('goes in steps that keep to its bounds, and ends complete', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 10, strategy: rolling('25%', '25%'), image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    const steps = [0, 0, 3, 0, 3].map((more) => {
      context.step();
      context.settlePods((set) => (imageOf(set) === 'new' ? more : 0));
      return context.sizes;
    });
    expect(steps).toEqual([
      { old: 10, new: 3 },
      { old: 8, new: 3 },
      { old: 8, new: 5 },
      { old: 5, new: 5 },
      { old: 5, new: 8 },
    ]);
    context.rollOut();
    expect([context.sizes, context.condition('Progressing'), context.condition('Available')]).toEqual([
      { old: 0, new: 10 },
      'True NewReplicaSetAvailable',
      'True MinimumReplicasAvailable',
    ]);
  });

  it('never has more pods than maxSurge allows or fewer available than maxUnavailable allows, in whatever order pods become available', () => {
    const share = fc.oneof(
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        share,
        share,
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
        (replicas, surge, unavailable, paces) => {
          const context = new SmallCluster(
            deploymentOf({ replicas, strategy: rolling(surge, unavailable), image: 'old' }),
          );
          context.rollOut();
          context.retemplate('new');
          const { most, leastAvailable } = rolloutBounds(context.deployment);
          for (const pace of paces) {
            context.step();
            expect(context.total).toBeLessThanOrEqual(most);
            context.settlePods((set) => (imageOf(set) === 'new' ? pace : 0));
            const available = [...context.sets.values()].reduce(
              (sum, set) => sum + number(members(set['status'])['availableReplicas']),
              0,
            );
            expect(available).toBeGreaterThanOrEqual(leastAvailable);
          }
          context.rollOut();
          expect(context.sizes).toEqual({ old: 0, new: replicas });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('removes unavailable old pods even if none may become unavailable', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 4, strategy: rolling(1, 0), image: 'old' }));
    context.step();
    context.settlePods(() => 1);
    context.retemplate('new');
    context.step();
    context.settlePods((set) => (imageOf(set) === 'new' ? 1 : 0));
    context.step();
    expect(context.sizes).toEqual({ old: 3, new: 1 });
  });
});

describe('room for new pods', () => {
  it('exists only after the old pods are gone, whatever the replica count of their replica set', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 4, strategy: rolling(0, 2), image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    for (let steps = 0; steps < 3; steps += 1) context.step();
    expect(context.sizes).toEqual({ old: 2, new: 0 });
    context.settlePods();
    context.step();
    expect(context.sizes).toEqual({ old: 2, new: 2 });
  });
});

describe('the Recreate strategy', () => {
  it('creates the new replica set when the old pods are gone', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 3, strategy: { type: 'Recreate' }, image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    context.step(NOW, true);
    expect(context.sizes).toEqual({ old: 0 });
    context.step(NOW, true);
    expect(context.sizes).toEqual({ old: 0 });
    context.step(NOW, false);
    expect(context.sizes).toEqual({ old: 0, new: 3 });
  });

  it('also waits for the old pods if it is paused meanwhile', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 3, strategy: { type: 'Recreate' }, image: 'a' }));
    for (const image of ['a', 'b']) {
      context.retemplate(image);
      context.rollOut();
    }
    context.retemplate('a');
    context.step(NOW, true);
    context.deployment = changed(context.deployment, {}, { paused: true });
    context.step(NOW, true);
    expect(context.sizes).toEqual({ a: 0, b: 0 });
    context.step(NOW, false);
    expect(context.sizes).toEqual({ a: 3, b: 0 });
  });

  it('waits for a replica set that has not observed its scale to zero', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 3, strategy: { type: 'Recreate' }, image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    context.step();
    for (const [name, set] of context.sets)
      context.sets.set(name, {
        ...set,
        metadata: { ...set.metadata, generation: 2 },
        status: { observedGeneration: 1 },
      });
    context.step();
    expect(context.sizes).toEqual({ old: 0 });
    for (const [name, set] of context.sets) context.sets.set(name, { ...set, status: { observedGeneration: 2 } });
    context.step();
    expect(context.sizes).toEqual({ old: 0, new: 3 });
  });
});

describe('revisions', () => {
  it('increase with each template, and a template that comes back is the newest', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    context.rollOut();
    context.retemplate('b');
    context.rollOut();
    context.retemplate('a');
    context.rollOut();
    expect([...context.sets.values()].map((set) => [imageOf(set), revisionOf(set)])).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(context.deployment.metadata.annotations).toMatchObject({ [REVISION]: '3' });
  });

  it('are kept up to the history limit, the newest of the old ones', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    for (const image of ['a', 'b', 'c', 'd', 'e']) {
      context.retemplate(image);
      context.rollOut();
    }
    expect(Object.keys(context.sizes)).toEqual(['c', 'd', 'e']);
  });

  it('are kept up to the limit during a rollout too, but not deleted while they have pods', () => {
    const context = new SmallCluster(
      deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a', more: { revisionHistoryLimit: 0 } }),
    );
    context.rollOut();
    context.retemplate('b');
    context.rollOut();
    context.retemplate('c');
    context.step();
    context.settlePods(() => 0);
    context.retemplate('d');
    for (let steps = 0; steps < 4; steps += 1) {
      context.step(NOW, true);
      context.settlePods(() => 0);
    }
    expect(context.sizes).toEqual({ b: 1, c: 0, d: 1 });
    context.step();
    expect(context.sizes).toEqual({ b: 1, d: 1 });
  });

  it('are restored by a rollback, 0 means the one before; rollbackTo is removed', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    context.rollOut();
    context.retemplate('b');
    context.rollOut();
    for (const [revision, image] of [
      [0, 'a'],
      [2, 'b'],
      [77, 'b'],
    ] as const) {
      context.deployment = changed(context.deployment, {}, { rollbackTo: { revision } });
      context.rollOut();
      expect([imageOf(context.deployment), specOf(context.deployment)['rollbackTo']]).toEqual([image, undefined]);
    }
  });
});

describe('progress', () => {
  it('is overdue if no pod becomes available before the deadline, and holds again when one does', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 2, strategy: rolling(1, 0) }));
    context.step();
    context.settlePods(() => 0);
    const { nextAt = 0 } = context.step();
    expect(context.condition('Progressing')).toBe('True ReplicaSetUpdated');
    context.step(nextAt - 1000);
    expect(context.condition('Progressing')).toBe('True ReplicaSetUpdated');
    context.step(nextAt);
    expect([nextAt - NOW, context.condition('Progressing')]).toEqual([601_000, 'False ProgressDeadlineExceeded']);
    context.settlePods();
    context.step(nextAt);
    expect(context.condition('Progressing')).toBe('True NewReplicaSetAvailable');
  });

  it('is overdue if the old pods that must end first do not end', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 2, strategy: { type: 'Recreate' }, image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    context.step(NOW, true);
    context.settlePods();
    const later = NOW + 100_000;
    const { nextAt = 0 } = context.step(later, true);
    expect([nextAt - later, context.condition('Progressing')]).toEqual([601_000, 'True ReplicaSetUpdated']);
    context.step(nextAt, true);
    expect([context.sizes, context.condition('Progressing')]).toEqual([{ old: 0 }, 'False ProgressDeadlineExceeded']);
    context.rollOut();
    expect([context.sizes, context.condition('Progressing')]).toEqual([
      { old: 0, new: 2 },
      'True NewReplicaSetAvailable',
    ]);
  });

  it('is overdue if pods from before the rollout do not end', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 0, strategy: { type: 'Recreate' }, image: 'old' }));
    context.rollOut();
    context.deployment = deploymentOf({ replicas: 1, strategy: { type: 'Recreate' }, image: 'new' });
    const { nextAt = 0 } = context.step(NOW, true);
    expect([nextAt - NOW, context.condition('Progressing')]).toEqual([601_000, 'True ReplicaSetUpdated']);
    context.step(nextAt, true);
    expect([context.sizes, context.condition('Progressing')]).toEqual([{ old: 0 }, 'False ProgressDeadlineExceeded']);
  });

  it('is overdue if the pods of an existing template cannot be created', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 2, strategy: rolling(1, 0), image: 'a' }));
    for (const image of ['a', 'b']) {
      context.retemplate(image);
      context.rollOut();
    }
    context.retemplate('a');
    const { nextAt = 0 } = context.step();
    expect([nextAt - NOW, context.condition('Progressing')]).toEqual([601_000, 'True ReplicaSetUpdated']);
    context.step(nextAt);
    expect(context.condition('Progressing')).toBe('False ProgressDeadlineExceeded');
  });

  it('is not estimated while the deployment is paused, and no replica set is created', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 2, strategy: rolling(1, 0), more: { paused: true } }));
    const { nextAt } = context.step();
    context.step(NOW + 3_600_000);
    expect([nextAt, context.sets.size, context.condition('Progressing')]).toEqual([
      undefined,
      0,
      'Unknown DeploymentPaused',
    ]);
  });
});

describe('a deployment', () => {
  const change = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map((image) => ({ template: template(image) })),
    fc.integer({ min: 0, max: 9 }).map((replicas) => ({ replicas })),
    fc
      .constantFrom<object>(rolling(1, 0), rolling('50%', '25%'), rolling(0, 3), { type: 'Recreate' })
      .map((strategy) => ({ strategy })),
    fc.boolean().map((paused) => ({ paused })),
    fc.integer({ min: 0, max: 5 }).map((revision) => ({ rollbackTo: { revision } })),
    fc.constantFrom<object>({ revisionHistoryLimit: 0 }, { revisionHistoryLimit: 1 }, { minReadySeconds: 3 }),
  );
  const moves = fc.array(
    fc.record({ change, steps: fc.integer({ min: 0, max: 3 }), pace: fc.integer({ min: 0, max: 4 }) }),
    { minLength: 1, maxLength: 12 },
  );

  it('reaches its desired state from any intermediate state', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const context = new SmallCluster(deploymentOf({ replicas: 3, strategy: rolling(1, 1), image: 'a' }));
        for (const { change: spec, steps, pace } of all) {
          context.deployment = changed(context.deployment, {}, spec);
          for (let step = 0; step < steps; step += 1) {
            context.step();
            context.settlePods(() => pace);
          }
        }
        context.deployment = changed(context.deployment, {}, { paused: undefined });
        context.rollOut();
        const { replicas, revisionHistoryLimit, rollbackTo } = specOf(context.deployment);
        const sets = [...context.sets.values()];
        const current = sets.find((set) => imageOf(set) === imageOf(context.deployment));
        expect(sets.filter((set) => set !== current).map((set) => specOf(set)['replicas'])).toEqual(
          sets.slice(1).map(() => 0),
        );
        expect([current?.spec, rollbackTo]).toMatchObject([{ replicas }, undefined]);
        expect(sets.length - 1).toBeLessThanOrEqual(number(revisionHistoryLimit));
        expect([revisionOf(context.deployment), Math.max(...sets.map(revisionOf))]).toEqual([
          revisionOf(context.deployment),
          revisionOf(context.deployment),
        ]);
        expect([context.condition('Progressing'), context.condition('Available')]).toEqual([
          'True NewReplicaSetAvailable',
          'True MinimumReplicasAvailable',
        ]);
      }),
      { numRuns: 150 },
    );
  });
});
