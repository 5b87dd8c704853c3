import { hasExpired, isBeyondLimit, responseOf } from '../../../checks/responses.ts';
import { isGivingUp } from '../../../checks/watch/watches.ts';
import type { Exchange, History } from '../../../oracle/history.ts';

/**
 * The first refusal in a case that the document leaves open, in words: of a body for its size, or of a watch from a
 * version that has expired. A 403 to a legal write may be a policy's or a bug's, so it stays inconclusive.
 *
 *     its cases need larger bodies than the target takes: POST /api/v1/namespaces/a/pods: 413, with a body of 15069 characters
 */
export function openRefusal({ exchanges }: History): string | undefined {
  for (const exchange of exchanges) {
    if (isBeyondLimit(exchange))
      return `its cases need larger bodies than the target takes: ${outcomeOf(exchange)}, with a body of ${exchange.request.body?.text.length ?? 0} characters`;
    if (exchange.call?.watching === true && (hasExpired(exchange) || givesUp(exchange)))
      return `the target does not serve the versions that its cases watch from: ${outcomeOf(exchange)}${givesUp(exchange) ? ', and an error event' : ''}`;
  }
  return undefined;
}

/** Whether a watch from a version ends with an error event. */
function givesUp({ request, events }: Exchange): boolean {
  return request.query.has('resourceVersion') && events.some(({ type, object }) => isGivingUp(type, object));
}

/** `POST /api/v1/namespaces: 403 "not yours"`. */
export function outcomeOf(exchange: Exchange): string {
  return `${exchange.request.method} ${exchange.request.target}: ${responseOf(exchange)}`;
}
