import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { RESOURCES, resourceById } from '../../../spec/surface/resources.ts';
import { BARE_IMAGES, LATEST_IMAGES, PINNED_IMAGES } from '../../generators/images.ts';
import { objectOf } from '../../generators/objects.ts';
import { missing } from '../values/comparison.ts';
import { defaultPullPolicy, withDocumentedDefaults } from './documented-defaults.ts';
import { at } from '../json.ts';

const containers = { containers: [{ name: 'c', image: 'a:latest' }] };

describe('the documented defaults', () => {
  it('follow the tag of the image and not the port of its registry', () => {
    expect(LATEST_IMAGES.map(defaultPullPolicy)).toEqual(LATEST_IMAGES.map(() => 'Always'));
    expect(PINNED_IMAGES.map(defaultPullPolicy)).toEqual(PINNED_IMAGES.map(() => 'IfNotPresent'));
    expect(BARE_IMAGES.map(defaultPullPolicy)).toEqual(BARE_IMAGES.map(() => undefined));
    expect(defaultPullPolicy('a:latest@sha256:00')).toBe('Always');
  });

  it('are filled into pods and into the pod templates of every kind', () => {
    const places = {
      pods: ['spec'],
      'daemonsets.extensions': ['spec', 'template', 'spec'],
      'replicasets.extensions': ['spec', 'template', 'spec'],
      'deployments.apps': ['spec', 'template', 'spec'],
      'jobs.batch': ['spec', 'template', 'spec'],
      'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
    } as const;
    for (const [id, path] of Object.entries(places)) {
      const object = path.reduceRight<object>((inner, step) => ({ [step]: inner }), containers) as never;
      const filled = withDocumentedDefaults(resourceById(id as keyof typeof places), object, SPEC.choices);
      expect(at(filled, ...path)).toMatchObject({
        dnsPolicy: 'ClusterFirst',
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
      });
      expect(at(filled, ...path, 'containers', 0)).toMatchObject({
        imagePullPolicy: 'Always',
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
      });
    }
  });

  it('do not change present values, explicit zeros included, and treat null as absent', () => {
    const filled = withDocumentedDefaults(
      resourceById('deployments.apps'),
      { spec: { replicas: 0, revisionHistoryLimit: null, strategy: { rollingUpdate: { maxSurge: 0 } } } },
      SPEC.choices,
    );
    expect(at(filled, 'spec')).toMatchObject({
      replicas: 0,
      revisionHistoryLimit: 2,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: '25%' } },
    });
  });

  it('give no bounds to a strategy of type Recreate', () => {
    const filled = withDocumentedDefaults(
      resourceById('deployments.apps'),
      { spec: { strategy: { type: 'Recreate' } } },
      SPEC.choices,
    );
    expect(at(filled, 'spec', 'strategy')).toEqual({ type: 'Recreate' });
  });

  it('of a Deployment under extensions are those of the table, or older ones in the dialect that says so', () => {
    const extensions = resourceById('deployments.extensions');
    expect(at(withDocumentedDefaults(extensions, { spec: {} }, SPEC.choices), 'spec')).toMatchObject({
      revisionHistoryLimit: 2,
      strategy: { rollingUpdate: { maxSurge: '25%' } },
    });
    const legacy = at(withDocumentedDefaults(extensions, { spec: {} }, KUBERNETES_1_7.choices), 'spec');
    expect(legacy).toEqual({
      replicas: 1,
      minReadySeconds: 0,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    });
    expect(
      at(withDocumentedDefaults(resourceById('deployments.apps'), { spec: {} }, KUBERNETES_1_7.choices), 'spec'),
    ).toMatchObject({ revisionHistoryLimit: 2 });
  });

  it('change nothing that was sent, and nothing when filled in again', () => {
    for (const resource of RESOURCES) {
      assert(
        property(objectOf(resource), (object) => {
          const filled = withDocumentedDefaults(resource, object, SPEC.choices);
          expect(missing(object, filled)).toEqual([]);
          expect(withDocumentedDefaults(resource, filled, SPEC.choices)).toEqual(filled);
        }),
        { numRuns: 20 },
      );
    }
  });
});
