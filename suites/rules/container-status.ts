import type { JsonObject } from '../oracle/json.ts';

const CONTAINER: JsonObject = { name: 'c', image: 'app:1', imageID: '', ready: false, restartCount: 0 };

/**
 * Two statuses of a pod in turn. The second shows the container without its id: the list has no merge key, so a patch
 * replaces it.
 */
export const CONTAINER_SHOWN: readonly JsonObject[] = [
  { containerStatuses: [{ ...CONTAINER, containerID: 'docker://0123456789ab' }] },
  { containerStatuses: [CONTAINER] },
];
