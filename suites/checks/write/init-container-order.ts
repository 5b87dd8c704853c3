import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { namesIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { show } from '../findings.ts';
import { undecidedInitContainers } from '../init-containers.ts';
import type { Complaint } from './outcome-demands.ts';

/**
 * The complaint about a stored object whose init containers have another order than the write asked for. They run in
 * the order of the list (document, PodSpec: initContainers). Others, which the system added, may stand between.
 */
export function wrongInitContainerOrder(
  kind: Kind,
  asked: JsonObject,
  stored: JsonObject,
  choices: DialectChoices,
): Complaint | undefined {
  if (undecidedInitContainers(kind, choices).length > 0) return undefined;
  const namesOf = (object: JsonObject): string[] => namesIn(podSpecOf(kind, object), 'initContainers');
  const order = namesOf(asked);
  const actual = namesOf(stored).filter((name) => order.includes(name));
  if (String(actual) === String(order)) return undefined;
  return {
    expected: `initContainers in the order ${show(order)}`,
    actual: show(actual),
    cause: 'the order of initContainers is not stored',
  };
}
