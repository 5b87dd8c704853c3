import { ApiError } from '../../resources/api-error.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { EventSource } from '../runtime/event-recorder.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import type { NewObject } from '../runtime/controller-writes.ts';

/**
 * Creates pods for their manager, up to the first refusal, and records an event for each. Resolves with the reason
 * of the refusal.
 */
export async function makePods(
  tools: ControllerTools,
  manager: ObjectEntry,
  source: EventSource,
  pods: readonly NewObject[],
): Promise<ApiError | undefined> {
  for (const pod of pods) {
    const refusal = await makePod(tools, manager, source, pod);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

async function makePod(
  { writes, events }: ControllerTools,
  manager: ObjectEntry,
  source: EventSource,
  pod: NewObject,
): Promise<ApiError | undefined> {
  try {
    const { value } = await writes.create('Pod', manager.value.object.metadata.namespace, pod);
    events.record(manager, source, {
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: `Created pod: ${value.object.metadata.name}`,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    events.record(manager, source, {
      type: 'Warning',
      reason: 'FailedCreate',
      message: `Error creating: ${refusalOf(error, pod)}`,
    });
    return error;
  }
}

/**
 * Why a pod was refused, without the generated name of the try: a message that differs each time would cause endless
 * status writes.
 */
export function refusalOf({ message, details }: ApiError, { metadata: { generateName = '' } }: NewObject): string {
  const { name = '' } = details ?? {};
  return generateName !== '' && name.startsWith(generateName) ? message.replaceAll(name, generateName) : message;
}
