import { describe, expect, it } from 'vitest';
import { changed, deploymentOf, imageOf, rolling, SmallCluster, template } from './rollout.fixture.ts';

/** A deployment with the history of those templates, each annotated with itself. */
function context(images: readonly string[], strategy = rolling(1, 0)): SmallCluster {
  const [first = ''] = images;
  const made = new SmallCluster(deploymentOf({ replicas: 1, strategy, image: first }));
  for (const image of images) {
    made.deployment = changed(
      made.deployment,
      { cause: image, [`only-${image}`]: 'yes' },
      { template: template(image) },
    );
    made.rollOut();
  }
  return made;
}

function asked(subject: SmallCluster, revision: number, spec: object = {}): string | undefined {
  subject.deployment = changed(subject.deployment, {}, { rollbackTo: { revision }, ...spec });
  const steps = Array.from({ length: 4 }, () => subject.step());
  return steps.flatMap(({ writes }) => writes).find(({ write }) => write === 'deployment')?.happening?.reason;
}

describe('a rollback', () => {
  it('brings back the annotations of that revision, and removes later ones', () => {
    const subject = context(['a', 'b']);
    subject.deployment = changed(
      subject.deployment,
      { 'only-a': undefined, 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
      {},
    );
    expect(asked(subject, 1)).toBe('DeploymentRollback');
    expect(subject.deployment.metadata.annotations).toEqual({
      cause: 'a',
      'only-a': 'yes',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'deployment.kubernetes.io/revision': '3',
    });
  });

  it('to revision 0 goes to the one before the template of the same write', () => {
    const subject = context(['a', 'b']);
    asked(subject, 0, { template: template('c') });
    expect(imageOf(subject.deployment)).toBe('b');
  });

  it('creates no pods of a new template while the old ones must end first', () => {
    const subject = context(['a', 'b'], { type: 'Recreate' });
    subject.deployment = changed(subject.deployment, {}, { rollbackTo: { revision: 0 }, template: template('c') });
    subject.step();
    expect(subject.sizes).toEqual({ a: 0, b: 1, c: 0 });
  });

  it.each([
    [['a'], 0, 'DeploymentRollbackRevisionNotFound'],
    [['a', 'b'], 9, 'DeploymentRollbackRevisionNotFound'],
    [['a', 'b'], 2, 'DeploymentRollbackTemplateUnchanged'],
  ])('after %j to %d records %s, and is over', (images, revision, reason) => {
    const subject = context(images);
    expect(asked(subject, revision)).toBe(reason);
    expect([imageOf(subject.deployment), subject.deployment.spec]).toEqual([
      images.at(-1),
      expect.not.objectContaining({ rollbackTo: expect.anything() }),
    ]);
  });

  it('leaves a list of the revisions that a replica set had before', () => {
    const subject = context(['a', 'b', 'a', 'b']);
    expect(
      [...subject.sets.values()].map(({ metadata: { annotations } }) => [
        annotations?.['deployment.kubernetes.io/revision'],
        annotations?.['deployment.kubernetes.io/revision-history'],
      ]),
    ).toEqual([
      ['3', '1'],
      ['4', '2'],
    ]);
  });
});
