import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../spec/dialects/index.ts';
import type { JsonObject } from '../oracle/json.ts';
import { withoutUndecided } from './init-containers.ts';

const INIT = { initContainers: [{ name: 'i', image: 'x:1' }], containers: [{ name: 'c', image: 'x:1' }] };
const NOTED = { annotations: { 'pod.beta.kubernetes.io/init-containers': '[]' } };

/** A Deployment whose pod template has that metadata. */
function deployment(metadata: JsonObject): JsonObject {
  return { metadata: NOTED, spec: { template: { metadata, spec: INIT } } };
}

describe('init containers of an object that existed before a write', () => {
  it('are undecided if annotations decide in the dialect and the template has one', () => {
    expect(withoutUndecided('Deployment', deployment(NOTED), KUBERNETES_1_7.choices)).toMatchObject({
      spec: { template: { spec: { containers: INIT.containers } } },
    });
    expect(JSON.stringify(withoutUndecided('Deployment', deployment(NOTED), KUBERNETES_1_7.choices))).not.toContain(
      'initContainers',
    );
  });

  it('are undecided if the object had some before a patch, because the server added the annotations then', () => {
    const pod = { metadata: {}, spec: INIT };
    const decided = { metadata: {}, spec: { containers: INIT.containers } };
    expect(withoutUndecided('Pod', pod, KUBERNETES_1_7.choices, pod)).toEqual(decided);
    expect(withoutUndecided('Pod', pod, KUBERNETES_1_7.choices, decided)).toEqual(pod);
    expect(withoutUndecided('Pod', pod, SPEC.choices, pod)).toEqual(pod);
  });

  it('are those of the spec without such an annotation, or if it decides nothing', () => {
    expect(withoutUndecided('Deployment', deployment({}), KUBERNETES_1_7.choices)).toEqual(deployment({}));
    expect(withoutUndecided('Deployment', deployment(NOTED), SPEC.choices)).toEqual(deployment(NOTED));
    expect(withoutUndecided('Pod', { metadata: {}, spec: INIT }, KUBERNETES_1_7.choices)).toEqual({
      metadata: {},
      spec: INIT,
    });
  });
});
