import { isDeepStrictEqual } from 'node:util';
import { copyOf, isPart, objectAt } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { notCounting } from '../../uncounted-changes.ts';

/** The spec of an object without the metadata of its pod template. */
function specWithoutTemplateMetadata(object: Bendable): unknown {
  const spec = copyOf(objectAt(object, 'spec') ?? {});
  delete objectAt(spec, 'template')?.['metadata'];
  return spec;
}

/** Generations that miss a change of the spec. */
export const GENERATIONS: readonly Fault[] = faults({
  'generation-overlooks-the-metadata-of-the-template': {
    summary: 'the generation stays if a write changes only labels or annotations of the pod template',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: notCounting(
      (former, now) =>
        !isDeepStrictEqual(former['spec'], now['spec']) &&
        isDeepStrictEqual(specWithoutTemplateMetadata(former), specWithoutTemplateMetadata(now)),
    ),
  },
  // Deployment is "also served under extensions/v1beta1".
  'generation-is-not-counted-through-extensions': {
    summary: 'a write of the spec of a Deployment through extensions/v1beta1 does not increase its generation',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: notCounting((_, now) => now['kind'] === 'Deployment' && String(now['apiVersion']).startsWith('extensions/')),
  },
  // Object metadata, generation: "Increases as the spec changes", and a spec that lacks a member is another one.
  'generation-overlooks-removed-members': {
    summary: 'a write that does nothing to the spec except remove members of it does not increase the generation',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: notCounting(
      (former, now) => isPart(now['spec'], former['spec']) && !isDeepStrictEqual(now['spec'], former['spec']),
    ),
  },
  // Object metadata, generation, as above - of each kind.
  'generation-of-an-ingress-stays': {
    summary: 'the generation of an Ingress stays as it is when a PUT or PATCH changes its spec',
    caughtBy: 'patch/generation-grows-with-the-spec',
    hooks: notCounting((former) => former['kind'] === 'Ingress'),
  },
});
