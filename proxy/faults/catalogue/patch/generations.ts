import { isDeepStrictEqual } from 'node:util';
import { copyOf, objectAt } from '../../bend.ts';
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
});
