import type { JsonObject } from '../oracle/json.ts';

/** A status of a pod that shows the container of that name, and no other. */
export function onlyContainer(name: string): JsonObject {
  return { containerStatuses: [{ name, image: 'app:1', imageID: '', ready: false, restartCount: 0 }] };
}
