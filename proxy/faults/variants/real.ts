import type { Variant } from '../fault.ts';
import { deletesOfItsOwn, removalsOfItsOwn } from './real-deletes.ts';
import { generations, initContainerAnnotations } from './real-objects.ts';
import { shortWindow } from './real-watches.ts';
import { kindChanges, laggingCache, refusalsOfItsOwn } from './real-writes.ts';
import { together } from './together.ts';

export const REAL_VARIANTS: readonly Variant[] = [
  {
    name: 'kubernetes-1-7',
    summary: 'the real system of that era, without controllers: its lagging cache, its deletes, its refusals and its short memory',
    dialect: 'kubernetes-1.7',
    hooks: () => together(refusalsOfItsOwn(), kindChanges(), deletesOfItsOwn(), laggingCache(), initContainerAnnotations(), generations(), removalsOfItsOwn(), shortWindow()),
  },
];
