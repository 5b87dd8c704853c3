import { groupBy } from '../../../shared/group-by.ts';
import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { show, violated } from '../findings.ts';
import { listsAtVersion } from '../lists-at-version.ts';
import { isServerError, type ResourceCalled, responseOf, turnedDown } from '../responses.ts';
import { isGivingUp } from './watches.ts';

/** How often the latest version must be refused: a server that is short of memory may forget any version at times. */
export const REFUSALS = 4;

/**
 * Judges that not each of several lists, or watches, of the latest version of their collection is refused. A write made
 * that version, and lists before and after the calls return it:
 *
 *     create -> 7, list -> 7, four watches from 7 (each refused), list -> 7
 */
export function* judgeLatest(history: History, calls: readonly ResourceCalled[]): Iterable<Finding> {
  for (const alike of groupBy(calls, collectionAtVersion).values()) {
    const [first] = alike;
    // A call that is served says nothing about when its version was the latest, and need not: it is served.
    if (first === undefined || alike.length < REFUSALS || !alike.every(isRefused)) continue;
    if (!alike.every((call) => isOfLatest(history, call))) continue;
    const what = first.call.watching ? 'a stream of events' : 'a list';
    yield violated(
      first,
      `${what}: ${show(versionOf(first))} is the latest version`,
      `${responseOf(first)}, and so for each of ${alike.length}`,
      'the latest version is refused',
    );
  }
}

function collectionAtVersion(exchange: ResourceCalled): string {
  return JSON.stringify([exchange.request.path, versionOf(exchange)]);
}

function versionOf({ request }: ResourceCalled): string {
  return request.query.get('resourceVersion') ?? '';
}

/** The response is an error, or the stream begins with one. */
function isRefused(exchange: ResourceCalled): boolean {
  const [first] = exchange.events;
  return (
    turnedDown(exchange) || isServerError(exchange) || (first !== undefined && isGivingUp(first.type, first.object))
  );
}

function isOfLatest(history: History, exchange: ResourceCalled): boolean {
  const { call, began, ended, events } = exchange;
  const version = versionOf(exchange);
  const over = events[0]?.n ?? ended;
  const lists = listsAtVersion(history, exchange, version).filter((list) => !list.request.query.has('resourceVersion'));
  const isWritten = observedStateOf(history).writes.some(
    ({ response }) => response?.version === version && response.key.kind === call.resource.kind,
  );
  return isWritten && lists.some((list) => list.ended < began) && lists.some((list) => list.began > over);
}
