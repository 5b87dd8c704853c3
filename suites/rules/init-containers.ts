import type { JsonObject } from './rule.ts';

/** Two init containers, which run in this order (document, PodSpec: initContainers). */
export const TWO_INIT_CONTAINERS: readonly JsonObject[] = ['first', 'second'].map((name) => ({ name, image: 'app:1' }));
