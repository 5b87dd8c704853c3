import { describe, expect, it } from 'vitest';
import { REVISION } from './revisions.ts';
import { SmallCluster, changed, deploymentOf, rolling, template } from './rollout.fixture.ts';

const MOST = 'deployment.kubernetes.io/max-replicas';
const WANTED = 'deployment.kubernetes.io/desired-replicas';

describe('a new number of replicas', () => {
  it('is divided in proportion during a rollout', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 10, strategy: rolling(3, 2), image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    for (let step = 0; step < 3; step += 1) {
      context.step();
      context.settlePods(() => 0);
    }
    expect(context.sizes).toEqual({ old: 8, new: 5 });
    context.deployment = changed(context.deployment, {}, { replicas: 15 });
    context.step();
    expect(context.sizes).toEqual({ old: 11, new: 7 });
  });

  it('goes to the only replica set with pods, also while the deployment is paused', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 2, strategy: rolling(1, 0), image: 'old' }));
    context.rollOut();
    context.deployment = changed(context.deployment, {}, { replicas: 5, paused: true, template: template('new') });
    context.rollOut();
    expect(context.sizes).toEqual({ old: 5 });
  });

  it('goes to the newest replica set if none has pods, while the deployment is paused', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 0, strategy: rolling(1, 0) }));
    context.rollOut();
    context.deployment = changed(context.deployment, {}, { replicas: 3, paused: true });
    context.rollOut();
    expect(context.sizes).toEqual({ new: 3 });
  });

  it('is recorded on each replica set with pods, and reported if only a number changed', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 4, strategy: rolling(2, 1) }));
    context.rollOut();
    const [set] = context.sets.values();
    expect(set?.metadata.annotations).toMatchObject({ [WANTED]: '4', [MOST]: '6' });
    context.sets.set(set?.metadata.name ?? '', changed(set ?? context.deployment, { [WANTED]: '9' }, {}));
    const { writes } = context.step();
    expect(writes).toEqual([expect.objectContaining({ write: 'replica-set', spec: {} })]);
    expect(writes[0]).not.toHaveProperty('happening');
    context.deployment = changed(context.deployment, {}, { replicas: 2 });
    expect(context.step().writes.map(({ happening }) => happening?.message)).toEqual([
      `Scaled down replica set ${set?.metadata.name} to 2`,
    ]);
  });

  it('is divided if the new template has the desired number, but was scaled for more', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 8, strategy: rolling(4, 0), image: 'old' }));
    context.rollOut();
    context.retemplate('new');
    context.step();
    context.settlePods();
    expect(context.sizes).toEqual({ old: 8, new: 4 });
    context.deployment = changed(context.deployment, {}, { replicas: 4 });
    context.step();
    expect(context.sizes).toEqual({ old: 5, new: 3 });
  });
});

describe('a paused deployment', () => {
  it('still copies annotations and minReadySeconds to the replica set of its template', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 1, strategy: rolling(1, 0) }));
    context.rollOut();
    context.deployment = changed(context.deployment, { cause: 'why' }, { paused: true, minReadySeconds: 7 });
    context.step();
    const [set] = context.sets.values();
    expect(set).toMatchObject({
      metadata: { annotations: { cause: 'why', [REVISION]: '1' } },
      spec: { minReadySeconds: 7 },
    });
  });

  it('delays a rollback until it is resumed', () => {
    const context = new SmallCluster(deploymentOf({ replicas: 1, strategy: rolling(1, 0), image: 'a' }));
    context.rollOut();
    context.retemplate('b');
    context.rollOut();
    context.deployment = changed(context.deployment, {}, { rollbackTo: { revision: 1 }, paused: true });
    context.rollOut();
    expect(context.deployment).toMatchObject({ spec: { rollbackTo: { revision: 1 }, template: template('b') } });
    context.deployment = changed(context.deployment, {}, { paused: undefined });
    context.rollOut();
    expect(context.sizes).toEqual({ a: 1, b: 0 });
  });
});
