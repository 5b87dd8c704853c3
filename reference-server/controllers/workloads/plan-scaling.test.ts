import { describe, expect, it } from 'vitest';
import { REVISION } from './revisions.ts';
import { SmallWorld, changed, deploymentOf, rolling, template } from './rollout.fixture.ts';

const MOST = 'deployment.kubernetes.io/max-replicas';
const WANTED = 'deployment.kubernetes.io/desired-replicas';

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

  it('goes to the newest where none has pods, while the deployment is paused', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 0, strategy: rolling(1, 0) }));
    world.rollOut();
    world.deployment = changed(world.deployment, {}, { replicas: 3, paused: true });
    world.rollOut();
    expect(world.sizes).toEqual({ new: 3 });
  });

  it('is noted at each replica set that has pods, and told of where a number changed alone', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 4, strategy: rolling(2, 1) }));
    world.rollOut();
    const [set] = world.sets.values();
    expect(set?.metadata.annotations).toMatchObject({ [WANTED]: '4', [MOST]: '6' });
    world.sets.set(set?.metadata.name ?? '', changed(set ?? world.deployment, { [WANTED]: '9' }, {}));
    const { writes } = world.step();
    expect(writes).toEqual([expect.objectContaining({ write: 'replica-set', spec: {} })]);
    expect(writes[0]).not.toHaveProperty('happening');
    world.deployment = changed(world.deployment, {}, { replicas: 2 });
    expect(world.step().writes.map(({ happening }) => happening?.message)).toEqual([
      `Scaled down replica set ${set?.metadata.name} to 2`,
    ]);
  });

  it('is shared out where the new template has as many as are wanted now, but was scaled for more', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 8, strategy: rolling(4, 0), image: 'old' }));
    world.rollOut();
    world.retemplate('new');
    world.step();
    world.settlePods();
    expect(world.sizes).toEqual({ old: 8, new: 4 });
    world.deployment = changed(world.deployment, {}, { replicas: 4 });
    world.step();
    expect(world.sizes).toEqual({ old: 5, new: 3 });
  });
});

describe('a paused deployment', () => {
  it('still hands annotations and minReadySeconds on to the replica set of its template', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 1, strategy: rolling(1, 0) }));
    world.rollOut();
    world.deployment = changed(world.deployment, { cause: 'why' }, { paused: true, minReadySeconds: 7 });
    world.step();
    const [set] = world.sets.values();
    expect(set).toMatchObject({
      metadata: { annotations: { cause: 'why', [REVISION]: '1' } },
      spec: { minReadySeconds: 7 },
    });
  });

  it('waits with a rollback until it is resumed', () => {
    const world = new SmallWorld(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    world.rollOut();
    world.retemplate('b');
    world.rollOut();
    world.deployment = changed(world.deployment, {}, { rollbackTo: { revision: 1 }, paused: true });
    world.rollOut();
    expect(world.deployment).toMatchObject({ spec: { rollbackTo: { revision: 1 }, template: template('b') } });
    world.deployment = changed(world.deployment, {}, { paused: undefined });
    world.rollOut();
    expect(world.sizes).toEqual({ a: 1, b: 0 });
  });
});
