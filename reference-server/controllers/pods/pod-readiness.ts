import type { ApiObject } from '../../resources/api-object.ts';
import { members, text } from '../../resources/values/json-members.ts';
import { conditionOf } from '../runtime/with-condition.ts';

/** Whether all containers of the pod have ended permanently. */
export function isFinished(pod: ApiObject): boolean {
  return ['Succeeded', 'Failed'].includes(text(members(pod['status'])['phase']));
}

/** Whether controllers count the pod: it has not finished, and is not terminating. */
export function isActive(pod: ApiObject): boolean {
  return !isFinished(pod) && pod.metadata.deletionTimestamp === undefined;
}

export function isReady(pod: ApiObject): boolean {
  return conditionOf(members(pod['status']), 'Ready')?.['status'] === 'True';
}

/**
 * When the pod has been ready for so many seconds, in milliseconds since the epoch; `undefined` while it is not ready.
 */
export function availableAt(pod: ApiObject, minReadySeconds: number): number | undefined {
  const ready = conditionOf(members(pod['status']), 'Ready');
  if (ready?.['status'] !== 'True') return undefined;
  return minReadySeconds === 0 ? 0 : Date.parse(text(ready['lastTransitionTime'])) + minReadySeconds * 1000;
}
