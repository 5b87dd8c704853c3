import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { resourceById, type ResourceId, RESOURCES } from '../../../spec/surface/resources.ts';
import { DESCRIBING_PODS, POD_SPEC } from './pod-specs.ts';
import { withDocumentedDefaults } from './documented-defaults.ts';
import { at, type Json, type JsonObject } from '../json.ts';

/** The defaults that kube-apiserver 1.7.5 fills in, as measured, for every member with a documented default. */
const POD_DEFAULTS: readonly (readonly [path: readonly string[], value: Json])[] = [
  [['dnsPolicy'], 'ClusterFirst'],
  [['restartPolicy'], 'Always'],
  [['terminationGracePeriodSeconds'], 30],
  [['containers', '0', 'terminationMessagePath'], '/dev/termination-log'],
  [['containers', '0', 'terminationMessagePolicy'], 'File'],
];

const PULL_POLICIES = [
  ['app:latest', 'Always'],
  ['app:1', 'IfNotPresent'],
  [`app@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
  [`app:latest@sha256:${'0'.repeat(64)}`, 'Always'],
  ['registry.example.com:5000/app:LATEST', 'IfNotPresent'],
] as const;

type DefaultRow = readonly [resource: ResourceId, path: readonly string[], value: Json | undefined];

const SPEC_DEFAULTS: readonly DefaultRow[] = [
  ['deployments.apps', ['replicas'], 1],
  ['deployments.apps', ['strategy', 'type'], 'RollingUpdate'],
  ['deployments.apps', ['strategy', 'rollingUpdate', 'maxSurge'], '25%'],
  ['deployments.apps', ['strategy', 'rollingUpdate', 'maxUnavailable'], '25%'],
  ['deployments.apps', ['revisionHistoryLimit'], 2],
  ['deployments.apps', ['progressDeadlineSeconds'], 600],
  ['deployments.extensions', ['replicas'], 1],
  ['deployments.extensions', ['strategy', 'type'], 'RollingUpdate'],
  ['deployments.extensions', ['strategy', 'rollingUpdate', 'maxSurge'], 1],
  ['deployments.extensions', ['strategy', 'rollingUpdate', 'maxUnavailable'], 1],
  ['deployments.extensions', ['revisionHistoryLimit'], undefined],
  ['deployments.extensions', ['progressDeadlineSeconds'], undefined],
  ['cronjobs.batch', ['concurrencyPolicy'], 'Allow'],
  ['cronjobs.batch', ['suspend'], false],
  ['cronjobs.batch', ['successfulJobsHistoryLimit'], undefined],
  ['cronjobs.batch', ['failedJobsHistoryLimit'], undefined],
];

/** The defaults of a spec that holds only one container. */
function filled(id: ResourceId, container: JsonObject): Json {
  const resource = resourceById(id);
  const podSpec = POD_SPEC[resource.kind] ?? ['spec'];
  const object = podSpec.reduceRight<Json>((inner, step) => ({ [step]: inner }), {
    containers: [container],
  }) as JsonObject;
  return withDocumentedDefaults(resource, object, KUBERNETES_1_7.choices);
}

describe('the documented defaults, under kubernetes-1.7', () => {
  it.each(DESCRIBING_PODS.flatMap(({ id, kind }) => POD_DEFAULTS.map(([path, value]) => ({ id, kind, path, value }))))(
    'are those that were measured: $id $path',
    ({ id, kind, path, value }) => {
      const steps = path.map((step) => (step === '0' ? 0 : step));
      expect(at(filled(id, { name: 'c', image: 'app:1' }), ...(POD_SPEC[kind] ?? []), ...steps)).toEqual(value);
    },
  );

  it.each(PULL_POLICIES)('have %s pulled %s, as was measured', (image, policy) => {
    expect(at(filled('pods', { name: 'c', image }), 'spec', 'containers', 0, 'imagePullPolicy')).toBe(policy);
  });

  it.each(SPEC_DEFAULTS)('are those that were measured: %s %j is %j', (id, path, value) => {
    expect(at(filled(id, { name: 'c', image: 'app:1' }), 'spec', ...path)).toEqual(value);
  });

  it('are those of the document except for Deployments of the older group', () => {
    const differing = RESOURCES.filter((resource) => {
      const [real, document] = [KUBERNETES_1_7, SPEC].map(({ choices }) =>
        withDocumentedDefaults(resource, { spec: { template: { spec: {} } } }, choices),
      );
      return JSON.stringify(real) !== JSON.stringify(document);
    });
    expect(differing.map(({ id }) => id)).toEqual(['deployments.extensions']);
  });
});
