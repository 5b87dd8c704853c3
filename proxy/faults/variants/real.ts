import type { Hooks, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { admission } from './real-admission.ts';
import { watchCaches } from './real-cache.ts';
import { subresourceLinks } from './real-objects.ts';
import { crashes, kindChanges, patchesOfItsOwn } from './real-patches.ts';
import { deploymentController } from './real-controllers.ts';
import { laggingCache, refusalsOfItsOwn } from './real-writes.ts';
import { together } from './together.ts';

/** The differences between the real system and a reference server with its dialect. */
function real(): Hooks {
  return together(
    crashes(),
    refusalsOfItsOwn(),
    kindChanges(),
    patchesOfItsOwn(),
    watchCaches(),
    laggingCache(),
    subresourceLinks(),
  );
}

export const REAL_VARIANTS: readonly Variant[] = variants({
  'kubernetes-1-7': {
    summary: 'the real system of that era: its lagging caches, its refusals, its patches and its short watch history',
    dialect: 'kubernetes-1.7',
    hooks: real,
  },
  'kubernetes-1-7-with-controller-manager': {
    summary:
      'the real system of that era beside a controller that soon gives each deployment its revision, which increases the generation, and a condition',
    dialect: 'kubernetes-1.7',
    hooks: () => together(deploymentController(), real()),
  },
  'kubernetes-1-7-with-admission': {
    summary:
      'the real system of that era behind the admission plugins of a cluster, which add a service account with its token and tolerations to every pod',
    dialect: 'kubernetes-1.7',
    hooks: () => together(admission(), real()),
  },
});
