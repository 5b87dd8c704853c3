import { ApiError } from '../../objects/api-error.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { EventSource } from '../loop/event-recorder.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import type { NewObject } from '../loop/loop-writes.ts';

/** Makes a pod for its manager, and tells of it. That it is refused is told too, and thrown on as an `ApiError`. */
export async function makePod({ writes, events }: LoopTools, manager: ObjectEntry, source: EventSource, pod: NewObject): Promise<void> {
  try {
    const { value } = await writes.create('Pod', manager.value.object.metadata.namespace, pod);
    events.record(manager, source, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${value.object.metadata.name}` });
  } catch (error) {
    if (error instanceof ApiError) events.record(manager, source, { type: 'Warning', reason: 'FailedCreate', message: `Error creating: ${refusalOf(error, pod)}` });
    throw error;
  }
}

/** Why a pod was refused. Each try has a name of its own; what is said of it must not differ with each, or saying it would never end. */
export function refusalOf({ message, details }: ApiError, { metadata: { generateName = '' } }: NewObject): string {
  const { name = '' } = details ?? {};
  return generateName !== '' && name.startsWith(generateName) ? message.replaceAll(name, generateName) : message;
}
