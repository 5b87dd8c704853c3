import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { REVISION, revisionOf } from './revisions.ts';
import { rolloutBounds } from './rollout-bounds.ts';
import { NOW, SmallWorld, changed, deploymentOf, imageOf, rolling, template } from './rollout.fixture.ts';

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
    expect(steps).toEqual([
      { old: 10, new: 3 },
      { old: 8, new: 3 },
      { old: 8, new: 5 },
      { old: 5, new: 5 },
      { old: 5, new: 8 },
    ]);
    world.rollOut();
    expect([world.sizes, world.condition('Progressing'), world.condition('Available')]).toEqual([
      { old: 0, new: 10 },
      'True NewReplicaSetAvailable',
      'True MinimumReplicasAvailable',
    ]);
  });

  it('never asks for more pods than maxSurge allows, nor leaves fewer available than maxUnavailable does, whichever pods become available when', () => {
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
          const world = new SmallWorld(deploymentOf({ replicas, strategy: rolling(surge, unavailable), image: 'old' }));
          world.rollOut();
          world.retemplate('new');
          const { most, leastAvailable } = rolloutBounds(world.deployment);
          for (const pace of paces) {
            world.step();
            expect(world.total).toBeLessThanOrEqual(most);
            world.settlePods((set) => (imageOf(set) === 'new' ? pace : 0));
            const available = [...world.sets.values()].reduce(
              (sum, set) => sum + number(members(set['status'])['availableReplicas']),
              0,
            );
            expect(available).toBeGreaterThanOrEqual(leastAvailable);
          }
          world.rollOut();
          expect(world.sizes).toEqual({ old: 0, new: replicas });
        },
      ),
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

describe('room for new pods', () => {
  it('is there only when the old ones are gone, whatever their replica set is to have', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 4, strategy: rolling(0, 2), image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    for (let steps = 0; steps < 3; steps += 1) world.step();
    expect(world.sizes).toEqual({ old: 2, new: 0 });
    world.settlePods();
    world.step();
    expect(world.sizes).toEqual({ old: 2, new: 2 });
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

  it('waits for the old pods when it is paused meanwhile too', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 3, strategy: { type: 'Recreate' }, image: 'a' }));
    for (const image of ['a', 'b']) {
      world.retemplate(image);
      world.rollOut();
    }
    world.retemplate('a');
    world.step(NOW, true);
    world.deployment = changed(world.deployment, {}, { paused: true });
    world.step(NOW, true);
    expect(world.sizes).toEqual({ a: 0, b: 0 });
    world.step(NOW, false);
    expect(world.sizes).toEqual({ a: 3, b: 0 });
  });

  it('waits for a replica set that may just be making pods, as it has not seen that it is to have none', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 3, strategy: { type: 'Recreate' }, image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    world.step();
    for (const [name, set] of world.sets)
      world.sets.set(name, { ...set, metadata: { ...set.metadata, generation: 2 }, status: { observedGeneration: 1 } });
    world.step();
    expect(world.sizes).toEqual({ old: 0 });
    for (const [name, set] of world.sets) world.sets.set(name, { ...set, status: { observedGeneration: 2 } });
    world.step();
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
    expect([...world.sets.values()].map((set) => [imageOf(set), revisionOf(set)])).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
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

  it('are kept also in the middle of a rollout as far as the limit says, but not let go of while pods are there', () => {
    const world = new SmallWorld(
      deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a', more: { revisionHistoryLimit: 0 } }),
    );
    world.rollOut();
    world.retemplate('b');
    world.rollOut();
    world.retemplate('c');
    world.step();
    world.settlePods(() => 0);
    world.retemplate('d');
    for (let steps = 0; steps < 4; steps += 1) {
      world.step(NOW, true);
      world.settlePods(() => 0);
    }
    expect(world.sizes).toEqual({ b: 1, c: 0, d: 1 });
    world.step();
    expect(world.sizes).toEqual({ b: 1, d: 1 });
  });

  it('are gone back to by a rollback, 0 for the one before; rollbackTo is taken away', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    world.rollOut();
    world.retemplate('b');
    world.rollOut();
    for (const [revision, image] of [
      [0, 'a'],
      [2, 'b'],
      [77, 'b'],
    ] as const) {
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

  it('is overdue when the old pods that are to end first do not', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 2, strategy: { type: 'Recreate' }, image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    world.step(NOW, true);
    world.settlePods();
    const later = NOW + 100_000;
    const { nextAt = 0 } = world.step(later, true);
    expect([nextAt - later, world.condition('Progressing')]).toEqual([601_000, 'True ReplicaSetUpdated']);
    world.step(nextAt, true);
    expect([world.sizes, world.condition('Progressing')]).toEqual([{ old: 0 }, 'False ProgressDeadlineExceeded']);
    world.rollOut();
    expect([world.sizes, world.condition('Progressing')]).toEqual([{ old: 0, new: 2 }, 'True NewReplicaSetAvailable']);
  });

  it('is overdue when pods that were there before it do not end', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 0, strategy: { type: 'Recreate' }, image: 'old' }));
    world.rollOut();
    world.deployment = deploymentOf({ replicas: 1, strategy: { type: 'Recreate' }, image: 'new' });
    const { nextAt = 0 } = world.step(NOW, true);
    expect([nextAt - NOW, world.condition('Progressing')]).toEqual([601_000, 'True ReplicaSetUpdated']);
    world.step(nextAt, true);
    expect([world.sizes, world.condition('Progressing')]).toEqual([{ old: 0 }, 'False ProgressDeadlineExceeded']);
  });

  it('is overdue when the pods of a template that was there before cannot be made', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 2, strategy: rolling(1, 0), image: 'a' }));
    for (const image of ['a', 'b']) {
      world.retemplate(image);
      world.rollOut();
    }
    world.retemplate('a');
    const { nextAt = 0 } = world.step();
    expect([nextAt - NOW, world.condition('Progressing')]).toEqual([601_000, 'True ReplicaSetUpdated']);
    world.step(nextAt);
    expect(world.condition('Progressing')).toBe('False ProgressDeadlineExceeded');
  });

  it('is not estimated while the deployment is paused, and no replica set is made', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 2, strategy: rolling(1, 0), more: { paused: true } }));
    const { nextAt } = world.step();
    world.step(NOW + 3_600_000);
    expect([nextAt, world.sets.size, world.condition('Progressing')]).toEqual([
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

  it('comes to what it asks for, whatever was asked before and however far that had come', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const world = new SmallWorld(deploymentOf({ replicas: 3, strategy: rolling(1, 1), image: 'a' }));
        for (const { change: spec, steps, pace } of all) {
          world.deployment = changed(world.deployment, {}, spec);
          for (let step = 0; step < steps; step += 1) {
            world.step();
            world.settlePods(() => pace);
          }
        }
        world.deployment = changed(world.deployment, {}, { paused: undefined });
        world.rollOut();
        const { replicas, revisionHistoryLimit, rollbackTo } = specOf(world.deployment);
        const sets = [...world.sets.values()];
        const current = sets.find((set) => imageOf(set) === imageOf(world.deployment));
        expect(sets.filter((set) => set !== current).map((set) => specOf(set)['replicas'])).toEqual(
          sets.slice(1).map(() => 0),
        );
        expect([current?.spec, rollbackTo]).toMatchObject([{ replicas }, undefined]);
        expect(sets.length - 1).toBeLessThanOrEqual(number(revisionHistoryLimit));
        expect([revisionOf(world.deployment), Math.max(...sets.map(revisionOf))]).toEqual([
          revisionOf(world.deployment),
          revisionOf(world.deployment),
        ]);
        expect([world.condition('Progressing'), world.condition('Available')]).toEqual([
          'True NewReplicaSetAvailable',
          'True MinimumReplicasAvailable',
        ]);
      }),
      { numRuns: 150 },
    );
  });
});
