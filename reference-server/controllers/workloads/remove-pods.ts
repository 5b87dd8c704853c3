import { ApiError } from '../../resources/api-error.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { EventRecorder, EventSource } from '../runtime/event-recorder.ts';
import type { ControllerWrites } from '../runtime/controller-writes.ts';

/** Deletes pods of a manager, gracefully, and records an event for each; pods that are already gone are fine. */
export async function removePods(
  writes: ControllerWrites,
  events: EventRecorder,
  manager: ObjectEntry,
  source: EventSource,
  pods: readonly ObjectEntry[],
): Promise<void> {
  for (const pod of pods) {
    try {
      await writes.remove(pod);
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'NotFound') continue;
      throw error;
    }
    events.record(manager, source, {
      type: 'Normal',
      reason: 'SuccessfulDelete',
      message: `Deleted pod: ${pod.value.object.metadata.name}`,
    });
  }
}
